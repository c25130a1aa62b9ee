import {expect, it} from 'vitest';
import {findRecords} from '../../../service/cleanup/find-records.ts';
import {callsOf, type Line, origin} from './observed-lines.ts';

const endpoints = ['POST /articles', 'PUT /articles/{slug}', 'GET /articles/{slug}', 'DELETE /articles/{slug}'].map(
	(name, place) => {
		const [method = '', path = ''] = name.split(' ');
		return {endpointId: `ep_${place}` as const, method, path, basePath: ''};
	},
);
const left = (...lines: Line[]): Array<[string | null, string | undefined]> =>
	findRecords({calls: callsOf(lines), endpoints, base: []}).records.map(({handle, deletion}) => [
		handle,
		deletion?.url.slice(origin.length),
	]);

const made: Line = ['POST /articles', {status: 201, sent: {title: 'A'}, answer: {article: {slug: 'a-1', title: 'A'}}}];
const renamed = (from: string, to: string): Line => [
	`PUT /articles/${from}`,
	{sent: {title: to}, answer: {article: {slug: to, title: to}}},
];

it('a record is deleted at the address that a later change gave it', () => {
	expect(left(made, renamed('a-1', 'b-2'))).toEqual([['b-2', '/articles/b-2']]);
	expect(left(made, renamed('a-1', 'b-2'), renamed('b-2', 'ç d'))).toEqual([['ç d', '/articles/%C3%A7%20d']]);
});

it('a record that a test has deleted at its new address is gone', () => {
	expect(left(made, renamed('a-1', 'b-2'), ['DELETE /articles/b-2', {status: 204}])).toEqual([]);
});

it('a record that took the address of one that moved away has it', () => {
	expect(left(made, renamed('a-1', 'b-2'), made)).toEqual([
		['b-2', '/articles/b-2'],
		['a-1', '/articles/a-1'],
	]);
});

it.each<[string, Line[]]>([
	['that can still be read where it was', [renamed('a-1', 'b-2'), ['GET /articles/a-1', {answer: {slug: 'a-1'}}]]],
	['whose change was refused', [['PUT /articles/a-1', {status: 409, answer: {article: {slug: 'b-2'}}}]]],
	['whose change leaves its handle', [['PUT /articles/a-1', {answer: {article: {slug: 'a-1', title: 'b-2'}}}]]],
	['whose change is answered with a list', [['PUT /articles/a-1', {answer: [{slug: 'b-2'}, {slug: 'b-3'}]}]]],
	['beside one that was renamed', [renamed('other', 'b-2')]],
	['whose new name was only asked for', [['PUT /articles/a-1', {status: 204, sent: {slug: 'b-2'}}]]],
])('a record %s has not moved', (_, lines) => {
	expect(left(made, ...lines)).toEqual([['a-1', '/articles/a-1']]);
});

it('a new name that was answered with nothing counts once it can be read', () => {
	const asked: Line = ['PUT /articles/a-1', {status: 204, sent: {slug: 'b-2'}}];
	expect(left(made, asked, ['GET /articles/b-2', {answer: {slug: 'b-2'}}])).toEqual([['b-2', '/articles/b-2']]);
});
