import {sql} from 'kysely';
import {describe, expect, it} from 'vitest';
import {createKey} from '../../contract/routes/account.ts';
import {createProject, deleteProject, listProjects, updateProject} from '../../contract/routes/projects.ts';
import {cancelRun, triggerRun} from '../../contract/routes/runs.ts';
import {createTest, putTestCode} from '../../contract/routes/tests.ts';
import {storageOf} from '../../service/store/dialect/storage.ts';
import {type HttpUnderTest, startHttp} from './start-http.ts';

const body = {type: 'backend', name: 'Shop'} as const;
const projects = async (http: HttpUnderTest) => (await http.call(listProjects)).body.items.length;

describe('a repeated key', () => {
	it('answers the stored answer, marked as replayed, without a second effect', async () => {
		const http = await startHttp();
		const first = await http.call(createProject, {body, idempotencyKey: 'k1'});
		expect(first.headers.get('idempotency-replayed')).toBeNull();
		const again = await http.call(createProject, {body: {name: 'Shop', type: 'backend'}, idempotencyKey: 'k1'});
		expect(again.headers.get('idempotency-replayed')).toBe('true');
		expect(again.status).toBe(201);
		expect(again.body).toEqual(first.body);
		expect(again.headers.get('x-request-id')).not.toBe(first.headers.get('x-request-id'));
		expect(await projects(http)).toBe(1);
	});

	it('with another body is a mismatch', async () => {
		const http = await startHttp();
		await http.call(createProject, {body, idempotencyKey: 'k1'});
		const {body: error} = await http.fail(createProject, {body: {...body, name: 'Other'}, idempotencyKey: 'k1'});
		expect(error.code).toBe('IDEMPOTENCY_BODY_MISMATCH');
		expect(await projects(http)).toBe(1);
	});

	it('belongs to account, method and path', async () => {
		const http = await startHttp();
		const other = await http.newAccount();
		const {body: project} = await http.call(createProject, {body, idempotencyKey: 'k1'});
		await http.call(createProject, {body, idempotencyKey: 'k1', key: other.key});
		const params = {projectId: project.id};
		await http.call(updateProject, {params, body: {name: 'x'}, idempotencyKey: 'k1'});
		await http.call(deleteProject, {params, idempotencyKey: 'k1'});
		const replay = await http.call(deleteProject, {params, idempotencyKey: 'k1'});
		expect(replay.headers.get('idempotency-replayed')).toBe('true');
		// The other key of the same account is the same caller.
		const second = await http.call(createProject, {body, idempotencyKey: 'k1', key: await http.newKey()});
		expect(second.body.id).toBe(project.id);
	});

	it('is forgotten after 24 hours', async () => {
		const http = await startHttp();
		await http.call(createProject, {body, idempotencyKey: 'k1'});
		http.advance(24 * 60 * 60 * 1000 - 5000);
		await http.call(createProject, {body, idempotencyKey: 'k1'});
		expect(await projects(http)).toBe(1);
		http.advance(10_000);
		await http.call(createProject, {body, idempotencyKey: 'k1'});
		expect(await projects(http)).toBe(2);
	});

	it('can be used again after an answer that was not 2xx', async () => {
		const http = await startHttp();
		const missing = {projectId: 'prj_none', type: 'backend', name: 't', code: 'assert 1'} as const;
		await http.fail(createTest, {body: missing, idempotencyKey: 'k1'});
		const {body: project} = await http.call(createProject, {body});
		await http.call(createTest, {body: {...missing, projectId: project.id}, idempotencyKey: 'k1'});
	});

	it('compares if-match as part of the body, and replays the etag', async () => {
		const http = await startHttp();
		const {body: project} = await http.call(createProject, {body});
		const {body: test} = await http.call(createTest, {
			body: {projectId: project.id, type: 'backend', name: 't', code: 'assert 1'},
		});
		const put = (version: string) => ({
			params: {testId: test.testId},
			body: {code: 'assert 2'},
			headers: {'if-match': version},
			idempotencyKey: 'k1',
		});
		await http.call(putTestCode, put('v1'));
		const replay = await http.call(putTestCode, put('v1'));
		expect(replay.body.codeVersion).toBe('v2');
		expect(replay.headers.get('etag')).toBe('"v2"');
		expect((await http.fail(putTestCode, put('v2'))).body.code).toBe('IDEMPOTENCY_BODY_MISMATCH');
	});

	it('shows a minted secret again, which is stored encrypted', async () => {
		const http = await startHttp();
		const call = {body: {name: 'ci', scopes: ['read:me']} as {name: string; scopes: ['read:me']}, idempotencyKey: 'k1'};
		const first = await http.call(createKey, call);
		expect((await http.call(createKey, call)).body.key).toBe(first.body.key);
		const rows = JSON.stringify(await http.database.selectFrom('idempotency').selectAll().execute());
		expect(rows).not.toContain(first.body.key);
		expect(rows).not.toContain('read:me');
	});
});

describe('a key', () => {
	it.each([
		['é', 'invalid'],
		['a\tb', 'invalid'],
		['x'.repeat(257), 'too_long'],
	])('%j is refused as %s', async (idempotencyKey, reason) => {
		const http = await startHttp();
		const {body: error} = await http.fail(createProject, {body, idempotencyKey});
		expect(error.details).toEqual({field: 'idempotency-key', reason});
		expect(await projects(http)).toBe(0);
	});

	it('may be any printable ASCII of 256 characters', async () => {
		const http = await startHttp();
		await http.call(createProject, {body, idempotencyKey: `~!"' ${'x'.repeat(251)}`});
	});

	it('means nothing on reads and cancels', async () => {
		const http = await startHttp();
		const headers = {'idempotency-key': 'é'};
		await http.call(listProjects, {headers});
		expect((await http.fail(cancelRun, {params: {runId: 'run_none'}, headers})).body.code).toBe('NOT_FOUND');
	});
});

describe('at the same time', () => {
	it('100 equal POSTs have one effect and one answer', async () => {
		const http = await startHttp();
		const answers = await Promise.all(
			Array.from({length: 100}, () => http.call(createProject, {body, idempotencyKey: 'k1'})),
		);
		expect(new Set(answers.map(answer => answer.body.id)).size).toBe(1);
		expect(answers.filter(answer => answer.headers.get('idempotency-replayed') === null)).toHaveLength(1);
		expect(await projects(http)).toBe(1);
	});

	it('100 equal triggers start one run and count once against the limit', async () => {
		const http = await startHttp();
		const {body: project} = await http.call(createProject, {body});
		const {body: test} = await http.call(createTest, {
			body: {projectId: project.id, type: 'backend', name: 't', code: 'assert 1'},
		});
		const answers = await Promise.all(
			Array.from({length: 100}, () => http.call(triggerRun, {params: {testId: test.testId}, idempotencyKey: 'k1'})),
		);
		expect(new Set(answers.map(answer => answer.body.runId)).size).toBe(1);
		expect(http.runner.jobs).toHaveLength(1);
	});

	it('a repetition waits for the first and gives up after 25 s', async () => {
		let letGo: (addresses: Array<{address: string}>) => void = () => undefined;
		const resolving = new Promise<Array<{address: string}>>(resolve => {
			letGo = resolve;
		});
		const asked: string[] = [];
		const http = await startHttp({
			settings: {targetPolicy: 'public'},
			resolve: host => {
				asked.push(host);
				return resolving;
			},
		});
		const slow = {body: {...body, targetUrl: 'http://slow.example/'}, idempotencyKey: 'k1'};
		const first = http.call(createProject, slow);
		await expect.poll(() => asked).toEqual(['slow.example']);
		const mismatch = await http.fail(createProject, {...slow, body: {...slow.body, name: 'y'}});
		expect(mismatch.body.code).toBe('IDEMPOTENCY_BODY_MISMATCH');
		let isAnswered = false;
		const impatient = http.fail(createProject, slow).finally(() => {
			isAnswered = true;
		});
		await expect
			.poll(() => {
				http.advance(25_001);
				return isAnswered;
			})
			.toBe(true);
		expect((await impatient).body).toMatchObject({code: 'CONFLICT', details: {reason: 'idempotency_in_progress'}});
		const patient = http.call(createProject, slow);
		letGo([{address: '93.184.216.34'}]);
		expect((await patient).body).toEqual((await first).body);
		expect(asked).toHaveLength(1);
	});

	it('an answer outlives the process that gave it', async () => {
		const http = await startHttp();
		await http.call(createProject, {body, idempotencyKey: 'k1'});
		const rows = await http.database.selectFrom('idempotency').select(['status']).execute();
		expect(rows).toEqual([{status: 201}]);
		// Whatever comes after it is forced to the disk again.
		const isFile = storageOf(http.database).kind === 'sqlite';
		const {rows: mode} = await (isFile ? sql`pragma synchronous` : sql`show synchronous_commit`).execute(http.database);
		expect(mode).toEqual([isFile ? {synchronous: 2} : {synchronous_commit: 'on'}]);
	});

	it('a repetition takes over when the first fails', async () => {
		const http = await startHttp();
		const missing = {projectId: 'prj_none', type: 'backend', name: 't', code: 'assert 1'} as const;
		const answers = await Promise.all(
			Array.from({length: 10}, () => http.fail(createTest, {body: missing, idempotencyKey: 'k1'})),
		);
		expect(answers.map(({body: error}) => error.code)).toEqual(Array(10).fill('NOT_FOUND'));
		expect(await http.database.selectFrom('idempotency').selectAll().execute()).toEqual([]);
	});
});

it.each([
	['a number beyond every range', '{"type":"backend","name":"x","more":1e999}'],
	['nesting beyond every stack', `{"type":"backend","name":"x","more":${'['.repeat(100_000)}${']'.repeat(100_000)}}`],
])('%s is the mistake of the caller', async (_, text) => {
	const http = await startHttp();
	const response = await http.send('POST', '/projects', {
		headers: {'content-type': 'application/json', 'idempotency-key': 'k1'},
		body: text,
	});
	expect(response.status).toBe(400);
	expect(await projects(http)).toBe(0);
});
