import {describe, expect, it} from 'vitest';
import type {ApiOperation} from '../../../service/inference/api-operation.ts';
import {kindNames, pairsOf} from '../../../service/inference/pairs.ts';
import {handleAt, readPointer} from '../../../service/inference/pointer.ts';

type Shape = {answer?: string[]; sent?: string[]; statuses?: number[]; query?: string[]; headers?: string[]};

const schema = (names: string[] | undefined) =>
	names && {type: 'object', properties: Object.fromEntries(names.map(name => [name, {type: 'string'}]))};

const parameter = (name: string) => ({name, required: true, schema: {type: 'string'}});

function api(operations: Record<string, Shape>): ApiOperation[] {
	return Object.entries(operations).map(([name, {answer, sent, statuses = [200], query = [], headers = []}]) => {
		const [method = '', path = ''] = name.split(' ');
		return {
			method,
			path,
			requestShape: {
				path: [],
				query: query.map(parameter),
				headers: headers.map(parameter),
				body: schema(sent),
			},
			responseShape: {statuses, body: schema(answer)},
		};
	});
}

const chosen = (operations: Record<string, Shape>) =>
	pairsOf(api(operations)).map(({creator, deletion, tier, handle}) => [
		`${creator.method} ${creator.path}`,
		deletion.path,
		tier,
		handle?.pointer ?? null,
	]);

const song = ['id', 'title', 'artist', 'length', 'genre', 'year', 'label', 'isrc', 'lyrics', 'cover', 'tempo'];

describe('pairs of a document', () => {
	it.each<[string, Record<string, Shape>, Array<[string, string, string, string | null]>]>([
		[
			'choose among DELETEs of one word by the fields of the record',
			{
				'POST /posts/{id}/comments': {answer: ['id', 'text', 'author', 'post'], statuses: [201]},
				'GET /comments/{commentId}': {answer: ['id', 'text', 'author', 'post']},
				'DELETE /comments/{commentId}': {},
				'GET /posts/comments/{commentId}': {answer: ['id', 'x1', 'x2', 'x3', 'x4']},
				'DELETE /posts/comments/{commentId}': {},
			},
			[['POST /posts/{id}/comments', '/comments/{commentId}', 'family', '$.id']],
		],
		[
			'find a copy by its fields, not an action',
			{
				'POST /songs/{id}/covers': {answer: song, statuses: [201]},
				'POST /songs/{id}/publish': {answer: song},
				'GET /songs/{id}': {answer: song},
				'DELETE /songs/{id}': {},
			},
			[['POST /songs/{id}/covers', '/songs/{id}', 'described', '$.id']],
		],
		[
			'never take the user for the membership',
			{
				'POST /teams/{id}/users': {sent: ['user_id'], answer: ['id', 'name', 'mail', 'role']},
				'GET /users/{userId}': {answer: ['id', 'name', 'mail', 'role']},
				'DELETE /users/{userId}': {},
			},
			[],
		],
		[
			'know an update from a creation',
			{
				'POST /tags': {answer: ['id', 'name'], statuses: [201]},
				'PUT /tags/{id}': {answer: ['id', 'name']},
				'DELETE /tags/{id}': {},
			},
			[['POST /tags', '/tags/{id}', 'path', '$.id']],
		],
		[
			'do not take away a whole list',
			{'POST /labels': {answer: ['ok']}, 'GET /labels/{id}': {}, 'DELETE /labels': {}},
			[],
		],
		[
			'take a DELETE with a body that names what it takes away',
			{
				'POST /tasks/{id}/assignees': {sent: ['assignees']},
				'DELETE /tasks/{id}/assignees': {sent: ['assignees']},
			},
			[['POST /tasks/{id}/assignees', '/tasks/{id}/assignees', 'collection', '$request.assignees']],
		],
		[
			'see through versions and forms',
			{'POST /v10/apps.json': {answer: ['id'], statuses: [201]}, 'DELETE /v9/apps/{id}.json': {}},
			[['POST /v10/apps.json', '/v9/apps/{id}.json', 'path', '$.id']],
		],
	])('%s', (_what, operations, wanted) => {
		expect(chosen(operations)).toEqual(wanted);
	});

	it('say what the DELETE needs beside its path', () => {
		const [pair] = pairsOf(
			api({
				'POST /pages': {answer: ['id', 'version'], statuses: [201]},
				'DELETE /pages/{id}': {query: ['version'], headers: ['If-Match']},
			}),
		);
		expect(pair?.needs.ifMatch).toMatchObject({required: true, changes: true});
		expect(pair?.needs.ifMatch?.pointers[0]).toBe('$header.ETag');
		expect(pair?.needs.query).toMatchObject([{name: 'version', required: true, changes: true}]);
		expect(pair?.needs.query[0]?.pointers[0]).toBe('$.version');
	});

	it('name the kinds of records, with the parent where two share a word', () => {
		expect([...kindNames(['/products/{id}/reviews', '/users/{id}/reviews', '/categories'])]).toEqual([
			['/products/{id}/reviews', 'product_review'],
			['/users/{id}/reviews', 'user_review'],
			['/categories', 'category'],
		]);
	});
});

describe('a pointer', () => {
	const sources = {
		answer: {data: [{id: 7, 'odd name': 'x'}], secret: 'k9'},
		request: {name: 'mails'},
		headers: {location: 'http://api.test/users/u%201/?a=b'},
		query: {key: ['q1', 'q2']},
		path: {id: 'p1'},
	};
	it.each<[string, string | null]>([
		['$.secret', 'k9'],
		['$.data[0].id', '7'],
		['$.data[*].id', '7'],
		["$.data[0]['odd name']", 'x'],
		['$request.name', 'mails'],
		['$header.Location', 'u 1'],
		['$query.key', 'q1'],
		['$path.id', 'p1'],
		['$.data[3].id', null],
		['$.constructor', null],
	])('%s leads to %s', (pointer, value) => {
		expect(handleAt(pointer, sources)).toBe(value);
	});

	it.each(['secret', '$.', '$[', '$.a[b]', '$other.a', '$header.a.b', ''])('is none: %s', text => {
		expect(readPointer(text)).toBeNull();
	});
});
