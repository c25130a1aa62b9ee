import {describe, expect, it} from 'vitest';
import {Removals} from '../../../service/cleanup/removals.ts';
import {callsOf, type Line, origin} from './observed-lines.ts';

/** What became of the record that the first call created: `gone`, the status of the last DELETE that tried, or null. */
function fate(handle: string | null, path: string | null, lines: readonly Line[]) {
	const calls = callsOf(lines);
	const deletion = path === null ? null : {url: origin + path};
	const removal = new Removals(calls).last({handle, deletion}, calls[0]!, 0);
	return removal && (removal.isGone ? 'gone' : removal.status);
}
const made: Line = ['POST /items', {status: 201, answer: {id: 7}}];
const teardown = (request: string, more: Line[1] = {status: 204}): Line => [request, {...more, teardown: true}];

describe('a record was removed by a DELETE of a test', () => {
	it.each<[how: string, path: string | null, DELETE: Line]>([
		['to its address', '/items/7', ['DELETE /items/7', {status: 204}]],
		['to its handle below the path that created it', null, ['DELETE /items/7', {status: 200, answer: {ok: true}}]],
		['that names it in the query', '/items?id=7', teardown('DELETE /items?id=7')],
		[
			'that names it in the query, although its own address is known',
			'/items/7',
			teardown('DELETE /items?ids=3&ids=7'),
		],
		['that names it in the body', '/items/7', teardown('DELETE /items', {status: 204, sent: {id: 7}})],
		['that names it in a list', null, teardown('DELETE /items', {status: 200, sent: {ids: [3, 7]}})],
	])('%s', (_how, path, line) => {
		expect(fate('7', path, [made, line])).toBe('gone');
	});

	it('that was created by a PUT of its name', () => {
		const put: Line = ['PUT /tags/blue', {status: 201}];
		expect(fate('blue', null, [put, teardown('DELETE /tags/blue')])).toBe('gone');
	});
});

describe('a record that was deleted and brought back', () => {
	const gone: Line = ['DELETE /items/7', {status: 204}];
	it.each<[why: string, lines: Line[], expected: string | null]>([
		['is there', [gone, ['POST /items/7/restore']], null],
		['is there where a PATCH has done it', [gone, ['PATCH /items/7']], null],
		['is there after all', [gone, ['GET /items/7', {status: 404}], ['POST /items/7/restore']], null],
		['is gone once it is deleted again', [gone, ['POST /items/7/restore'], gone], 'gone'],
		['is gone where a read misses it', [gone, ['POST /items/7/ping'], ['GET /items/7', {status: 404}]], 'gone'],
		['is gone where that was refused', [gone, ['POST /items/7/restore', {status: 409}]], 'gone'],
		['is gone where it was done before', [['POST /items/7/archive'], gone], 'gone'],
		['is gone where another one was brought back', [gone, ['POST /items/8/restore']], 'gone'],
		['is gone where that was under way before', [['DELETE /items/7', {took: 50}], ['POST /items/7/pay']], 'gone'],
	])('%s', (_why, lines, expected) => {
		expect(fate('7', '/items/7', [made, ...lines])).toBe(expected);
	});
});

describe('a record that its own test still finds after a DELETE that was accepted', () => {
	const stays = (lines: readonly Line[]) => {
		const calls = callsOf([made, ...lines]);
		const record = {handle: '7', deletion: {url: `${origin}/items/7`}};
		return new Removals(calls).last(record, calls[0]!, 0)?.isStillThere;
	};
	const gone: Line = ['DELETE /items/7', {status: 204}];
	const found: Line = ['GET /items/7', {answer: {id: 7}}];
	it.each<[why: string, lines: Line[], expected: boolean]>([
		['is still there', [gone, found], true],
		['is still there after a second DELETE', [gone, found, gone, found], true],
		['is still there where a teardown has deleted it', [teardown('DELETE /items/7'), found], true],
		['is gone where a later read misses it', [gone, found, ['GET /items/7', {status: 404}]], false],
		['may go later', [['DELETE /items/7', {status: 202}], found], false],
		['was read before', [found, gone], false],
		['was read with an error inside', [gone, ['GET /items/7', {answer: {success: false}}]], false],
		['is not the one that another test finds', [gone, ['GET /items/7', {run: 'run_2', answer: {id: 7}}]], false],
		['is not what its list shows', [gone, ['GET /items', {answer: []}]], false],
		['was never said to be gone', [['DELETE /items/7', {status: 409}], found], false],
	])('%s', (_why, lines, expected) => {
		expect(stays(lines)).toBe(expected);
	});
});

describe('a record was not removed', () => {
	it.each<[why: string, path: string, lines: Line[], expected: number | null]>([
		['by the DELETE of another one in the query', '/items?id=7', [teardown('DELETE /items?id=8')], null],
		['by the DELETE of another one in the body', '/items/7', [teardown('DELETE /items', {sent: {id: 8}})], null],
		['by a DELETE before it was created', '/items/7', [], null],
		['by a DELETE that was answered with an error', '/items/7', [['DELETE /items/7', {answer: {success: false}}]], 200],
		[
			'by one that was answered 404 to hide it',
			'/items/7',
			[['GET /items/7'], ['DELETE /items/7', {status: 404}]],
			404,
		],
		[
			'by one whose 404 may say that the address is wrong',
			'/items/7',
			[teardown('DELETE /items/7', {status: 404})],
			404,
		],
	])('%s', (_why, path, lines, expected) => {
		expect(fate('7', path, [made, ...lines])).toBe(expected);
	});

	it('a 404 counts for a teardown test where the address had answered, and for others after a doubtful DELETE', () => {
		expect(fate('7', '/items/7', [made, ['GET /items/7'], teardown('DELETE /items/7', {status: 404})])).toBe('gone');
		const doubtful: Line[] = [['GET /items/7'], ['DELETE /items/7', {status: 500}], ['DELETE /items/7', {status: 404}]];
		expect(fate('7', '/items/7', [made, ...doubtful])).toBe('gone');
	});
});
