import {describe, expect, it} from 'vitest';
import {discoverEndpoints, getDiscovery} from '../../../contract/routes/discovery.ts';
import {pythonOfFile} from '../../helpers/python-of-file.ts';
import {type Behaviour, readable, survives, users} from './behaviours.ts';
import {fates, startProject} from './clean-up.ts';
import type {Asked, Told} from './start-api.ts';

const gone: Told = [404, {error: 'not found'}];
const repeated = (status: number): [string, Behaviour] => [
	`a DELETE that has worked without saying so is repeated and answers ${status}`,
	{
		...users(({method, before}) => (method === 'GET' ? gone : before === 0 ? 'drop' : status)),
		records: ['/users 7 auto'],
		sent:
			status === 500
				? ['DELETE /users/7 drop', 'DELETE /users/7 500', 'DELETE /users/7 500']
				: ['DELETE /users/7 drop', `DELETE /users/7 ${status}`],
	},
];

const behaviours: Array<[behaviour: string, Behaviour]> = [
	...[200, 202, 204, 400, 403, 404, 500].map(repeated),
	[
		'a record that a test has deleted is not deleted again',
		{
			deletes: ['/users/{id}'],
			api: ({method, before}) => (method === 'POST' ? [201, {id: 7}] : before === 0 ? 204 : 403),
			test: ["post('/users', {'name': 'Ada'})", "delete('/users/7')"],
			records: [],
			sent: ['DELETE /users/7 204'],
		},
	],
	[
		'a test deletes, is answered 500 although it worked, and the next DELETE is refused',
		{
			deletes: ['/users/{id}'],
			api: readable('/users/7', {id: 7}, ({method, before}) =>
				method === 'POST' ? [201, {id: 7}] : method === 'GET' ? gone : before === 0 ? 500 : 400,
			),
			test: ["post('/users', {'name': 'Ada'})", "get('/users/7')", "delete('/users/7')"],
			records: ['/users 7 auto'],
			sent: ['DELETE /users/7 500', 'DELETE /users/7 400'],
		},
	],
	[
		'a DELETE answers 500 and has deleted',
		{
			...users(({method, before}) => (method === 'GET' || before > 0 ? gone : 500)),
			records: ['/users 7 auto'],
			sent: ['DELETE /users/7 500', 'DELETE /users/7 404'],
		},
	],
	[
		'a DELETE answers 500 whatever happens, and has deleted',
		{
			...users(({method}) => (method === 'GET' ? gone : 500)),
			records: ['/users 7 auto'],
			sent: ['DELETE /users/7 500', 'DELETE /users/7 500', 'DELETE /users/7 500'],
		},
	],
	[
		'a DELETE answers 500 and works at the second try',
		{
			...users(({method, before}) => (method === 'GET' ? gone : before === 0 ? 500 : 204)),
			records: ['/users 7 auto'],
			sent: ['DELETE /users/7 500', 'DELETE /users/7 204'],
		},
	],
	[
		'a DELETE answers 500 and the record stays',
		{
			...users(({method}) => (method === 'GET' ? [200, {id: 7}] : 500)),
			records: ['/users 7 orphaned'],
			sent: ['DELETE /users/7 500', 'DELETE /users/7 500', 'DELETE /users/7 500'],
		},
	],
	[
		'reading a deleted record is forbidden, not "not found", and the list does not show it',
		{
			...users(({method, path}) => {
				if (method === 'DELETE') return 'drop';
				return path === '/users' ? [200, {data: [{id: 8}]}] : [403, {errors: [{message: 'forbidden'}]}];
			}),
			records: ['/users 7 auto'],
			sent: ['DELETE /users/7 drop', 'DELETE /users/7 drop', 'DELETE /users/7 drop'],
		},
	],
	[
		'reading is forbidden altogether: nothing proves that the record is gone',
		{
			...users(({method}) => (method === 'DELETE' ? 'drop' : 403)),
			records: ['/users 7 orphaned'],
			sent: ['DELETE /users/7 drop', 'DELETE /users/7 drop', 'DELETE /users/7 drop'],
		},
	],
	[
		'a DELETE without a body is refused with 415 unless it says application/json',
		{
			...users(({headers}) => (headers['content-type'] === 'application/json' ? 204 : 415)),
			records: ['/users 7 auto'],
			sent: ['DELETE /users/7 415', 'DELETE /users/7 204'],
		},
	],
	[
		'a DELETE answers HTTP 200 with an error inside, and the record is still there',
		{
			...users(({method, path}) => {
				if (method === 'GET') return path === '/users/7' ? [200, {id: 7}] : gone;
				return [200, {code: 4, message: 'locked', data: null}];
			}),
			records: ['/users 7 failed'],
			sent: ['DELETE /users/7 200'],
		},
	],
	[
		'a DELETE answers HTTP 200 with an error inside, because the record is gone',
		{
			...users(({method}) => (method === 'GET' ? gone : [200, {code: 4, message: 'no such user', data: null}])),
			records: ['/users 7 auto'],
			sent: ['DELETE /users/7 200'],
		},
	],
	[
		'a record is archived instead of deleted: it can still be read',
		{
			deletes: ['/silence/{silenceID}'],
			api: ({method, path}) => {
				if (method === 'POST') return [200, {silenceID: 's-1'}];
				if (method === 'DELETE') return 200;
				return path === '/silence/s-1' ? [200, {id: 's-1', status: 'expired'}] : gone;
			},
			test: ["post('/silences', {'comment': 'quiet'})", "get('/silence/s-1')"],
			records: ['/silence s-1 orphaned archived'],
			sent: ['DELETE /silence/s-1 200'],
		},
	],
	[
		'a record that says itself that it was put away is read once',
		{
			deletes: ['/doctors/{id}'],
			api: ({method, path}) => {
				if (method === 'POST') return [201, {id: 7, active: true}];
				if (method === 'DELETE') return 204;
				return path === '/doctors/7' ? [200, {id: 7, active: false}] : gone;
			},
			test: ["post('/doctors', {'name': 'Ada'})"],
			records: ['/doctors 7 orphaned archived'],
			sent: ['DELETE /doctors/7 204'],
		},
	],
	[
		'a DELETE answers 404 at an address that never answered: nothing says that the record is gone',
		{
			deletes: ['/users/{id}'],
			api: ({method}) => (method === 'POST' ? [201, {id: 7}] : gone),
			test: ["post('/users', {'name': 'Ada'})"],
			records: ['/users 7 orphaned wrong_endpoint'],
			sent: ['DELETE /users/7 404'],
		},
	],
	[
		'a DELETE answers 404 where a website answers every GET with its page',
		{
			deletes: ['/users/{id}'],
			api: ({method}) => (method === 'POST' ? [201, {id: 7}] : method === 'GET' ? [200, undefined, {}] : gone),
			test: ["post('/users', {'name': 'Ada'})"],
			records: ['/users 7 orphaned wrong_endpoint'],
			sent: ['DELETE /users/7 404'],
		},
	],
	[
		'a DELETE answers 404 for a record that a test had read, and that went by itself',
		{
			deletes: ['/users/{id}'],
			api: ({method, before}) =>
				method === 'POST' ? [201, {id: 7}] : method === 'GET' && before === 0 ? [200, {id: 7}] : gone,
			test: ["post('/users', {'name': 'Ada'})", "get('/users/7')"],
			records: ['/users 7 auto'],
			sent: ['DELETE /users/7 404'],
		},
	],
	[
		'a DELETE answers 404 at an address that shows the record before and after: no such route',
		{
			deletes: ['/users/{id}'],
			api: ({method, path}) =>
				method === 'POST' ? [201, {id: 7}] : method === 'GET' && path === '/users/7' ? [200, {id: 7}] : gone,
			test: ["post('/users', {'name': 'Ada'})", "get('/users/7')"],
			records: ['/users 7 orphaned wrong_endpoint'],
			sent: ['DELETE /users/7 404'],
		},
	],
	...([200, 202, 204] as const).map((status): [string, Behaviour] => [
		`a DELETE answers ${status}, and the record can still be read`,
		{
			...users(({method, path}) => {
				if (method === 'DELETE') return status;
				return path === '/users/7' ? [200, {data: {id: 7, status: 'archived'}}] : gone;
			}),
			records: ['/users 7 orphaned archived'],
			sent: [`DELETE /users/7 ${status}`],
		},
	]),
	[
		'a DELETE answers 202, and the record goes a moment later',
		{
			...users(({method, before}) => {
				if (method === 'DELETE') return 202;
				return before < 3 ? [200, {id: 7}] : gone;
			}),
			records: ['/users 7 auto'],
			sent: ['DELETE /users/7 202'],
		},
	],
	...(
		[
			['is forbidden', [403, {error: 'forbidden'}]],
			['answers 200 with an error inside', [200, {error: 'no such user'}]],
			['answers 200 with nothing inside', [200, {}]],
			['answers every handle alike', [200, {id: 7, name: 'Nobody'}]],
		] as Array<[string, Told]>
	).map(([how, told]): [string, Behaviour] => [
		`a DELETE works, and reading afterwards ${how}: the record is gone`,
		{
			...users(({method}) => (method === 'DELETE' ? 204 : told)),
			records: ['/users 7 auto'],
			sent: ['DELETE /users/7 204'],
		},
	]),
	[
		'a DELETE wants to hear which state of the record is meant',
		{
			...users(({method, headers}) => {
				if (method === 'GET') return gone;
				return headers['if-match'] === '"v3"' ? 204 : 428;
			}),
			api: (() => {
				let isDeleted = false;
				return ({method, path, headers}: Asked): Told => {
					if (method === 'POST') return [201, {id: 7}];
					if (path !== '/users/7' || isDeleted) return gone;
					if (method === 'GET') return [200, {id: 7}, {etag: '"v3"'}];
					isDeleted = headers['if-match'] === '"v3"';
					return isDeleted ? 204 : 428;
				};
			})(),
			records: ['/users 7 auto'],
			sent: ['DELETE /users/7 428', 'DELETE /users/7 204'],
		},
	],
	[
		'a parent id is only known from a list: its child goes first',
		{
			deletes: ['/boards/{boardId}', '/boards/{boardId}/cards/{cardId}'],
			api: ({method, path}) => {
				if (method === 'DELETE') return 204;
				if (path.endsWith('/cards')) return [201, {id: 'card-1'}];
				return method === 'GET' ? [200, [{id: 'board-1', title: 'Plans'}]] : [201, {ok: true}];
			},
			test: [
				"post('/boards', {'title': 'Plans'})",
				"board = get('/boards')[1][0]['id']",
				"post(f'/boards/{board}/cards', {'text': 'x'})",
			],
			records: ['/boards board-1 auto', '/cards card-1 auto'],
			sent: ['DELETE /boards/board-1/cards/card-1 204', 'DELETE /boards/board-1 204'],
		},
	],
	[
		'the server crashes on a call of a test: what the others created is deleted',
		{
			deletes: ['/users/{id}'],
			api: ({method, path}) => (path === '/crash' ? 'drop' : method === 'POST' ? [201, {id: 7}] : 204),
			test: ["post('/users', {'name': 'Ada'})", "post('/crash')"],
			// Whether that call made something is not known.
			records: ['/users 7 auto', '/crash (no id) orphaned unknown_outcome'],
			sent: ['DELETE /users/7 204'],
		},
	],
	[
		'the server crashes on a DELETE, and the record is gone',
		{
			...users(({method}) => (method === 'GET' ? gone : 'drop')),
			records: ['/users 7 auto'],
			sent: ['DELETE /users/7 drop', 'DELETE /users/7 drop', 'DELETE /users/7 drop'],
		},
	],
	[
		'the server crashes on a DELETE, and the record stays',
		{
			...users(({method}) => (method === 'GET' ? [200, {id: 7}] : 'drop')),
			records: ['/users 7 orphaned'],
			sent: ['DELETE /users/7 drop', 'DELETE /users/7 drop', 'DELETE /users/7 drop'],
		},
	],
];

const python = pythonOfFile();

describe('cleanup survives that', () => {
	survives(python, behaviours);

	it('records without a DELETE endpoint go with the record they lie in, or do not', async () => {
		let isTable = true;
		const project = await startProject(
			python(),
			({method, path}) => {
				if (method === 'POST') return path === '/tables' ? [200, {data: {id: 'books-0001'}}] : [200, {data: {id: 5}}];
				if (method === 'DELETE') {
					isTable = false;
					return 204;
				}
				// Orders can be read before and after; what cannot be read proves nothing.
				if (path === '/orders/books-0001/5') return 200;
				return path === '/rows/books-0001/5' && isTable ? 200 : 403;
			},
			['/tables/{id}'],
		);
		await project.add('makes a table with contents', [
			"post('/tables', {'name': 'books'})",
			"post('/rows/books-0001', {'title': 'Emma'})",
			"post('/orders/books-0001', {'title': 'Emma'})",
			"post('/notes/books-0001', {'title': 'Emma'})",
		]);
		const view = await project.cleaned(await project.begin());
		expect(fates(view)).toEqual(['/notes 5 orphaned', '/orders 5 orphaned', '/rows 5 gone', '/tables books-0001 auto']);
		expect(view.progress).toMatchObject({captured: 4, cleaned: 2, orphaned: 2});
		expect(project.api.deletes()).toEqual(['DELETE /tables/books-0001 204']);
	});

	it('what a PUT has set where nothing can be read is not called gone', async () => {
		const project = await startProject(
			python(),
			({method}) => {
				if (method === 'POST') return [201, {id: 'books-0001'}];
				return method === 'PUT' ? [200, {tags: ['news']}] : method === 'DELETE' ? 204 : 404;
			},
			['/tables/{id}', '/articles/{id}/tags/{tag}'],
		);
		await project.add('tags an article of somebody else', [
			"post('/tables', {'name': 'books'})",
			"put('/articles/502/tags/news', {})",
		]);
		const view = await project.cleaned(await project.begin());
		expect(fates(view)).toEqual(['/tables books-0001 auto', '/tags news orphaned']);
		expect(view.orphaned).toMatchObject([{reason: 'may_have_existed'}]);
		expect(project.api.deletes()).toEqual(['DELETE /tables/books-0001 204']);
	});

	it('a record that says that it was put away is not read again and again', async () => {
		let reads = 0;
		const project = await startProject(
			python(),
			({method, path}) => {
				if (method === 'POST') return [201, {id: 7, active: true}];
				if (method === 'DELETE') return 204;
				if (path !== '/doctors/7') return gone;
				reads++;
				return [200, {id: 7, active: false}];
			},
			['/doctors/{id}'],
		);
		await project.add('makes a doctor', ["post('/doctors', {'name': 'Ada'})"]);
		const view = await project.cleaned(await project.begin());
		expect(fates(view)).toEqual(['/doctors 7 orphaned']);
		expect(view.orphaned).toMatchObject([{reason: 'archived'}]);
		// Before the DELETE, after it, and once at the end.
		expect(reads).toBe(3);
	});

	it('the server named by the document is another host', async () => {
		const document = {
			openapi: '3.0.3',
			info: {title: 'API', version: '1'},
			servers: [{url: 'https://api.elsewhere.example/v2'}],
			paths: {
				'/users': {post: {responses: {201: {description: 'made'}}}},
				'/users/{id}': {
					parameters: [{name: 'id', in: 'path', required: true, schema: {type: 'string'}}],
					delete: {responses: {204: {description: 'gone'}}},
				},
			},
		};
		const project = await startProject(
			python(),
			({method, path}) => (path === '/openapi.json' ? [200, document] : method === 'POST' ? [201, {id: 7}] : 204),
			[],
			'/v2',
		);
		const {projectId} = project;
		const documentUrl = `${project.api.url}/openapi.json`;
		await project.call(discoverEndpoints, {params: {projectId}, body: {documentUrl, probe: false}});
		for (let since = 0; ; ) {
			const {body} = await project.call(getDiscovery, {params: {projectId}, query: {since, waitSeconds: 20}});
			if (body.status === 'done') break;
			expect(['queued', 'reading', 'probing']).toContain(body.status);
			since = body.version;
		}
		await project.add('makes a user', ["post('/users', {'name': 'Ada'})"]);
		const view = await project.cleaned(await project.begin());
		expect(fates(view)).toEqual(['/users 7 auto']);
		expect(project.api.deletes()).toEqual(['DELETE /v2/users/7 204']);
	});
});
