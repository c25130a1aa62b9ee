import {describe, expect, it} from 'vitest';
import {readList} from '../../../service/cleanup/list-pages.ts';

const url = 'http://api.test/things';
const records = (from: number, to: number) => Array.from({length: to - from + 1}, (_, n) => ({id: from + n}));

type Told = unknown | {body: unknown; headers: Record<string, string>};

/** Reads a list whose API answers so; answers how many records were shown, whether all were, and what was asked. */
async function read(answers: Readonly<Record<string, Told>>, parameters: readonly string[] = []) {
	const asked: string[] = [];
	const list = await readList(url, parameters, async address => {
		const query = new URL(address).search;
		asked.push(query);
		const told = answers[query] ?? answers['*'];
		const {body, headers} = isWithHeaders(told) ? told : {body: told, headers: {}};
		const whole = body === undefined ? null : JSON.stringify(body);
		const status = body === undefined ? 404 : 200;
		return {status, latencyMs: 1, detail: {responseHeaders: headers}, body: whole, whole, error: null};
	});
	return list && [list.items.length, list.isComplete, asked];
}

const isWithHeaders = (told: Told): told is {body: unknown; headers: Record<string, string>} =>
	typeof told === 'object' && told !== null && 'headers' in told;

describe('a list is read to its end', () => {
	it.each<[string, Record<string, Told>, readonly string[], unknown]>([
		['a plain array', {'': records(1, 3)}, [], [3, true, ['']]],
		['an empty one', {'': {things: []}}, [], [0, true, ['']]],
		[
			'by the link of a header',
			{
				'': {body: records(1, 2), headers: {link: '</things?page=2>; rel="next", </things?page=2>; rel="last"'}},
				'?page=2': {body: records(3, 3), headers: {link: '</things?page=1>; rel="prev"'}},
			},
			[],
			[3, true, ['', '?page=2']],
		],
		[
			'by a link of the body',
			{
				'': {data: records(1, 2), links: {next: `${url}?after=2`}},
				'?after=2': {data: records(3, 3), links: {next: null}},
			},
			[],
			[3, true, ['', '?after=2']],
		],
		[
			'by a cursor',
			{
				'': {items: records(1, 2), nextCursor: 'abc'},
				'?cursor=abc': {items: records(3, 3), nextCursor: null},
			},
			['cursor'],
			[3, true, ['', '?cursor=abc']],
		],
		[
			'by its total',
			{
				'': {items: records(1, 2), total: 3},
				'?offset=2': {items: records(3, 3), total: 3},
			},
			['offset', 'limit'],
			[3, true, ['', '?offset=2']],
		],
		[
			'by the page that it tells',
			{'': {items: records(1, 2), page: 1, total: 3}, '?page=2': {items: records(3, 3), page: 2, total: 3}},
			[],
			[3, true, ['', '?page=2']],
		],
		[
			'by the parameter of its document',
			{
				'': records(1, 2),
				'?page=2': records(3, 3),
				'?page=3': [],
			},
			['page'],
			[3, true, ['', '?page=2', '?page=3']],
		],
	])('%s', async (_, answers, parameters, expected) => {
		expect(await read(answers, parameters)).toEqual(expected);
	});
});

describe('a list is not taken for whole', () => {
	it.each<[string, Record<string, Told>, readonly string[]]>([
		['of a usual length', {'': records(1, 20)}, []],
		['that says that there are more', {'': {items: records(1, 3), hasMore: true}}, []],
		['that counts more', {'': {items: records(1, 3), totalCount: 4}}, []],
		['whose cursor nobody can send', {'': {items: records(1, 3), nextCursor: 'abc'}}, []],
		['that answers every page alike', {'*': records(1, 3)}, ['page']],
		['whose next page leads elsewhere', {'': {items: records(1, 3), next: 'http://other.test/things?page=2'}}, []],
		['whose next page fails', {'': {items: records(1, 3), next: '/things?page=2'}}, []],
	])('%s', async (_, answers, parameters) => {
		expect((await read(answers, parameters))?.[1]).toBe(false);
	});

	it('that has no end', async () => {
		let page = 0;
		const list = await readList(url, [], async () => {
			const whole = JSON.stringify({items: [{id: page}], next: `/things?page=${++page}`});
			return {status: 200, latencyMs: 1, detail: {}, body: null, whole, error: null};
		});
		expect(list).toMatchObject({isComplete: false, pages: 20});
	});
});

it.each([
	['nothing', undefined],
	['a page of a site', '<html>'],
	['an error', {error: 'no'}],
	['two lists', {a: [{}], b: [{}]}],
])('%s is no list', async (_, body) => {
	expect(await read({'*': body})).toBeNull();
});
