import type {Role} from '../../source/terminal/themes.ts';
import {bodyText} from '../failure/json-layout.ts';
import {nothing, section, textLines} from '../failure/section-lines.ts';
import type {PaneLine} from '../text-pane.tsx';

/** What was sent and what came back; the parts that calls and steps of chains have in common. */
type Exchange = {
	requestHeaders: Readonly<Record<string, string>>;
	query: readonly {name: string; value: string}[] | null;
	requestBody: string | null;
	requestEncoding?: string | null;
	/** Null: there was no answer. */
	response: {
		headers: Readonly<Record<string, string>> | null;
		body: string | null;
		encoding?: string | null;
		/** The recording holds only the beginning of a body. */
		truncated: boolean;
	} | null;
};

const pairs = (entries: readonly (readonly [string, string])[], width: number, role?: Role): PaneLine[] =>
	entries.flatMap(([name, value]) => textLines(`${name}: ${value}`, width, role));

/** Query, Body and Response one below the other; headers last, as they are what is looked for least. */
export function exchangeLines(
	{requestHeaders, query, requestBody, response, ...more}: Exchange,
	width: number,
): PaneLine[] {
	return [
		...section('Query', pairs(query?.map(({name, value}) => [name, value] as const) ?? [], width)),
		...section('Body', textLinesOf(requestBody, more.requestEncoding, width)),
		...section('Response', response ? answerLines(response, width) : nothing('There was no answer.', width)),
		...section('Request headers', pairs(Object.entries(requestHeaders), width, 'muted')),
		...section('Response headers', pairs(Object.entries(response?.headers ?? {}), width, 'muted')),
	];
}

function answerLines({body, encoding, truncated}: NonNullable<Exchange['response']>, width: number): PaneLine[] {
	const lines = textLinesOf(body, encoding, width);
	return [
		...(lines.length > 0 ? lines : nothing('It had no body.', width)),
		...(truncated ? nothing('The recording was cut: the body was longer.', width) : []),
	];
}

function textLinesOf(body: string | null, encoding: string | null | undefined, width: number): PaneLine[] {
	const text = bodyText(body, encoding ?? null);
	return text === '' ? [] : textLines(text, width);
}
