import {describe, expect, it} from 'vitest';
import {deleteAutoAuth, getAutoAuth, putAutoAuth, testAutoAuthLogin} from '../../contract/routes/authentication.ts';
import {getBatch, runBatch} from '../../contract/routes/batches.ts';
import {getProject} from '../../contract/routes/projects.ts';
import {getRun, triggerRun} from '../../contract/routes/runs.ts';
import {startIdentityServer} from '../helpers/identity-server.ts';
import {passwordLogin, run, startWithProject} from './project-with-login.ts';

describe('the configuration of automatic logins', () => {
	it('logs in first, keeps the secrets to itself, and is deleted', async () => {
		const {http, params} = await startWithProject();
		const server = await startIdentityServer();
		expect((await http.call(getAutoAuth, {params})).body).toMatchObject({enabled: false, health: {state: 'none'}});
		const saved = await http.call(putAutoAuth, {params, body: passwordLogin(server.url)});
		expect(saved.body).toMatchObject({enabled: true, health: 'verified', lastRefreshError: null});
		expect(JSON.parse(server.received[0]?.body ?? '')).toEqual({email: 'ann', password: 'correct-horse'});
		const {body} = await http.call(getAutoAuth, {params});
		expect(body).toMatchObject({
			enabled: true,
			username: 'ann',
			hasPassword: true,
			hasRefreshToken: false,
			tokenPath: '$.access_token',
			health: {state: 'verified', lastRefreshError: null},
		});
		const stored = await http.database.selectFrom('auto_auth').selectAll().executeTakeFirstOrThrow();
		for (const text of [JSON.stringify(body), JSON.stringify(stored), http.log.join()])
			expect(text).not.toContain('correct-horse');
		await http.call(deleteAutoAuth, {params});
		expect((await http.fail(deleteAutoAuth, {params})).body.details).toMatchObject({resource: 'auto_auth'});
	});

	it('stays, disabled and with the reason, when the login fails', async () => {
		const {http, params} = await startWithProject();
		const server = await startIdentityServer();
		server.answer(() => ({status: 401, json: {error: 'invalid_grant'}}));
		const saved = await http.call(putAutoAuth, {params, body: passwordLogin(server.url)});
		const lastRefreshError = 'the login answered 401 (invalid_grant)';
		expect(saved.body).toMatchObject({enabled: false, health: 'disabled', lastRefreshError});
		expect((await http.call(getAutoAuth, {params})).body).toMatchObject({
			enabled: false,
			username: 'ann',
			hasPassword: true,
			health: {state: 'disabled', lastRefreshError},
		});
		expect((await http.call(getProject, {params})).body.auth?.autoAuth).toMatchObject({
			enabled: false,
			lastRefreshError,
		});
		server.answer(() => ({json: {access_token: 'abc'}}));
		// "Absent secret fields keep the stored secret."
		const again = await http.call(putAutoAuth, {params, body: {enabled: true}});
		expect(again.body).toMatchObject({enabled: true, health: 'verified'});
		expect(server.received.at(-1)?.body).toContain('correct-horse');
	});

	it('is switched off without another field and keeps what is stored', async () => {
		const {http, params} = await startWithProject();
		const server = await startIdentityServer();
		await http.call(putAutoAuth, {params, body: passwordLogin(server.url)});
		const off = await http.call(putAutoAuth, {params, body: {enabled: false}});
		expect(off.body).toMatchObject({enabled: false, method: 'password', health: 'disabled'});
		expect((await http.call(getAutoAuth, {params})).body).toMatchObject({enabled: false, hasPassword: true});
		expect(server.received).toHaveLength(1);
	});

	it.each([
		[{method: undefined}, 'method'],
		[{inject: undefined}, 'inject'],
		[{loginUrl: undefined}, 'loginUrl'],
		[{password: undefined}, 'password'],
		[{inject: 'header'}, 'injectKey'],
		[{inject: 'cookie', injectKey: 'a b'}, 'injectKey'],
		[{loginBodyTemplate: '{"u":"{{username}}"}'}, 'loginBodyTemplate'],
		[{loginBodyTemplate: '{{username}}{{password}}'}, 'loginBodyTemplate'],
		[{tokenPath: '$..x'}, 'tokenPath'],
		[{loginUrl: 'http://169.254.169.254/'}, 'loginUrl'],
		[{method: 'refresh_token'}, 'tokenEndpoint'],
		[{method: 'aws_cognito_refresh', clientId: 'a'}, 'refreshToken'],
		[{method: 'aws_cognito_refresh', region: 'moon'}, 'region'],
	])('with %j is refused at %s and stores nothing', async (change, field) => {
		const {http, params} = await startWithProject();
		const body = {...passwordLogin('http://127.0.0.1:9'), ...change};
		expect((await http.fail(putAutoAuth, {params, body} as never)).body).toMatchObject({
			code: 'VALIDATION_ERROR',
			details: {field},
		});
		expect((await http.call(getAutoAuth, {params})).body.method).toBeNull();
	});

	it('is gated by the plan; a downgrade keeps it, disabled', async () => {
		const {http, params, testId} = await startWithProject();
		const server = await startIdentityServer();
		await http.call(putAutoAuth, {params, body: passwordLogin(server.url)});
		await http.database.updateTable('accounts').set({plan: 'Standard'}).execute();
		for (const route of [putAutoAuth, testAutoAuthLogin])
			expect((await http.fail(route, {params, body: passwordLogin(server.url)})).body).toMatchObject({
				code: 'FEATURE_GATED',
				details: {feature: 'auto_auth', plan: 'Standard', reason: 'plan'},
			});
		expect((await http.call(getAutoAuth, {params})).body).toMatchObject({
			enabled: false,
			hasPassword: true,
			health: {state: 'disabled'},
		});
		const {body} = await http.call(triggerRun, {params: {testId}});
		await http.call(getRun, {params: {runId: body.runId}, query: {waitSeconds: 25, until: 'batch'}});
		expect(server.received).toHaveLength(1);
	});
});

describe('a test login', () => {
	it('stores nothing and shows the token masked', async () => {
		const {http, params} = await startWithProject();
		const server = await startIdentityServer();
		const {body} = await http.call(testAutoAuthLogin, {params, body: passwordLogin(server.url)});
		expect(body).toMatchObject({ok: true, outcome: 'token_acquired', status: 200, tokenPreview: 'token-…cdef'});
		expect((await http.call(getAutoAuth, {params})).body.method).toBeNull();
		server.answer(() => ({status: 503}));
		const failed = await http.call(testAutoAuthLogin, {params, body: passwordLogin(server.url)});
		expect(failed.body).toMatchObject({ok: false, outcome: 'rejected', status: 503, tokenPreview: null});
	});

	it('is possible ten times a minute per project', async () => {
		const {http, params} = await startWithProject();
		const server = await startIdentityServer();
		const login = {params, body: passwordLogin(server.url)};
		for (let n = 0; n < 10; n++) await http.call(testAutoAuthLogin, login);
		expect((await http.fail(testAutoAuthLogin, login)).body).toMatchObject({
			code: 'RATE_LIMITED',
			details: {scope: 'logins', limit: 10},
		});
		http.advance(60_000);
		await http.call(testAutoAuthLogin, login);
	});
});

describe('a batch of a project that logs in', () => {
	async function startLoggedIn(change: object = {}) {
		const started = await startWithProject();
		const server = await startIdentityServer();
		await started.http.call(putAutoAuth, {params: started.params, body: {...passwordLogin(server.url), ...change}});
		return {...started, server};
	}

	it('logs in once and shares the token with all its tests', async () => {
		const started = await startLoggedIn();
		const {http, params, server, create} = started;
		const maker = await create('maker', {produces: ['id']});
		await create('user', {consumes: ['id']});
		await create('remover', {category: 'teardown'});
		http.runner.script('maker', {produces: {id: 1}});
		let nth = 0;
		server.answer(() => ({json: {access_token: `batch-token-${++nth}-abcdef`}}));
		const {body: ticket} = await http.call(runBatch, {body: params});
		const ended = await http.call(getRun, {
			params: {runId: ticket.accepted.find(({testId}) => testId === maker)!.runId},
			query: {waitSeconds: 25, until: 'batch'},
		});
		expect(ended.body.batchPhase).toBe('done');
		expect(http.runner.jobs).toHaveLength(4);
		for (const job of http.runner.jobs) {
			expect(job.auth.headers).toEqual({Authorization: 'Bearer batch-token-1-abcdef'});
			expect(job.secrets).toContain('batch-token-1-abcdef');
		}
		const batch = await http.call(getBatch, {params: {batchId: ticket.batchId!}});
		expect(batch.body.auth).toEqual({mode: 'auto_auth', health: 'verified', refreshes: 1});
		const calls = await http.database.selectFrom('calls').selectAll().where('kind', '=', 'auth').execute();
		expect(calls).toEqual([expect.objectContaining({run_id: null, status: 200, url: `${server.url}/login`})]);
		expect(JSON.stringify(calls)).not.toMatch(/correct-horse|batch-token/);
	});

	it.each([
		[{inject: 'bearer', injectScheme: 'Token'}, {Authorization: 'Token token-0123456789abcdef'}],
		[
			{inject: 'header', injectKey: 'Authorization', injectScheme: 'JWT'},
			{Authorization: 'JWT token-0123456789abcdef'},
		],
		[{inject: 'header', injectKey: 'X-Session'}, {'X-Session': 'token-0123456789abcdef'}],
		[{inject: 'cookie', injectKey: 'sid'}, {Cookie: 'sid=token-0123456789abcdef'}],
	])('injects the token as %j says', async (change, headers) => {
		const started = await startLoggedIn(change);
		await run(started, started.testId);
		expect(started.http.runner.jobs[0]?.auth.headers).toEqual(headers);
	});

	it('is blocked as a whole with the status of a login that fails, and nothing is charged', async () => {
		const started = await startLoggedIn();
		const {http, params, server, create, testId} = started;
		await create('maker', {produces: ['id']});
		await create('user', {consumes: ['id']});
		await create('remover', {category: 'teardown'});
		server.answer(() => ({status: 403}));
		const ended = await run(started, testId);
		expect(ended).toMatchObject({status: 'blocked', blockedBy: {reason: 'auth_failing'}, creditsCharged: 0});
		expect(ended.error).toContain('the login answered 403');
		const {body: ticket} = await http.call(runBatch, {body: params});
		const {body: batch} = await http.call(getBatch, {
			params: {batchId: ticket.batchId!},
			query: {since: 1_000, waitSeconds: 25},
		});
		const until = await http.call(getRun, {
			params: {runId: ticket.accepted[0]!.runId},
			query: {waitSeconds: 25, until: 'batch'},
		});
		expect(until.body.batchPhase).toBe('done');
		expect(batch.auth).toMatchObject({mode: 'auto_auth'});
		const rows = await http.database.selectFrom('runs').select(['status', 'credits_charged']).execute();
		expect(rows.every(row => row.status === 'blocked' && row.credits_charged === 0)).toBe(true);
		expect(http.runner.jobs).toEqual([]);
		expect((await http.call(getAutoAuth, {params})).body.health).toMatchObject({
			state: 'failing',
			lastRefreshError: 'the login answered 403',
		});
		const account = await http.database.selectFrom('accounts').select('held').executeTakeFirstOrThrow();
		expect(account.held).toBe(0);
	});

	it('tries three times while the identity server is down, and once when it refuses', async () => {
		const started = await startLoggedIn();
		const {server, testId} = started;
		server.answer((_, nth) => (nth < 4 ? {status: 503} : {json: {access_token: 'late-token'}}));
		expect((await run(started, testId)).status).toBe('passed');
		expect(server.received).toHaveLength(4);
		server.answer(() => ({status: 401}));
		await run(started, testId);
		expect(server.received).toHaveLength(5);
	});

	it('renews a token that is about to expire before the next test starts', async () => {
		const started = await startLoggedIn();
		const {http, server, create} = started;
		const maker = await create('maker', {produces: ['id']});
		const user = await create('user', {consumes: ['id']});
		server.answer((_, nth) => ({json: {access_token: `token-number-${nth}`, expires_in: 600}}));
		const held = http.runner.hold('maker');
		const {body: ticket} = await http.call(triggerRun, {params: {testId: user}});
		await held.started;
		http.advance(600_000);
		held.release({produces: {id: 1}});
		const {body} = await http.call(getRun, {
			params: {runId: ticket.runId},
			query: {waitSeconds: 25, until: 'batch'},
		});
		expect(body.status).toBe('passed');
		expect(http.runner.jobs.map(job => job.auth.credential)).toEqual(['token-number-2', 'token-number-3']);
		expect(maker).toBeDefined();
	});

	it('takes over a refresh token that the server has replaced', async () => {
		const started = await startWithProject();
		const {http, params, testId} = started;
		const server = await startIdentityServer();
		server.answer((_, nth) => ({json: {access_token: `access-${nth}`, refresh_token: `refresh-${nth + 1}`}}));
		await http.call(putAutoAuth, {
			params,
			body: {
				method: 'refresh_token',
				inject: 'bearer',
				tokenEndpoint: server.url,
				clientId: 'app',
				refreshToken: 'refresh-1',
			},
		});
		await run(started, testId);
		await run(started, testId);
		expect(server.received.map(({body}) => new URLSearchParams(body).get('refresh_token'))).toEqual([
			'refresh-1',
			'refresh-2',
			'refresh-3',
		]);
	});
});
