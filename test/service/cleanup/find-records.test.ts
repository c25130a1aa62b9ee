import {describe, expect, it} from 'vitest';
import {findRecords} from '../../../service/cleanup/find-records.ts';
import {callsOf, type Given, type Line, origin} from './observed-lines.ts';
import {endpointsOf, search, deletions} from './deletions-of-lines.ts';

describe('the endpoint that deletes a record', () => {
	it.each<[string, string[], Line, string[]]>([
		[
			'lies right below the creating path, also deep in it',
			['DELETE /items/{id}', 'DELETE /carts/{cartId}/items/{itemId}'],
			['POST /carts/c1/items', {status: 201, answer: {id: 'i1'}}],
			['/carts/c1/items/i1'],
		],
		[
			'takes a whole path for its parameter',
			['DELETE /items/{collection}/{id}', 'DELETE /items/{collection}'],
			['POST /items/books', {answer: {data: {id: 4}}}],
			['/items/books/4'],
		],
		[
			'is the same word in the singular',
			['DELETE /silence/{silenceID}'],
			['POST /silences', {answer: {silenceID: 's-1'}}],
			['/silence/s-1'],
		],
		[
			'is the same word in another case',
			['DELETE /OrderItem/{id}'],
			['POST /order-items', {status: 201, answer: {id: 3}}],
			['/OrderItem/3'],
		],
		[
			'stands at the top for a nested creation',
			['DELETE /reviews/{reviewId}'],
			['POST /products/p1/reviews', {status: 201, answer: {id: 'r1', productId: 'p1'}}],
			['/reviews/r1'],
		],
		[
			'has an action in its name',
			['DELETE /deleteUser/{id}'],
			['POST /createUser', {answer: {id: 8}}],
			['/deleteUser/8'],
		],
		['has an action behind its path', ['DELETE /users/{id}'], ['POST /users/create', {answer: {id: 8}}], ['/users/8']],
		[
			'lies below the base path of the API',
			['DELETE /pets/{petId}'],
			['POST /api/v3/pets', {status: 201, answer: {id: 5}}],
			['/api/v3/pets/5'],
		],
		[
			'takes back what the same path made',
			['DELETE /articles/{slug}/favorite'],
			['POST /articles/a-1/favorite', {answer: {article: {slug: 'a-1', favorited: true}}}],
			['/articles/a-1/favorite'],
		],
		[
			'takes back a PUT without a body',
			['DELETE /starred/{owner}/{repo}'],
			['PUT /starred/ada/lib', {status: 204}],
			['/starred/ada/lib'],
		],
		[
			'takes a PUT that answered 201',
			['DELETE /packages/{name}'],
			['PUT /packages/left', {status: 201, sent: {v: 1}, answer: {ok: true}}],
			['/packages/left'],
		],
	])('%s', (_what, endpoints, line, wanted) => {
		expect(deletions(endpoints, [line])).toEqual(wanted);
	});

	it.each<[string, string[], Line]>([
		['a login', ['DELETE /users/{id}'], ['POST /users/login', {answer: {user: {id: 1, token: 't'}}}]],
		[
			'a login answered 201',
			['DELETE /users/{id}'],
			['POST /auth/login', {status: 201, answer: {user: {id: 1}, access_token: 't'}}],
		],
		['a search', ['DELETE /users/{id}'], ['POST /users/search', {answer: {data: [{id: 1}, {id: 2}]}}]],
		[
			'a search at the collection',
			['DELETE /users/{id}'],
			['POST /users', {sent: {q: 'a'}, answer: {data: [{id: 1}, {id: 2}]}}],
		],
		['an action on a record', ['DELETE /orders/{id}'], ['POST /orders/5/pay', {answer: {id: 5, paid: true}}]],
		['an error that is answered 200', ['DELETE /users/{id}'], ['POST /users', {answer: {code: 17, message: 'no'}}]],
		['a refusal', ['DELETE /users/{id}'], ['POST /users', {status: 422, answer: {id: 1}}]],
		['the DELETE of a whole collection', ['DELETE /logs'], ['POST /logs', {status: 200, answer: {ok: true}}]],
	])('is not looked for after %s', (_what, endpoints, line) => {
		expect(search(endpoints, [line]).filter(({deletion}) => deletion !== null)).toEqual([]);
	});

	it('is not one that lies below another resource', () => {
		const line: Line = ['POST /tenants/t1/users', {status: 201, answer: {id: 'u1'}}];
		expect(deletions(['DELETE /groups/{groupId}/users/{userId}'], [line])).toEqual(['no_delete_endpoint u1']);
	});

	it('is known from a test that called it', () => {
		const lines: Line[] = [
			['POST /notes', {status: 201, answer: {id: 11}}],
			['DELETE /notes/11', {status: 204}],
			['POST /notes', {status: 201, answer: {id: 12}}],
		];
		expect(deletions([], lines)).toEqual(['/notes/12']);
	});
});

describe('a record', () => {
	it('is not tracked any more once a test has deleted it', () => {
		const lines: Line[] = [
			['POST /users', {status: 201, answer: {id: 7}}],
			['DELETE /users/7', {status: 204}],
		];
		expect(search(['DELETE /users/{id}'], lines)).toEqual([]);
	});

	it('is tracked again when it was made again after that', () => {
		const lines: Line[] = [
			['POST /queues', {status: 204, sent: {name: 'q1'}}],
			['DELETE /queues/q1', {status: 204}],
			['POST /queues', {status: 204, sent: {name: 'q1'}}],
		];
		expect(deletions(['DELETE /queues/{name}'], lines)).toEqual(['/queues/q1']);
	});

	it('stays tracked when the DELETE of a test failed', () => {
		const lines: Line[] = [
			['POST /users', {status: 201, answer: {id: 7}}],
			['DELETE /users/7', {status: 409}],
		];
		expect(search(['DELETE /users/{id}'], lines)).toMatchObject([{removal: {status: 409, isTeardown: false}}]);
	});

	it('keeps the DELETE that a teardown test sent', () => {
		const lines: Line[] = [
			['POST /users', {status: 201, answer: {id: 7}}],
			['DELETE /users/7', {status: 204, run: 'run_9', teardown: true}],
		];
		expect(search(['DELETE /users/{id}'], lines)).toMatchObject([{removal: {runId: 'run_9', isTeardown: true}}]);
	});

	it('is one record however often the same address was made', () => {
		const lines: Line[] = [
			['POST /articles/a/favorite', {answer: {}}],
			['POST /articles/a/favorite', {answer: {}}],
		];
		expect(search(['DELETE /articles/{slug}/favorite'], lines)).toHaveLength(1);
	});

	it('without a DELETE endpoint is known by its id and where it was made', () => {
		const line: Line = ['POST /users/u-12345678/letters', {status: 201, answer: {data: {id: 'l1'}}}];
		expect(search([], [line])).toMatchObject([
			{handle: 'l1', sourcePath: '/users/{userId}/letters', family: '/letters', reason: 'no_delete_endpoint'},
		]);
	});

	it('without a DELETE endpoint is one of as many as were asked for', () => {
		const line: Line = ['POST /rows/books', {sent: [{a: 1}, {a: 2}], answer: {data: [{id: 1}, {id: 2}]}}];
		expect(deletions([], [line])).toEqual(['no_delete_endpoint 1', 'no_delete_endpoint 2']);
	});

	it.each<[string, Given, string[]]>([
		['/customer/add', {answer: {success: true, result: 101}}, ['no_delete_endpoint 101']],
		['/createGroup', {answer: {code: 0, message: 'ok', data: 'g.s8oes9dh'}}, ['no_delete_endpoint g.s8oes9dh']],
		['/customer/add', {answer: {success: true, result: true}}, []],
		['/customer/add', {answer: {success: false, result: 101}}, []],
		['/customer/add', {sent: {id: 101}, answer: {success: true, result: 101}}, []],
		['/customer/count', {answer: {success: true, result: 101}}, []],
	])('is named by all that POST %s answers: %j', (path, given, found) => {
		expect(deletions([], [[`POST ${path}`, {sent: {name: 'B'}, ...given}]])).toEqual(found);
	});

	it('is no new one when an earlier answer showed it already', () => {
		const lines: Line[] = [
			['GET /articles', {answer: [{id: 1, title: 'A'}]}],
			['POST /versions/v-00000001/save', {sent: {title: 'B'}, answer: {data: {id: 1, title: 'B'}}}],
			['POST /letters', {sent: {text: 'B'}, answer: {data: {id: 1, text: 'B'}}}],
		];
		expect(search([], lines).map(({family, handle}) => `${family} ${handle}`)).toEqual(['/letters 1']);
	});

	it('is a new one although a record of another kind looks the same', () => {
		const lines: Line[] = [
			['POST /groups', {answer: {id: 1, name: 'A'}}],
			['POST /letters', {sent: {name: 'B'}, answer: {id: 1, name: 'B'}}],
		];
		expect(search([], lines).map(({family, handle}) => `${family} ${handle}`)).toEqual(['/groups 1', '/letters 1']);
	});

	it('stays tracked when the DELETE of a test answered 200 with an error inside', () => {
		const lines: Line[] = [
			['POST /users', {status: 201, answer: {id: 7}}],
			['DELETE /users/7', {answer: {success: false}}],
		];
		expect(deletions(['DELETE /users/{id}'], lines)).toEqual(['/users/7']);
	});

	it('is a token that says when it was created, and none that a login hands out', () => {
		const token = {token: 'x', key: 'k-17', user: 'ada', created: '2026-01-31T09:30:00.003Z'};
		expect(deletions([], [['POST /-/npm/v1/tokens', {answer: token}]])).toEqual(['no_delete_endpoint k-17']);
		expect(deletions([], [['POST /-/v1/login', {status: 201, answer: {token: 'x', user: {id: 7}}}]])).toEqual([]);
	});

	it('is the account that a sign-up made, also where it hands out a token', () => {
		const user = {username: 'ada', email: 'a@b.c'};
		const signUp = (request: string, status: number, answer: object): Line => [
			`POST ${request}`,
			{status, sent: {user: {...user, password: 's'}}, answer},
		];
		const made = {user: {...user, token: 't'}};
		expect(deletions([], [signUp('/users', 201, made)])).toEqual(['no_delete_endpoint ada']);
		expect(deletions([], [signUp('/auth/register', 201, {token: 't', email: 'a@b.c'})])).toEqual([
			'no_delete_endpoint a@b.c',
		]);
		expect(deletions([], [signUp('/auth/login', 201, made)])).toEqual([]);
		expect(deletions([], [signUp('/sessions', 201, made)])).toEqual([]);
		expect(deletions([], [signUp('/users', 200, made)])).toEqual([]);
		expect(deletions([], [signUp('/users', 201, {user: {username: 'bob', token: 't'}})])).toEqual([]);
	});

	it('is no record when a token was handed out', () => {
		expect(search([], [['POST /auth/login', {status: 201, answer: {access_token: 't', user: {id: 1}}}]])).toEqual([]);
	});
});

describe('the parents of a record', () => {
	const endpoints = [
		'DELETE /users/{id}',
		'DELETE /carts/{id}',
		'DELETE /carts/{cartId}/items/{itemId}',
		'DELETE /boards/{id}',
	];
	const parentsOf = (lines: readonly Line[]) => {
		const records = search(endpoints, lines);
		const paths = new Map(records.map(({key, deletion}) => [key, deletion?.url.slice(origin.length) ?? key]));
		return Object.fromEntries(
			records.map(({key, parents}) => [paths.get(key), parents.map(parent => paths.get(parent))]),
		);
	};

	it('are those whose handles its request carried, in path and body', () => {
		expect(
			parentsOf([
				['POST /users', {status: 201, answer: {id: 1}}],
				['POST /carts', {status: 201, sent: {userId: 1}, answer: {id: 1}}],
				['POST /carts/1/items', {status: 201, sent: {quantity: 1}, answer: {id: 1}}],
			]),
		).toEqual({'/users/1': [], '/carts/1': ['/users/1'], '/carts/1/items/1': ['/carts/1']});
	});

	it('are not found by a number that means something else', () => {
		expect(
			parentsOf([
				['POST /users', {status: 201, answer: {id: 3}}],
				['POST /carts', {status: 201, sent: {quantity: 3}, answer: {id: 4}}],
			])['/carts/4'],
		).toEqual([]);
	});

	it('may be of the same kind', () => {
		expect(
			parentsOf([
				['POST /boards', {status: 201, answer: {id: 1}}],
				['POST /boards', {status: 201, sent: {parentId: 1}, answer: {id: 2}}],
			]),
		).toEqual({'/boards/1': [], '/boards/2': ['/boards/1']});
	});
});

describe('a call one level below a collection that answers with records', () => {
	const made: Line = ['POST /labels/bulk', {status: 201, sent: [{name: 'red'}], answer: [{id: 7, name: 'red'}]}];
	const found = (line: Line, shown: unknown) => {
		const read = {method: 'GET', segments: ['labels', '7'], status: 200, response: shown, responseHeaders: {}};
		const reads = shown === undefined ? [] : [read];
		return findRecords({calls: callsOf([line]), endpoints: endpointsOf(['DELETE /labels/{id}']), base: [], reads})
			.records;
	};

	it('is asked for there, and deleted there when the collection shows what was sent', () => {
		expect(found(made, undefined)).toMatchObject([
			{deletion: null, reason: 'no_delete_endpoint', reads: [{url: `${origin}/labels/7`, handle: '7', isGuess: true}]},
		]);
		expect(found(made, {id: 7, name: 'red'})).toMatchObject([
			{deletion: {url: `${origin}/labels/7`}, reason: null, proof: {kind: 'server_id'}},
		]);
	});

	it('is not when the collection shows another record there, or the last word names records of its own', () => {
		expect(found(made, {id: 7, name: 'blue'})).toMatchObject([{deletion: null}]);
		const owners: Line = ['POST /labels/owners', {status: 201, sent: {name: 'red'}, answer: {id: 7, name: 'red'}}];
		expect(found(owners, {id: 7, name: 'red'})).toMatchObject([{deletion: null, reads: []}]);
	});
});

describe('several records that one call was asked for', () => {
	it('are told from what a search answers by what they repeat', () => {
		const sent = {items: [{name: 'red 1a2b3c4d'}, {name: 'blue 5e6f7a8b'}]};
		const answer = [
			{id: 7, name: 'red 1a2b3c4d'},
			{id: 8, name: 'blue 5e6f7a8b'},
		];
		const endpoints = endpointsOf(['DELETE /labels/{id}']);
		const found = (lines: Line[], reads: Parameters<typeof findRecords>[0]['reads'] = []) =>
			findRecords({calls: callsOf(lines), endpoints, base: [], reads});
		const read = (id: number, name: string) => ({
			...{method: 'GET', segments: ['labels', String(id)], status: 200},
			...{response: {id, name}, responseHeaders: {}},
		});
		const reads = [read(7, 'red 1a2b3c4d'), read(8, 'blue 5e6f7a8b')];
		expect(found([['POST /labels/bulk', {sent, answer}]], reads).records).toMatchObject([
			{deletion: {url: `${origin}/labels/7`}, proof: {kind: 'server_id'}},
			{deletion: {url: `${origin}/labels/8`}, proof: {kind: 'server_id'}},
		]);
		const search = found([['POST /labels/search', {sent: {names: ['red']}, answer}]], reads);
		expect(search.records).toEqual([]);
		expect(search.calls).toMatchObject([{reason: 'lists_records'}]);
	});
});

describe('a call on a record that answers with another one', () => {
	const clone = (answer: unknown): Line => ['POST /boards/21/clone', {status: 201, answer}];
	const read = (id: number, fields: object) => ({
		...{method: 'GET', segments: ['boards', String(id)], status: 200},
		...{response: {id, ...fields}, responseHeaders: {}},
	});
	const found = (line: Line, reads: Parameters<typeof findRecords>[0]['reads'], more: string[] = []) =>
		findRecords({
			calls: callsOf([line]),
			endpoints: endpointsOf(['DELETE /boards/{id}', 'GET /boards/{id}', ...more]),
			base: [],
			reads: reads ?? [],
		}).records;

	it('is read beside its source first', () => {
		expect(found(clone({id: 22, clonedFrom: 21}), [])).toMatchObject([
			{
				deletion: null,
				reads: [
					{url: `${origin}/boards/21`, isGuess: false, isContext: true},
					{url: `${origin}/boards/22`, isGuess: true},
				],
			},
		]);
	});

	it('has made a copy when that shows what its source shows, or the time of the call', () => {
		const copied = found(clone({id: 22, clonedFrom: 21}), [read(21, {name: 'Board 21'}), read(22, {name: 'Board 21'})]);
		expect(copied).toMatchObject([{deletion: {url: `${origin}/boards/22`}, proof: {kind: 'server_id'}}]);
		const timed = found(clone({id: 22}), [read(22, {createdAt: '2026-01-31T09:30:00.003Z'})]);
		expect(timed).toMatchObject([
			{
				deletion: {url: `${origin}/boards/22`},
				proof: {
					kind: 'created_at',
					text: expect.stringMatching(/^POST .* was answered 201, and its \w+ is of that moment$/),
				},
			},
		]);
	});

	it('has made something else when they only share a state, or when records lie at its path', () => {
		const runs = [read(21, {state: 'queued'}), read(22, {state: 'queued'})];
		expect(found(clone({id: 22, state: 'queued'}), runs)).toMatchObject([{deletion: null}]);
		const own = found(clone({id: 22}), [], ['GET /boards/{id}/clone']);
		expect(own).toMatchObject([{deletion: null, reads: []}]);
	});
});

describe('a user in the answer', () => {
	it('is not the record, whose own id only begins with its initial', () => {
		const lines: Line[] = [
			['POST /api/threads', {sent: {title: 'a-11ff22ee'}, answer: {response: {tid: 188, uid: 1, title: 'a-11ff22ee'}}}],
			['POST /api/threads', {sent: {title: 'b-11ff22ee'}, answer: {response: {tid: 189, uid: 1, title: 'b-11ff22ee'}}}],
			['DELETE /api/threads/189', {status: 204}],
		];
		expect(deletions([], lines)).toEqual(['/api/threads/188']);
		const post: Line = ['POST /posts', {answer: {uid: 4, number: 7, text: 'x'}}];
		expect(deletions(['DELETE /posts/{id}'], [post])).toEqual(['handle_missing null']);
	});
});

describe('an address that says in what form it is answered', () => {
	it('is learned from the DELETE of a test', () => {
		const lines: Line[] = [
			['POST /themes.json', {status: 201, answer: {theme: {id: 7}}}],
			['DELETE /themes/7.json', {status: 204}],
			['POST /themes.json', {status: 201, answer: {theme: {id: 8}}}],
		];
		expect(deletions([], lines)).toEqual(['/themes/8.json']);
	});

	it('gives the record below it the value alone', () => {
		const made: Line = ['PUT /themes/7.json', {status: 201, answer: {id: 7}}];
		expect(search(['DELETE /themes/{id}.json'], [made])).toMatchObject([{handle: '7'}]);
	});
});
