import {expect, it} from 'vitest';
import {findRecords} from '../../../service/cleanup/find-records.ts';
import {endpointsOf} from './proofs-of-lines.ts';
import {callsOf, type Line} from './observed-lines.ts';

it('a record that a test has moved to the trash is told of, and its DELETE leaves no name to others', () => {
	const endpoints = endpointsOf(['POST /files', 'DELETE /files/{id}']);
	const lines: Line[] = [
		['POST /files', {status: 201, answer: {id: 'f7'}}],
		['DELETE /files/f7', {status: 204}],
	];
	const found = (marking: ReadonlyMap<string, string>) =>
		findRecords({calls: callsOf(lines), endpoints, base: [], marking}).records.map(one => one.removal?.isMarked);
	expect(found(new Map())).toEqual([]);
	expect(found(new Map([['/files/{id}', 'kept']]))).toEqual([true]);
	expect(found(new Map([['/notes/{id}', 'kept']]))).toEqual([]);
});

it('what a DELETE has removed that leaves others where they are is said to be there, unless a read missed it', () => {
	const endpoints = endpointsOf(['POST /files', 'GET /files/{id}', 'DELETE /files/{id}']);
	const made = (id: string): Line => ['POST /files', {status: 201, answer: {id}}];
	const lines: Line[] = [
		...['f1', 'f2', 'f3'].map(made),
		...['f1', 'f2', 'f3'].map((id): Line => [`DELETE /files/${id}`, {status: 204}]),
		['GET /files/f1', {answer: {id: 'f1'}}],
		['GET /files/f3', {status: 404}],
	];
	const left = (idle: ReadonlySet<string>) =>
		findRecords({calls: callsOf(lines), endpoints, base: [], idle}).records.map(({handle}) => handle);
	expect(left(new Set())).toEqual(['f1']);
	expect(left(new Set(['/files/{id}']))).toEqual(['f1', 'f2']);
});
