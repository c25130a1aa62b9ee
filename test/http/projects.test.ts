import {describe, expect, it} from 'vitest';
import {createProject, deleteProject, getProject, listProjects, updateProject} from '../../contract/routes/projects.ts';
import {createTest, getTest} from '../../contract/routes/tests.ts';
import {startHttp} from './start-http.ts';

const backend = {type: 'backend', name: 'Shop'} as const;

describe('creating a project', () => {
	it('answers 201 with the project, which can then be read and listed', async () => {
		const http = await startHttp();
		const created = await http.call(createProject, {
			body: {type: 'backend', name: '  Shop API ', targetUrl: 'http://127.0.0.1:4000', instruction: 'slowly'},
		});
		expect(created.body).toMatchObject({
			name: 'Shop API',
			type: 'backend',
			createdFrom: 'cli',
			targetUrl: 'http://127.0.0.1:4000',
			instruction: 'slowly',
			hasLogin: false,
			lastBatchId: null,
		});
		expect(created.body.id).toMatch(/^prj_/);
		expect(created.body.projectId).toBe(created.body.id);
		const projectId = created.body.id;
		expect((await http.call(getProject, {params: {projectId}})).body).toMatchObject(created.body);
		expect((await http.call(listProjects)).body).toEqual({items: [created.body], nextToken: null});
	});

	it.each([
		[{name: 'x'}, 'type', 'required'],
		[{type: 'mobile', name: 'x'}, 'type', 'enum'],
		[{type: 'backend'}, 'name', 'required'],
		[{type: 'backend', name: null}, 'name', 'required'],
		[{type: 'backend', name: '   '}, 'name', 'empty'],
		[{type: 'backend', name: 'x'.repeat(201)}, 'name', 'too_long'],
		[{type: 'backend', name: 7}, 'name', 'type'],
		[{type: 'frontend', name: 'x'}, 'targetUrl', 'required'],
		[{...backend, targetUrl: 'ftp://example.com'}, 'targetUrl', 'invalid'],
		[{...backend, targetUrl: 'nowhere'}, 'targetUrl', 'invalid'],
		[{...backend, targetUrl: 'http://169.254.169.254/'}, 'targetUrl', 'private_address'],
		[{...backend, password: 'x'.repeat(1025)}, 'password', 'too_long'],
		[{...backend, instruction: 'x'.repeat(4001)}, 'instruction', 'too_long'],
		[{...backend, testIdAttributes: ['data-test']}, 'testIdAttributes', 'frontend_only'],
		[{...backend, testIdAttributes: ['[bad]']}, 'testIdAttributes[0]', 'invalid'],
		[{...backend, testIdAttributes: Array(11).fill('data-a')}, 'testIdAttributes', 'too_long'],
		[[], 'body', 'type'],
		['text', 'body', 'type'],
	])('%j is refused: %s is %s', async (body, field, reason) => {
		const http = await startHttp();
		const {body: error} = await http.fail(createProject, {body});
		expect(error).toMatchObject({code: 'VALIDATION_ERROR', details: {field, reason}});
		expect(error.message).not.toBe('');
		expect((await http.call(listProjects)).body.items).toEqual([]);
	});

	it('names the accepted values of an enumeration, and every wrong field when there are several', async () => {
		const http = await startHttp();
		const one = await http.fail(createProject, {body: {type: 'mobile', name: 'x'}});
		expect(one.body.details).toEqual({field: 'type', reason: 'enum', accepted: ['frontend', 'backend']});
		const two = await http.fail(createProject, {body: {type: 'mobile', name: ''}});
		expect(two.body.details['issues']).toEqual([
			{field: 'type', reason: 'enum'},
			{field: 'name', reason: 'empty'},
		]);
	});

	it('ignores unknown keys and keys that would reach a prototype', async () => {
		const http = await startHttp();
		const response = await http.send('POST', '/projects', {
			headers: {'content-type': 'application/json'},
			body: '{"type":"backend","name":"x","isAdmin":true,"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}',
		});
		expect(response.status).toBe(201);
		expect(({} as {polluted?: number}).polluted).toBeUndefined();
		expect(await response.json()).not.toHaveProperty('isAdmin');
	});

	it('keeps names in every script, and refuses text the store would cut', async () => {
		const http = await startHttp();
		const name = 'Größe 大小 🚀 \u202e\t"\'\\';
		expect((await http.call(createProject, {body: {...backend, name}})).body.name).toBe(name);
		for (const torn of ['a\u0000b', 'a\ud83d', '\ude80b']) {
			const {body} = await http.fail(createProject, {body: {...backend, name: torn}});
			expect(body.details).toEqual({field: 'body', reason: 'invalid'});
		}
	});

	it.each([
		['Mozilla/5.0 (X11)', 'portal'],
		['svc-mcp/1.0', 'mcp'],
		['svc/1.0.0', 'cli'],
		['curl/8', 'cli'],
	])('by %s it is made from %s', async (agent, from) => {
		const http = await startHttp();
		const {body} = await http.call(createProject, {body: backend, headers: {'user-agent': agent}});
		expect(body.createdFrom).toBe(from);
	});
});

describe('the target rule', () => {
	it('refuses private addresses and names that resolve to one when the policy is public', async () => {
		const http = await startHttp({
			settings: {targetPolicy: 'public'},
			resolve: async host => [{address: host === 'inside.example' ? '10.0.0.8' : '93.184.216.34'}],
		});
		for (const targetUrl of ['http://localhost:3000', 'http://2130706433/', 'https://inside.example/'])
			expect((await http.fail(createProject, {body: {...backend, targetUrl}})).body.details).toEqual({
				field: 'targetUrl',
				reason: 'private_address',
			});
		const {body} = await http.call(createProject, {body: {...backend, targetUrl: 'https://public.example/'}});
		const refused = await http.fail(updateProject, {
			params: {projectId: body.id},
			body: {targetUrl: 'http://127.0.0.1/'},
		});
		expect(refused.body.details['reason']).toBe('private_address');
	});
});

describe('the login of a project', () => {
	it('is stored encrypted and only shown as hasLogin', async () => {
		const http = await startHttp();
		const canary = 'canary-password-41';
		const {body} = await http.call(createProject, {body: {...backend, username: 'ann', password: canary}});
		expect(body.hasLogin).toBe(true);
		expect(JSON.stringify(body)).not.toContain(canary);
		const row = await http.database.selectFrom('projects').selectAll().executeTakeFirstOrThrow();
		expect(JSON.stringify(row)).not.toContain(canary);
		expect(JSON.stringify(row)).not.toContain('ann"');
		expect(http.log.join('')).not.toContain(canary);
	});

	it('keeps the part a change does not name', async () => {
		const http = await startHttp();
		const {body} = await http.call(createProject, {body: {...backend, username: 'ann'}});
		expect(body.hasLogin).toBe(false);
		await http.call(updateProject, {params: {projectId: body.id}, body: {password: 'pass word'}});
		expect((await http.call(getProject, {params: {projectId: body.id}})).body.hasLogin).toBe(true);
	});
});

describe('changing a project', () => {
	it('answers the changed fields and moves updatedAt', async () => {
		const http = await startHttp();
		const {body} = await http.call(createProject, {body: backend});
		http.advance(5000);
		const changed = await http.call(updateProject, {
			params: {projectId: body.id},
			body: {name: 'New', captureMaxAgeHours: 5},
		});
		expect(changed.body.updatedFields).toEqual(['name', 'captureMaxAgeHours']);
		const read = (await http.call(getProject, {params: {projectId: body.id}})).body;
		expect(read).toMatchObject({name: 'New', captureMaxAgeHours: 5, updatedAt: changed.body.updatedAt});
		expect(read.updatedAt > body.updatedAt).toBe(true);
	});

	it('clears captureMaxAgeHours with null and nothing else', async () => {
		const http = await startHttp();
		const {body} = await http.call(createProject, {body: backend});
		const params = {projectId: body.id};
		await http.call(updateProject, {params, body: {captureMaxAgeHours: 5}});
		await http.call(updateProject, {params, body: {captureMaxAgeHours: null}});
		expect((await http.call(getProject, {params})).body.captureMaxAgeHours).toBeNull();
		const refused = await http.fail(updateProject, {params, body: {name: null}});
		expect(refused.body.details).toMatchObject({field: 'name', reason: 'type'});
	});

	it('refuses an empty change, also one of unknown keys only', async () => {
		const http = await startHttp();
		const {body} = await http.call(createProject, {body: backend});
		for (const change of [{}, {color: 'red'}])
			expect((await http.fail(updateProject, {params: {projectId: body.id}, body: change})).body.details).toEqual({
				field: 'body',
				reason: 'empty',
			});
	});
});

describe('deleting a project', () => {
	it('removes it with its tests, and the second time it is not found', async () => {
		const http = await startHttp();
		const {body} = await http.call(createProject, {body: backend});
		const params = {projectId: body.id};
		const test = await http.call(createTest, {
			body: {projectId: body.id, type: 'backend', name: 't', code: 'assert True'},
		});
		await http.call(deleteProject, {params});
		const again = await http.fail(deleteProject, {params});
		expect(again.body).toMatchObject({
			code: 'NOT_FOUND',
			details: {resource: 'project', id: body.id, reason: 'not_found'},
		});
		await http.fail(getProject, {params});
		expect((await http.fail(getTest, {params: {testId: test.body.testId}})).body.code).toBe('NOT_FOUND');
		expect(await http.database.selectFrom('tests').selectAll().execute()).toEqual([]);
	});
});

describe('a project of another account', () => {
	it('is not found, whatever is done with it', async () => {
		const http = await startHttp();
		const {body} = await http.call(createProject, {body: backend});
		const {key} = await http.newAccount();
		const params = {projectId: body.id};
		for (const answer of [
			await http.fail(getProject, {params, key}),
			await http.fail(updateProject, {params, key, body: {name: 'mine'}}),
			await http.fail(deleteProject, {params, key}),
			await http.fail(createTest, {key, body: {projectId: body.id, type: 'backend', name: 't', code: 'assert 1'}}),
		])
			expect(answer.body.details).toEqual({resource: 'project', id: body.id, reason: 'not_found'});
		expect((await http.call(listProjects, {key})).body.items).toEqual([]);
		expect((await http.call(getProject, {params})).body.name).toBe('Shop');
	});
});

describe('a list', () => {
	it('gives pages, newest first, that stay stable while projects are added', async () => {
		const http = await startHttp();
		const ids: string[] = [];
		for (let n = 0; n < 5; n++) ids.unshift((await http.call(createProject, {body: backend})).body.id);
		const first = await http.call(listProjects, {query: {pageSize: 2}});
		await http.call(createProject, {body: backend});
		const second = await http.call(listProjects, {query: {pageSize: 2, cursor: first.body.nextToken ?? ''}});
		const third = await http.call(listProjects, {query: {pageSize: 2, cursor: second.body.nextToken ?? ''}});
		const listed = [first, second, third].flatMap(page => page.body.items.map(project => project.id));
		expect(listed).toEqual(ids);
		expect(third.body.nextToken).toBeNull();
	});

	it.each(['0', '101', '-1', '1.5', 'ten', ''])('pageSize %j is out of range', async pageSize => {
		const http = await startHttp();
		const {body} = await http.fail(listProjects, {query: {pageSize}});
		expect(body.details).toMatchObject({field: 'pageSize', reason: 'out_of_range'});
	});

	it.each([
		'',
		'x',
		'bm90IG91cnM',
		Buffer.from('["c1","AAAAAAAAAAAAAAAA",0,"prj_1"]').toString('base64url'),
		Buffer.from('{}').toString('base64url'),
		'a'.repeat(5000),
		'%00',
	])('the cursor %j is invalid', async cursor => {
		const http = await startHttp();
		const {body} = await http.fail(listProjects, {query: {cursor}});
		expect(body.details).toEqual({field: 'cursor', reason: 'invalid'});
	});

	it('refuses its own cursor after 24 hours', async () => {
		const http = await startHttp();
		for (let n = 0; n < 2; n++) await http.call(createProject, {body: backend});
		const {nextToken} = (await http.call(listProjects, {query: {pageSize: 1}})).body;
		http.advance(24 * 60 * 60 * 1000 - 5000);
		await http.call(listProjects, {query: {cursor: nextToken ?? ''}});
		http.advance(10_000);
		expect((await http.fail(listProjects, {query: {cursor: nextToken ?? ''}})).body.details['reason']).toBe('invalid');
	});
});
