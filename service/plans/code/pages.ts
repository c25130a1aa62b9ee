import type {Check, Step} from '../recipe.ts';
import {got, jsonOf, namedJson, read} from './access.ts';
import type {Draft} from './draft.ts';
import {dict, text, width} from './expression.ts';
import {each, readPointer, type Segment} from './pointer.ts';
import {activeAsserts} from './references.ts';
import {requestExpression, requestOf} from './request.ts';
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
const isCursor = (name: string): boolean => /cursor|token|after|next|marker/i.test(name);

/** Two pages of one entry are one page of two; no page is longer than asked for; past the end there is nothing. */
export function writePages(draft: Draft, step: Step, pages: Pages): void {
	const status = statusOf(step)?.check.oneOf ?? [200];
	const request = requestOf(draft, step);
	const place = listPlace(step);
	const params = dict([
		...valuesOf(draft, step.call.query).filter(([name]) => name !== pages.size && name !== pages.page),
		[pages.page, 'page'],
		[pages.size, 'size'],
	]);
	draft.block('def read(page, size):', () => {
		const isWalk = isCursor(pages.page);
		const given = isWalk ? `{${text(pages.size)}: size, **({${text(pages.page)}: page} if page else {})}` : params;
		draft.put('response = ', requestExpression({...request, params: given}));
		draft.subject = {step: step.id, asserts: [statusOf(step)?.id ?? 'status']};
		writeAssert(draft, statusCondition('response', status), [
			'page ',
			{code: 'page'},
			' of size ',
			{code: 'size'},
			`: expected ${statusWords(status)}, got `,
			{code: 'response.status_code'},
			': ',
			{code: 'response.text[:200]'},
		]);
		draft.subject = null;
		const kind = typeof place[0] === 'string' ? 'dict' : null;
		draft.line(`return ${namedJson(jsonOf('response'), [], kind)}`);
	});
	draft.gap();
	if (isCursor(pages.page)) writeWalk(draft, pages, place);
	else writeSeam(draft, pages, place);
}

function writeSeam(draft: Draft, {page, total}: Pages, place: readonly Segment[]): void {
	const [one, two] = isOffset(page) ? [0, 1] : [1, 2];
	const list = (name: string) => read(name, place);
	const count = (name: string) => (total === null ? null : read(name, readPointer(total)));
	const isSame = `${list('first')} + ${list('second')} == ${list('both')}`;
	const moved = total === null ? '' : `${count('first')} != ${count('both')}`;
	const either = total === null ? 'is_seamless' : `is_seamless or ${moved}`;
	draft.block('for _ in range(3):', () => {
		draft.line(`first, second, both = read(${one}, 1), read(${two}, 1), read(${isOffset(page) ? 0 : 1}, 2)`);
		draft.line(`is_seamless = ${isSame}`);
		draft.block(`if ${either}:`, () => draft.line('break'));
	});
	writeAssert(draft, either, [
		'two pages of one are ',
		{code: list('first')},
		' and ',
		{code: list('second')},
		', one page of two is ',
		{code: list('both')},
	]);
	const lengths = `len(${list('first')}) <= 1 and len(${list('second')}) <= 1 and len(${list('both')}) <= 2`;
	if (lengths.length + draft.indent < width - 40)
		writeAssert(draft, lengths, ['a page is longer than asked for: ', {code: list('both')}]);
	if (total === null) {
		writeAssert(draft, `${list('read(100000, 1)')} == []`, ['there is a page far behind the end']);
		return;
	}
	const last = isOffset(page) ? `${count('both')} - 1` : count('both');
	draft.line(`last = read(${last}, 1)`);
	writeAssert(draft, `len(${list('last')}) == 1 or ${count('last')} != ${count('both')}`, [
		'the last page holds ',
		{code: list('last')},
		' instead of one entry',
	]);
	draft.line(`beyond = read(${count('both')} + 1000, 1)`);
	writeAssert(draft, `${list('beyond')} == []`, ['behind the end there is ', {code: list('beyond')}]);
}

function writeWalk(draft: Draft, {page, next}: Pages, place: readonly Segment[]): void {
	const list = (name: string) => read(name, place);
	draft.line('seen, cursor = [], None');
	draft.block('for _ in range(3):', () => {
		draft.line('part = read(cursor, 1)');
		writeAssert(draft, `len(${list('part')}) <= 1`, ['a page of size 1 holds ', {code: list('part')}]);
		writeAssert(draft, `not any(entry in seen for entry in ${list('part')})`, [
			'a page repeats ',
			{code: list('part')},
		]);
		draft.line(`seen += ${list('part')}`);
		draft.line(`cursor = ${nextCursor(page, next)}`);
		draft.block('if not cursor:', () => draft.line('break'));
	});
	writeAssert(draft, 'seen', ['the first page is empty: ', {code: 'part'}]);
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
