import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {findRecords} from '../../../service/cleanup/find-records.ts';
import {callsOf, type Line, origin} from './observed-lines.ts';
import {endpointsOf, verdicts, tags, put} from './proofs-of-lines.ts';

describe('nothing is proven', () => {
	it.each<[string, string[], Line[], string[]]>([
		['by a PUT on a chosen name', tags, [put()], ['? /tags/blue may_have_existed']],
		['by a 201 alone', tags, [put({status: 201})], ['? /tags/blue may_have_existed']],
		[
			'by a creation time before the call',
			['DELETE /users/{id}'],
			[['POST /users', {status: 201, answer: {id: 7, createdAt: '2026-01-01T00:00:00Z'}}]],
			['? /users/7 may_have_existed'],
		],
		[
			'by a 404 where nothing can be read',
			['DELETE /tags/{name}'],
			[['GET /tags/blue', {status: 404}], put()],
			['? /tags/blue may_have_existed'],
		],
		[
			'by an id that an earlier answer had shown',
			['DELETE /tags/{id}'],
			[
				['GET /tags', {answer: [{id: 5, name: 'x'}]}],
				['POST /tags', {sent: {name: 'x'}, answer: {id: 5}}],
			],
			['known_record'],
		],
		[
			'by a slug that the test has sent in another spelling',
			['DELETE /tags/{slug}'],
			[['POST /tags', {status: 201, sent: {title: 'My Tag'}, answer: {slug: 'my-tag'}}]],
			['? /tags/my-tag may_have_existed'],
		],
		[
			'by an answer that says that it was there',
			['DELETE /tags/{id}'],
			[['POST /tags', {answer: {id: 5, created: false}}]],
			['? /tags/5 may_have_existed'],
		],
		[
			'by a 200 of an endpoint that answers 201 when it creates',
			['DELETE /tags/{id}'],
			[
				['POST /tags', {status: 201, answer: {id: 5}}],
				['POST /tags', {answer: {id: 3}}],
			],
			['DELETE /tags/5 server_id', '? /tags/3 may_have_existed'],
		],
		[
			'by a 200 of an endpoint that the document says to answer 201, too',
			['DELETE /tags/{id}', 'POST /tags 200 201'],
			[['POST /tags', {answer: {id: 3}}]],
			['? /tags/3 may_have_existed'],
		],
		[
			'by a 200 with the name that was sent, which may have found what has it',
			['DELETE /labels/{id}'],
			[['POST /labels', {sent: {name: 'urgent'}, answer: {id: 3, name: 'urgent'}}]],
			['? /labels/3 may_have_existed'],
		],
		[
			'by the 201 of a call beside the collection, which may answer with any record',
			['DELETE /posts/{id}', 'GET /posts/{id}'],
			[['POST /posts/random', {status: 201, answer: {id: 3, self: '/posts/3', title: 'Hello'}}]],
			['? /posts/3 may_have_existed'],
		],
		[
			'by a toggle on a record that was there',
			['DELETE /posts/{id}/like'],
			[['POST /posts/5/like', {answer: {liked: true}}]],
			['? /posts/5/like may_have_existed'],
		],
		[
			'by a tag of all articles at an article of this run',
			['DELETE /articles/{id}', 'DELETE /tags/{name}'],
			[
				['POST /articles', {status: 201, answer: {id: 9}}],
				['POST /articles/9/tags', {sent: {name: 'blue'}, answer: {name: 'blue'}}],
			],
			['DELETE /articles/9 server_id', '? /tags/blue may_have_existed'],
		],
	])('%s', (_, endpoints, lines, wanted) => {
		expect(verdicts(endpoints, lines)).toEqual(wanted);
	});
});

describe('what was there before', () => {
	const endpoints = [
		'DELETE /users/{id}',
		'DELETE /tags/{name}',
		'GET /tags/{name}',
		'DELETE /users/{id}/tags/{name}',
		'DELETE /posts/{id}/like',
	];
	const canaries = ['1', '2'];
	const fresh = ['11', '12', '13'];
	const line = fc.oneof(
		fc.constantFrom(...fresh).map((id): Line => ['POST /users', {status: 201, sent: {n: 1}, answer: {id}}]),
		fc.constantFrom(...canaries).map((id): Line => ['POST /users', {sent: {n: 1}, answer: {id}}]),
		fc.constantFrom(...canaries, ...fresh).map((id): Line => [`PATCH /users/${id}`, {sent: {n: 2}, answer: {id}}]),
		fc.constantFrom(...canaries, ...fresh).map((id): Line => [`PUT /users/${id}`, {sent: {n: 2}, answer: {id}}]),
		fc.constantFrom('old', 'blue').map((name): Line => [`PUT /tags/${name}`, {status: 204, sent: {}}]),
		fc.constant<Line>(['GET /tags/blue', {status: 404}]),
		fc
			.tuple(fc.constantFrom(...canaries, ...fresh), fc.constantFrom('a', 'b'))
			.map(([id, name]): Line => [`PUT /users/${id}/tags/${name}`, {status: 200, sent: {}}]),
		fc.constantFrom(...canaries).map((id): Line => [`POST /posts/${id}/like`, {answer: {liked: true}}]),
		fc.constantFrom(...fresh).map((id): Line => [`DELETE /users/${id}`, {status: 204}]),
		fc.constant<Line>(['POST /users/login', {sent: {password: 'x'}, answer: {token: 't', user: {id: '1'}}}]),
		fc.constant<Line>(['POST /users/search', {answer: {data: [{id: '2'}]}}]),
	);
	const shown: Line[] = [
		['GET /users', {answer: canaries.map(id => ({id, n: 0}))}],
		['GET /tags', {answer: [{name: 'old'}]}],
	];

	it('is never deleted, and every write ends in one place', () => {
		fc.assert(
			fc.property(fc.array(line, {maxLength: 25}), lines => {
				const calls = callsOf([...shown, ...lines]);
				const {records, calls: nothing} = findRecords({calls, endpoints: endpointsOf(endpoints), base: []});
				const sent = records.flatMap(({deletion, reason}) =>
					deletion && reason === null ? deletion.url.slice(origin.length) : [],
				);
				for (const path of sent) {
					expect(path).not.toMatch(/^\/users\/[12](?:\/|$)/);
					expect(path).not.toMatch(/^\/posts\/|^\/tags\/old$/);
				}
				const writes = calls.filter(({method, status}) => /^(?:POST|PUT|PATCH)$/.test(method) && (status ?? 0) < 300);
				const made = new Set(records.map(({call}) => call.id));
				const ends = [...made, ...nothing.map(({call}) => call.id)].sort();
				expect(ends).toEqual(writes.map(({id}) => id).sort());
			}),
			{seed: 20_261_122, numRuns: 400},
		);
	});
});
