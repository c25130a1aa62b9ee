import type {Check, Step} from '../recipe.ts';
import {got, jsonOf, read} from './access.ts';
import {setupPrefix} from './asserts.ts';
import type {Draft} from './draft.ts';
import {dict, text} from './expression.ts';
import {snake} from './names.ts';
import {each, readPointer, type Segment} from './pointer.ts';
import {activeAsserts} from './references.ts';
import {askedFor, asking, requestExpression, requestOf} from './request.ts';
import {writeAssert} from './statement.ts';
import {statusCondition, statusOf, statusWords} from './status.ts';
import {valuesOf} from './value.ts';

type Pages = Extract<Check, {type: 'pages'}>;

export const pagesOf = (step: Step): Pages | null =>
	(activeAsserts(step).find(({check}) => check.type === 'pages')?.check as Pages | undefined) ?? null;

/** Where the list of a page stands: what another check of the step says, else the first list of its shape. */
export function listPlace(step: Step): Segment[] {
	for (const {check} of activeAsserts(step)) {
		if (check.type === 'contains' || check.type === 'every' || check.type === 'ordered')
			return cut(readPointer(check.list));
		if (check.type === 'pages' && check.list !== undefined) return cut(readPointer(check.list));
	}
	for (const {check} of activeAsserts(step)) {
		if (check.type !== 'shape' || typeof check.schema === 'boolean') continue;
		if (check.schema['type'] === 'array') return readPointer(check.pointer);
		const properties = Object.entries(
			(check.schema['properties'] as Record<string, {type?: unknown}> | undefined) ?? {},
		);
		const found = properties.find(([, {type}]) => type === 'array' || (Array.isArray(type) && type.includes('array')));
		if (found) return [...readPointer(check.pointer), found[0]];
	}
	return [];
}

const cut = (segments: Segment[]): Segment[] => {
	const place = segments.indexOf(each);
	return place < 0 ? segments : segments.slice(0, place);
};

const isOffset = (name: string): boolean => /offset|skip|start|from/i.test(name);

/** What the first page is called, as the step asks for it: 0 or 1. */
export function firstOf({call}: Step, {page}: Pages): number {
	const asked = askedFor(call)[page];
	if (isOffset(page)) return 0;
	return asked?.is === 'literal' && asked.value === 0 ? 0 : 1;
}
const isCursor = (name: string): boolean => /cursor|token|after|next|marker/i.test(name);

/** How often a list is read that changes meanwhile, so that a test stays below 40 calls. */
const mostRounds = 7;
/** How often a list is walked whose entries repeat. */
const mostWalks = 3;
/** So many records does a test make before it pages. */
const atLeast = 3;

/** How the pages of a test are read: what its function is given, and how an entry is told from another one. */
type Reading = {page: string; size: string; key: Segment[]; list: Segment[]};

/** Two pages of one entry are one page of two; no page is longer or shorter than asked for; past the end there is nothing. */
export function writePages(draft: Draft, step: Step, pages: Pages): void {
	const status = statusOf(step)?.check.oneOf ?? [200];
	const request = requestOf(draft, step);
	const [page, size] = [argument(draft, pages.page, 'page'), argument(draft, pages.size, 'size')];
	const reading = {page, size, key: keyOf(pages), list: listPlace(step)};
	const isWalk = isCursor(pages.page);
	const params = dict([
		...valuesOf(draft, askedFor(step.call)).filter(([name]) => name !== pages.size && name !== pages.page),
		[pages.page, page],
		[pages.size, size],
	]);
	draft.block(`def read(${page}, ${size}):`, () => {
		const given = isWalk
			? `{${text(pages.size)}: ${size}, **({${text(pages.page)}: ${page}} if ${page} else {})}`
			: params;
		draft.put('response = ', requestExpression(asking(request, given)));
		// Frameworks say of a page behind the end that it is not there; the list may also have become shorter meanwhile.
		if (!isWalk && !isOffset(pages.page))
			draft.block(`if ${page} > ${firstOf(step, pages)} and ${draft.status('response')} == 404:`, () =>
				draft.line(pages.total === null ? 'return []' : 'return [], None'),
			);
		draft.subject = {step: step.id, asserts: [statusOf(step)?.id ?? 'status']};
		writeAssert(draft, statusCondition(draft.status('response'), status), [
			`${pages.page} `,
			{code: page},
			`, ${pages.size} `,
			{code: size},
			`: expected ${statusWords(status)}, got `,
			{code: draft.status('response')},
			': ',
			{code: 'response.text[:200]'},
		]);
		draft.subject = null;
		writeEntries(draft, pages, reading, isWalk);
	});
	draft.gap();
	if (isWalk) writeWalk(draft, pages);
	else writeSeam(draft, pages, firstOf(step, pages));
}

/** What a parameter of the list is called in the function that reads its pages. */
function argument(draft: Draft, name: string, usual: string): string {
	const said = snake(name);
	const own = /^(?:page|size|offset|start)_$/.test(said) ? said.slice(0, -1) : said;
	return own.endsWith('_') ? draft.names.take(usual) : draft.names.take(own, usual);
}

/** What is compared of an entry; empty: all of it. */
export function keyOf({list}: Pages): Segment[] {
	const segments = list === undefined ? [] : readPointer(list);
	const place = segments.indexOf(each);
	return place < 0 ? [] : segments.slice(place + 1);
}

const handlesOf = (entries: string, key: readonly Segment[]): string =>
	key.length === 0 ? entries : `[${got('item', key)} for item in ${entries}]`;

/** What the function answers: the entries of a page, with the answer they stand in or how many there are in all. */
function writeEntries(draft: Draft, {total}: Pages, {list, key}: Reading, isWalk: boolean): void {
	const entries = handlesOf(read(jsonOf('response'), list), key);
	if (isWalk) {
		draft.line(`entries = ${entries}`);
		draft.line(`return entries, ${jsonOf('response')}`);
		return;
	}
	if (total === null) {
		draft.line(`return ${entries}`);
		return;
	}
	draft.line(`entries = ${entries}`);
	draft.line(`return entries, ${read(jsonOf('response'), readPointer(total))}`);
}

function writeSeam(draft: Draft, {total}: Pages, from: number): void {
	const isCounted = total !== null;
	// What is the same afterwards as before has stood still.
	draft.block(`for _ in range(${mostRounds}):`, () => {
		const asked = [`read(${from}, 1)`, `read(${from + 1}, 1)`];
		if (isCounted) {
			draft.line(`before = both, count = read(${from}, 2)`);
			const last = from === 0 ? 'count - 1' : 'count';
			draft.line(`(first, of_one), (second, _), (last, _) = ${asked.join(', ')}, read(${last}, 1)`);
			draft.block(`if (read(${from}, 2), read(${from}, 1)) == (before, (first, of_one)):`, () => draft.line('break'));
		} else {
			draft.line(`both, first, second = read(${from}, 2), ${asked.join(', ')}`);
			draft.block(`if read(${from}, 2) == both:`, () => draft.line('break'));
		}
	});
	draft.block('else:', () => draft.line(`raise AssertionError("${setupPrefix}the list changes while it is read")`));
	writeAssert(draft, 'len(first) == len(second) == 1 and first != second', [
		'pages of one hold ',
		{code: 'first'},
		' and ',
		{code: 'second'},
	]);
	writeAssert(draft, 'first + second == both', [
		'two pages of one are ',
		{code: 'first + second'},
		', one page of two is ',
		{code: 'both'},
	]);
	if (!isCounted) {
		writeAssert(draft, 'read(100000, 1) == []', ['there is a page far behind the end']);
		return;
	}
	writeAssert(draft, `of_one == count >= ${atLeast}`, [
		`after ${atLeast} were made there are `,
		{code: 'of_one'},
		' in pages of one, and ',
		{code: 'count'},
		' in pages of two',
	]);
	writeAssert(draft, 'len(last) == 1', ['the last page holds ', {code: 'last'}, ' instead of one entry']);
	draft.line('beyond, _ = read(count + 1000, 1)');
	writeAssert(draft, 'beyond == []', ['behind the end there is ', {code: 'beyond'}]);
}

function writeWalk(draft: Draft, {page, next}: Pages): void {
	// Who counts entries shifts them when others add some meanwhile: what repeats them always does so.
	draft.block(`for _ in range(${mostWalks}):`, () => {
		draft.line('seen, cursor = [], None');
		draft.block(`for _ in range(${atLeast}):`, () => {
			draft.line('entries, part = read(cursor, 1)');
			writeAssert(draft, 'len(entries) == 1', ['a page of one holds ', {code: 'entries'}]);
			draft.line('seen += entries');
			draft.line(`cursor = ${nextCursor(page, next)}`);
			// Where no document says how the answer names its next page, none need be meant.
			writeAssert(draft, `cursor or len(seen) == ${atLeast}`, [
				...(next === undefined ? [setupPrefix] : []),
				`after ${atLeast} were made the list ends with `,
				{code: 'seen'},
			]);
		});
		draft.block('if all(seen.count(entry) == 1 for entry in seen):', () => draft.line('break'));
	});
	draft.block('else:', () => draft.line('raise AssertionError(f"the pages repeat {seen}")'));
}

/** How the next cursor is read of a `part`: where the document says, else under one of the usual names. */
export const nextCursor = (page: string, next: string | undefined): string =>
	next === undefined
		? nextKeys(page)
				.map(name => `part.get(${text(name)})`)
				.join(' or ')
		: got('part', readPointer(next));

/** Names under which an answer hands the next cursor on. */
const nextKeys = (page: string): string[] => [
	...new Set([`next${page[0]!.toUpperCase()}${page.slice(1)}`, `next_${page}`, 'nextToken', 'next']),
];
