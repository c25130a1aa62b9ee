import {isSuccess} from '../domain/status.ts';
import {isObject, type JsonObject, parsedJson} from '../inference/json-value.ts';
import {plainName} from '../inference/word-form.ts';
import {saysError} from '../inference/answered-error.ts';
import {headerOf} from './read-back.ts';
import type {Answer} from './send-request.ts';

const deepest = 3;

/**
 * The records of a list: the array of objects that stands highest in an answer, or an empty one. Null: there is none, or
 * several stand side by side.
 */
export function listItems(body: unknown): JsonObject[] | null {
	let level: unknown[] = [body];
	for (let depth = 0; depth <= deepest; depth++) {
		const lists = level.filter(Array.isArray).filter(list => list.every(isObject)) as JsonObject[][];
		const filled = lists.filter(({length}) => length > 0);
		if (filled.length > 1) return null;
		if (lists.length > 0) return filled[0] ?? [];
		level = level.filter(isObject).flatMap(one => Object.values(one));
	}
	return null;
}

/** What a list has shown. */
export type ReadList = {
	items: JsonObject[];
	/** Every record that the API would show was shown. */
	isComplete: boolean;
	pages: number;
};

const mostPages = 20;
const nextFields = /^(?:next|nextpage|nextlink|nextpageurl|nexturl|nextpagelink)$/;
const cursorFields = /^(?:next)?(?:cursor|pagetoken|token|continuation|continuationtoken|marker)$/;
const cursorParameters =
	/^(?:cursor|pagetoken|nexttoken|token|continuation|continuationtoken|marker|after|startingafter)$/;
const moreFields = /^(?:hasmore|hasnext|hasnextpage|more|istruncated)$/;
const totalFields = /^(?:total|totalcount|totalitems|totalelements|totalresults|count|recordcount)$/;
const pageParameters = /^(?:page|pagenumber|pageindex|p)$/;
const offsetParameters = /^(?:offset|skip|start|from)$/;
/** Pages that end by chance at one of these are rare. */
const usualSizes = new Set([
	5, 10, 12, 15, 16, 20, 24, 25, 30, 32, 40, 48, 50, 60, 64, 75, 96, 100, 128, 200, 250, 256,
]);
const isUsualSize = (length: number): boolean =>
	length > 0 && (usualSizes.has(length) || length % 100 === 0 || (length > 256 && Math.log2(length) % 1 === 0));

/**
 * Reads a list to its end, page by page, as its answers and its document say.
 *
 * @param parameters names of the query parameters that its document knows
 * @returns null: it could not be read as a list
 */
export async function readList(
	url: string,
	parameters: readonly string[],
	get: (url: string) => Promise<Answer>,
): Promise<ReadList | null> {
	const items: JsonObject[] = [];
	const shown = new Set<string>();
	const asked = new Set<string>();
	for (let address: string | null = url, pages = 1; address !== null; pages++) {
		asked.add(address);
		const answer = await get(address);
		const body = isSuccess(answer.status) ? parsedJson(answer.whole ?? null) : undefined;
		const own = body === undefined || saysError(body) ? null : listItems(body);
		if (own === null) return pages === 1 ? null : {items, isComplete: false, pages};
		const fresh = own.filter(item => !shown.has(JSON.stringify(item)));
		for (const item of fresh) {
			shown.add(JSON.stringify(item));
			items.push(item);
		}
		// The same page again: the parameter says nothing to it.
		const isStuck = pages > 1 && own.length > 0 && fresh.length === 0;
		const next: string = isStuck
			? 'unknown'
			: nextOf({address, answer, body, own, items, parameters: [...parameters, ...toldParameters(body)]});
		if (next === 'none') return {items, isComplete: true, pages};
		if (next === 'unknown' || asked.has(next) || pages >= mostPages) return {items, isComplete: false, pages};
		address = next;
	}
	return null;
}

type Page = {
	address: string;
	answer: Answer;
	body: unknown;
	own: readonly JsonObject[];
	items: readonly JsonObject[];
	parameters: readonly string[];
};

/** The address that a `Link` header calls the next one: `<…?page=2>; rel="next", <…?page=9>; rel="last"`. */
const nextLink = (header: string): string | undefined =>
	header
		.split('<')
		.slice(1)
		.map(link => link.split('>', 2))
		.find(([, parameters]) => parameters !== undefined && /\brel="?next\b/i.test(parameters))?.[0];

/** The address of the next page; `none`: that was the last one. */
function nextOf(page: Page): string | 'none' | 'unknown' {
	const {address, answer, body, own, items, parameters} = page;
	const linked = nextLink(headerOf(answer, 'link') ?? '');
	if (linked !== undefined) return sameList(linked, address) ?? 'unknown';
	// The other pages are named, and no next one.
	const isLast = /\brel="?(?:prev|previous|first)\b/i.test(headerOf(answer, 'link') ?? '');
	const hints = hintsOf(body);
	for (const {name, value} of hints)
		if (nextFields.test(name) && typeof value === 'string' && /[/?]/.test(value))
			return sameList(value, address) ?? 'unknown';
	const cursor = hints.find(({name, value}) => (cursorFields.test(name) || nextFields.test(name)) && isText(value));
	if (cursor) return stepped(address, parameters, cursorParameters, String(cursor.value)) ?? 'unknown';
	const total = hints.find(({name, value}) => totalFields.test(name) && typeof value === 'number');
	const header = Number(headerOf(answer, 'x-total-count') ?? headerOf(answer, 'x-total') ?? Number.NaN);
	const all = typeof total?.value === 'number' ? total.value : header;
	if (own.length === 0) return Number.isNaN(all) || items.length >= all ? 'none' : 'unknown';
	const isMore = hints.find(({name, value}) => moreFields.test(name) && typeof value === 'boolean')?.value;
	if (isMore === false && (Number.isNaN(all) || items.length >= all)) return 'none';
	// `{"count": 10}` may be that of the page.
	const isCounted = !Number.isNaN(all) && (all > own.length || total?.name.startsWith('total') === true);
	if (isMore !== true && isCounted && items.length >= all) return 'none';
	if (isLast && isMore !== true && !isCounted) return 'none';
	const {searchParams} = new URL(address);
	const number = Number(searchParams.get(nameOf(parameters, pageParameters) ?? '') ?? 1);
	const next =
		stepped(address, parameters, offsetParameters, String(items.length)) ??
		stepped(address, parameters, pageParameters, String(number + 1));
	if (next !== null) return next;
	return isMore === true || isCounted || isUsualSize(own.length) ? 'unknown' : 'none';
}

/** `{"page": 1}` beside the records: the answer itself names the parameter. */
const toldParameters = (body: unknown): string[] =>
	isObject(body)
		? Object.keys(body).filter(
				name =>
					typeof body[name] === 'number' && [pageParameters, offsetParameters].some(kind => kind.test(plainName(name))),
			)
		: [];

const isText = (value: unknown): boolean => (typeof value === 'string' && value !== '') || typeof value === 'number';
const nameOf = (parameters: readonly string[], kind: RegExp): string | undefined =>
	parameters.find(name => kind.test(plainName(name)));

/** An address with a parameter of its list set; null: the list knows none of this kind. */
function stepped(address: string, parameters: readonly string[], kind: RegExp, value: string): string | null {
	const name = nameOf(parameters, kind);
	if (name === undefined) return null;
	const next = new URL(address);
	next.searchParams.set(name, value);
	return next.href;
}

/** A link to another page of the same list; null: it leads elsewhere. */
function sameList(link: string, address: string): string | null {
	if (!URL.canParse(link, address)) return null;
	const [next, own] = [new URL(link, address), new URL(address)];
	return next.origin === own.origin && next.pathname === own.pathname ? next.href : null;
}

/** Fields beside the records of a list, by their names without case and separators. */
function hintsOf(body: unknown): Array<{name: string; value: unknown}> {
	if (!isObject(body)) return [];
	const hints: Array<{name: string; value: unknown}> = [];
	for (const [name, value] of Object.entries(body)) {
		hints.push({name: plainName(name), value});
		if (isObject(value))
			for (const [inner, one] of Object.entries(value)) hints.push({name: plainName(inner), value: one});
	}
	return hints;
}
