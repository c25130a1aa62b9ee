import type {Call} from '../../contract/call.ts';
import type {ListedCall, ValueLink} from '../../source/stores/calls.ts';
import {cleanLine} from '../../source/terminal/clean-text.ts';
import {formatDuration} from '../../source/terminal/durations.ts';
import type {Glyphs} from '../../source/terminal/glyphs.ts';
import type {Span} from '../../source/terminal/spans.ts';
import {nothing, section, textLines} from '../failure/section-lines.ts';
import {wrapped} from '../pane-lines.ts';
import type {PaneLine} from '../text-pane.tsx';
import {kindWord, statusSpanOf} from './call-row.ts';
import {exchangeLines} from './exchange-lines.ts';
import {counted} from '../../source/view-model/counted.ts';

type Look = {glyphs: Glyphs; width: number};

/**
 * One call: how it was answered, which values flowed, then what was sent and what came back.
 * @param whole null = not read yet
 * @param isReading it is about to come
 */
export function callPaneLines(
	call: ListedCall,
	whole: Call | null,
	links: ReadonlyMap<string, ValueLink>,
	look: Look,
	isReading: boolean,
): PaneLine[] {
	const {glyphs, width} = look;
	const {method, url, status, latencyMs, testTitle, kind, passed, error} = call;
	const took = latencyMs === null ? '' : `  in ${formatDuration(latencyMs)}`;
	const answer: Span[] = status === null ? [{text: '- no response', role: 'muted'}] : [statusSpanOf(call)];
	const verdict: Span[] =
		passed === null
			? []
			: [
					passed
						? {text: `   ${glyphs.status.passed} passed`, role: 'passed'}
						: {text: `   ${glyphs.status.failed} failed`, role: 'failed'},
				];
	return [
		...textLines(`${method} ${url}`, width, 'title'),
		[...answer, {text: took, role: 'muted'}, ...verdict],
		...(error ? textLines(error, width, 'failed') : []),
		...wrapped(cleanLine(testTitle ?? (kind === 'test' ? '' : `${kindWord(kind)} call`)), width, 'muted'),
		...section('Values', valueLines(call, links, look)),
		...(whole
			? exchangeLines(
					{
						...whole,
						response:
							whole.status === null
								? null
								: {
										headers: whole.responseHeaders,
										body: whole.responseBody,
										encoding: whole.responseEncoding,
										truncated: whole.truncated,
									},
					},
					width,
				)
			: isReading
				? [[], ...nothing('Reading what was sent and answered', width)]
				: []),
	];
}

function valueLines(
	{produces, uses}: ListedCall,
	links: ReadonlyMap<string, ValueLink>,
	{glyphs, width}: Look,
): PaneLine[] {
	return [
		...produces.flatMap(({name, variableId}) => {
			const count = links.get(variableId)?.consumers.length ?? 0;
			const by = count === 0 ? 'no call uses it' : `used by ${counted(count, 'call')}`;
			return wrapped(`${glyphs.produces} produces ${cleanLine(name)}, ${by}`, width, 'key');
		}),
		...uses.flatMap(({name, fromTitle}) =>
			wrapped(
				`${glyphs.needs} uses ${cleanLine(name)}${fromTitle === null ? '' : ` (${glyphs.from} ${cleanLine(fromTitle)})`}`,
				width,
			),
		),
	];
}
