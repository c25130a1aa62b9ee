import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {findRecords} from '../../service/cleanup/find-records.ts';
import {lifeAfter} from '../../service/cleanup/note-sightings.ts';
import {callsOf, type Given, type Line, origin} from './observed-lines.ts';

const endpointsOf = (names: readonly string[]) =>
	names.map((name, place) => {
		const [method = '', path = ''] = name.split(' ');
		return {endpointId: `ep_${place}`, method, path, basePath: ''};
	});

/** `DELETE <path> <proof>` of each record that would be deleted, `? <path>` of each that may have existed. */
function verdicts(endpoints: readonly string[], lines: readonly Line[]): string[] {
	const {records, calls} = findRecords({calls: callsOf(lines), endpoints: endpointsOf(endpoints), base: []});
	return [
		...records.map(({deletion, proof, reason}) =>
			proof && deletion
				? `DELETE ${deletion.url.slice(origin.length)} ${proof.kind}`
				: `? ${deletion?.url.slice(origin.length) ?? ''} ${reason}`,
		),
		...calls.map(({reason}) => reason),
	];
}

const tags = ['DELETE /tags/{name}', 'GET /tags/{name}'];
const put = (given: Given = {}): Line => ['PUT /tags/blue', {sent: {color: 1}, ...given}];

describe('a record is proven', () => {
	it.each<[string, string[], Line[], string[]]>([
		['by a new id', ['DELETE /users/{id}'], [['POST /users', {answer: {id: 7}}]], ['DELETE /users/7 server_id']],
		[
			'by a read that was answered 404 before',
			tags,
			[['GET /tags/blue', {status: 404}], put()],
			['DELETE /tags/blue absent_before'],
		],
		[
			'by a creation time within the call, when it was answered 201',
			tags,
			[put({status: 201, answer: {created_at: '2026-01-31T09:30:00.003Z'}})],
			['DELETE /tags/blue created_at'],
		],
		[
			'by its parent',
			['DELETE /users/{id}', 'DELETE /users/{id}/tags/{name}'],
			[
				['POST /users', {status: 201, answer: {id: 7}}],
				['PUT /users/7/tags/blue', {status: 204}],
			],
			['DELETE /users/7 server_id', 'DELETE /users/7/tags/blue owned_parent'],
		],
		[
			'by an id that was used before and deleted',
			['DELETE /users/{id}'],
			[
				['GET /users', {answer: [{id: 7}]}],
				['DELETE /users/7', {status: 204}],
				['POST /users', {answer: {id: 7}}],
			],
			['DELETE /users/7 server_id'],
		],
	])('%s', (_, endpoints, lines, wanted) => {
		expect(verdicts(endpoints, lines)).toEqual(wanted);
	});
});

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

describe('the life of a record over many runs', () => {
	it('begins again when it is shown after it was gone', () => {
		const life = lifeAfter(null, [
			{at: 1, isShown: true},
			{at: 5, isShown: false},
			{at: 9, isShown: true},
		]);
		expect(life).toEqual({firstAt: 9, lastAt: 9, goneAt: null});
	});

	it('goes on when somebody tells late of an end in its middle', () => {
		const life = {firstAt: 1, lastAt: 9, goneAt: null};
		expect(lifeAfter(life, [{at: 5, isShown: false}])).toEqual(life);
		expect(lifeAfter(life, [{at: 10, isShown: false}])).toEqual({...life, goneAt: 10});
	});
});
