import {mkdtempSync, readdirSync, readFileSync, rmSync, statSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import process from 'node:process';
import {afterAll, beforeAll, describe, expect, it, onTestFinished} from 'vitest';
import {createBackendRunner} from '../../../service/runners/backend.ts';
import type {Runner} from '../../../service/runners/runner.ts';
import {getAutoAuth, putAutoAuth} from '../../../contract/routes/authentication.ts';
import {getBatch, runBatch} from '../../../contract/routes/batches.ts';
import {createCredentialSet} from '../../../contract/routes/credential-sets.ts';
import {createEndpoint} from '../../../contract/routes/endpoints.ts';
import {createProject} from '../../../contract/routes/projects.ts';
import {getRun} from '../../../contract/routes/runs.ts';
import {createTest} from '../../../contract/routes/tests.ts';
import {pythonWith} from '../../helpers/python-with.ts';
import {startTokenApi, type TokenApi, type TokenApiOptions} from '../../helpers/token-api.ts';
import {type StartOptions, startHttp} from '../../http/start-http.ts';

const scratch = mkdtempSync(join(tmpdir(), 'svc-refresh-'));
let runner: Runner;
beforeAll(async () => {
	const python = await pythonWith('requests', 'httpx');
	runner = createBackendRunner({python, scratchDir: join(scratch, 'runs'), dataDir: scratch, env: process.env});
});
afterAll(async () => {
	await runner.stop();
	rmSync(scratch, {recursive: true, force: true});
});

const password = 'correct-horse-battery';

async function startShop(api: TokenApi, options: StartOptions = {}) {
	const http = await startHttp({backendRunner: runner, ...options});
	const {body: project} = await http.call(createProject, {
		body: {type: 'backend', name: 'Shop', targetUrl: api.url},
	});
	const params = {projectId: project.id};
	const login = {
		method: 'password' as const,
		inject: 'bearer' as const,
		loginUrl: `${api.url}/login`,
		username: 'ann',
		password,
	};
	const saved = await http.call(putAutoAuth, {params, body: login});
	expect(saved.body.health).toBe('verified');
	return {
		http,
		params,
		add: async (name: string, code: string, more: object = {}) =>
			(await http.call(createTest, {body: {projectId: project.id, type: 'backend', name, code, ...more}})).body.testId,
		/** Runs everything to the end of the cleanup. */
		async runAll() {
			const {body: ticket} = await http.call(runBatch, {body: params});
			const query = {waitSeconds: 25, until: 'batch' as const};
			let phase: string | null | undefined = null;
			while (phase !== 'done')
				phase = (await http.call(getRun, {params: {runId: ticket.accepted[0]!.runId}, query})).body.batchPhase;
			return (await http.call(getBatch, {params: {batchId: ticket.batchId!}})).body;
		},
	};
}

/** Calls the API until it has done so with three tokens, with one of the libraries. */
const calling = (library: 'requests' | 'httpx' | 'urllib') => `
import time
${library === 'urllib' ? 'import urllib.request' : `import ${library}`}
def me():
    headers = ${library === 'urllib' ? '__AUTH_HEADERS__' : 'dict(__AUTH_HEADERS__)'}
    ${
			library === 'urllib'
				? 'return urllib.request.urlopen(urllib.request.Request(TARGET_URL + "/me/urllib", headers=headers)).status'
				: `return ${library}.get(TARGET_URL + "/me/${library}", headers=headers).status_code`
		}
tokens = set()
while len(tokens) < 3:
    assert me() == 200
    tokens.add(__AUTH_CREDENTIAL__)
    time.sleep(0.02)
`;

/** What waits for `opened` goes on when `open` is called. */
function gate() {
	let open = (): void => undefined;
	const opened = new Promise<void>(resolve => {
		open = resolve;
	});
	return {opened, open};
}

const lives: Array<[string, TokenApiOptions]> = [
	['1 s, as the login says', {lifeMs: 1000, tellsExpiry: true}],
	['1 s, which nobody says', {lifeMs: 1000, tellsExpiry: false}],
	['2 s, as the login says, and only the newest is good', {lifeMs: 2000, tellsExpiry: true, isExclusive: true}],
	['2 s, which nobody says, and only the newest is good', {lifeMs: 2000, tellsExpiry: false, isExclusive: true}],
];

describe('tokens that live for', () => {
	it.each(lives)('%s never fail a run, and its records are deleted', async (_name, options) => {
		const api = await startTokenApi(options);
		const {http, params, add, runAll} = await startShop(api);
		await http.call(createEndpoint, {params, body: {method: 'DELETE', path: '/records/{id}'}});
		for (const library of ['requests', 'httpx', 'urllib'] as const)
			await add(`calls with ${library}`, calling(library));
		await add(
			'makes records',
			`import requests, time
for _ in range(8):
    assert requests.post(TARGET_URL + "/records", json={"name": "x"}, headers=__AUTH_HEADERS__).status_code == 201
    time.sleep(0.2)
`,
		);
		const batch = await runAll();
		expect(batch.members.map(({name, error}) => [name, error])).toEqual(
			expect.arrayContaining([['calls with httpx', null]]),
		);
		expect(batch.summary).toMatchObject({passed: 4, failed: 0, blocked: 0});
		expect(batch.auth).toMatchObject({mode: 'auto_auth', health: 'verified'});
		expect(batch.auth?.refreshes).toBe(api.logins.length - 1);
		expect(batch.auth?.refreshes).toBeGreaterThan(1);
		expect([batch.cleanup.state, batch.cleanup.cleaned, api.records.size]).toEqual(['done', 8, 0]);
		const calls = await http.database.selectFrom('calls').selectAll().where('kind', '=', 'auth').execute();
		expect(calls).toHaveLength(batch.auth?.refreshes ?? 0);
		const stored = JSON.stringify(await http.database.selectFrom('calls').selectAll().execute());
		expect(stored).not.toMatch(/access-0000|correct-horse/);
	});
});

describe('a token that somebody else has fetched and that runs out while a slow API keeps a call waiting', () => {
	const get = (client: string, path: string) =>
		`${client}.get(TARGET_URL + "${path}", headers=__AUTH_HEADERS__, timeout=20)`;
	const clients = {
		requests: (path: string) => `import requests\nassert ${get('requests', path)}.status_code == 200\n`,
		httpx: (path: string) => `import httpx\nassert ${get('httpx', path)}.status_code == 200\n`,
		'httpx.AsyncClient': (path: string) => `import asyncio, httpx
async def call():
    async with httpx.AsyncClient() as client:
        return (await ${get('client', path)}).status_code
assert asyncio.run(call()) == 200
`,
	};
	const inThreads = `from concurrent.futures import ThreadPoolExecutor
import requests
def call(path):
    return ${get('requests', 'PATH').replace('"PATH"', 'path')}.status_code
with ThreadPoolExecutor(2) as pool:
    assert list(pool.map(call, ["/slow", "/other"])) == [200, 200]
`;
	const cases: Array<[string, string[]]> = [
		...Object.entries(clients).map(([name, code]): [string, string[]] => [
			`of another test, with ${name}`,
			[code('/slow'), clients.requests('/other')],
		]),
		['of another thread of the test', [inThreads]],
	];

	it.each(cases)('%s, does not fail the run', async (_name, codes) => {
		const api = await startTokenApi({lifeMs: 60_000, tellsExpiry: false});
		const {add, runAll} = await startShop(api);
		for (const [place, code] of codes.entries()) await add(`test ${place}`, code);
		const [slow, renewed] = [gate(), gate()];
		api.beforeCheck(async (call, nth) => {
			if (call === 'GET /slow') {
				slow.open();
				if (nth === 1) await renewed.opened;
				// By now the token of the other one has run out as well.
				if (nth === 2) api.revokeAll();
			} else if (nth === 1) {
				await slow.opened;
				api.revokeAll();
			} else renewed.open();
		});
		const batch = await runAll();
		expect(batch.members.map(({error}) => error)).toEqual(codes.map(() => null));
		expect(api.refused).toEqual(['GET /other', 'GET /slow', 'GET /slow']);
		expect(batch.auth?.refreshes).toBe(3);
	});
});

describe('a login that fails while the batch runs', () => {
	it('blocks what has not started with the status of its answer, and ends the batch', async () => {
		const api = await startTokenApi({lifeMs: 60_000, tellsExpiry: false});
		api.beforeCheck(() => api.revokeAll());
		const {http, params, add, runAll} = await startShop(api);
		await add(
			'first',
			`import requests
assert requests.get(TARGET_URL + "/me", headers=__AUTH_HEADERS__).status_code == 401
assert requests.get(TARGET_URL + "/me", headers=__AUTH_HEADERS__).status_code == 401
produce("id", 1)
`,
			{produces: ['id']},
		);
		await add('second', 'assert id', {consumes: ['id']});
		api.answerLogins(nth => (nth <= 2 ? 200 : 403));
		const batch = await runAll();
		const member = (name: string) => batch.members.find(one => one.name === name);
		expect(member('first')).toMatchObject({status: 'passed'});
		expect(member('second')).toMatchObject({status: 'blocked', blockedBy: {reason: 'auth_failing'}});
		expect(member('second')?.error).toContain('the login answered 403');
		expect(batch.auth).toMatchObject({health: 'failing'});
		// "The next batch tries again", this one does not.
		expect(api.logins).toHaveLength(3);
		expect((await http.call(getAutoAuth, {params})).body.health).toMatchObject({
			state: 'failing',
			lastRefreshError: 'the login answered 403 (login_failed)',
		});
		api.answerLogins(() => 200);
		const first = await runAll();
		expect(first.auth).toMatchObject({health: 'verified'});
	});
});

describe('an API that answers 401 for other reasons than the token', () => {
	it('does not make every test log in', async () => {
		const api = await startTokenApi({lifeMs: 60_000, tellsExpiry: true});
		const {add, runAll} = await startShop(api);
		for (let n = 0; n < 12; n++)
			await add(
				`forbidden ${n}`,
				'import requests\nassert requests.get(TARGET_URL + "/admin", headers=__AUTH_HEADERS__).status_code == 401\n',
			);
		const batch = await runAll();
		expect(batch.summary).toMatchObject({passed: 12});
		expect(batch.auth?.refreshes).toBeLessThan(4);
	});
});

describe('an endpoint that always answers 401', () => {
	it('does not keep the others from a fresh token', async () => {
		const api = await startTokenApi({lifeMs: 1000, tellsExpiry: false});
		const {add, runAll} = await startShop(api);
		await add(
			'both',
			`import requests, time
tokens = set()
while len(tokens) < 4:
    assert requests.get(TARGET_URL + "/admin", headers=__AUTH_HEADERS__).status_code == 401
    assert requests.get(TARGET_URL + "/me", headers=__AUTH_HEADERS__).status_code == 200
    tokens.add(__AUTH_CREDENTIAL__)
    time.sleep(0.05)
`,
		);
		for (let n = 0; n < 6; n++)
			await add(
				`forbidden ${n}`,
				`import requests\nassert requests.get(TARGET_URL + "/admin/${n}0", headers=__AUTH_HEADERS__).status_code == 401\n`,
			);
		const batch = await runAll();
		expect(batch.members.map(({error}) => error).filter(Boolean)).toEqual([]);
		expect(batch.auth?.refreshes).toBeLessThan(12);
	});
});

describe('calls of several families in one test', () => {
	it('get their own credentials, in the cleanup, too, and no secret is left in a file', async () => {
		const folder = mkdtempSync(join(tmpdir(), 'svc-secrets-'));
		onTestFinished(() => rmSync(folder, {recursive: true, force: true}));
		const api = await startTokenApi({lifeMs: 60_000, tellsExpiry: true});
		const {http, params, add, runAll} = await startShop(api, {directory: folder});
		const key = 'admin-key-0123456789';
		const tenant = 'tenant-0123456789abc';
		await http.call(createCredentialSet, {
			params,
			body: {
				name: 'Admin',
				mode: 'static',
				authType: 'API key',
				credential: key,
				families: ['/admin'],
				extraHeaders: [{name: 'X-Tenant', value: tenant}],
			},
		});
		await http.call(createEndpoint, {params, body: {method: 'DELETE', path: '/admin/records/{id}'}});
		await http.call(createEndpoint, {params, body: {method: 'DELETE', path: '/records/{id}'}});
		await add(
			'both',
			`import requests
for path in ("/records", "/admin/records"):
    answer = requests.post(TARGET_URL + path, json={"name": path}, headers=__AUTH_HEADERS__)
    assert answer.status_code == 201, answer.text
    print(answer.request.headers, __AUTH_CREDENTIAL__)
`,
		);
		const batch = await runAll();
		expect(batch.summary).toMatchObject({passed: 1});
		expect([batch.cleanup.cleaned, api.records.size]).toEqual([2, 0]);
		const admin = api.seen.filter(({call}) => call.includes('/admin') && !call.startsWith('GET'));
		expect(admin.map(({call, headers}) => [call, headers['x-api-key'], headers['x-tenant']])).toEqual([
			['POST /admin/records', key, tenant],
			[expect.stringMatching(/^DELETE/), key, tenant],
		]);
		const all = api.seen.filter(({call}) => call.includes('/admin'));
		expect(all.every(({headers}) => headers.authorization === undefined && headers['x-api-key'] === key)).toBe(true);
		const rest = api.seen.filter(({call}) => !call.includes('/admin'));
		expect(rest.every(({headers}) => headers['x-api-key'] === undefined)).toBe(true);
		await http.close();
		const secrets = [key, tenant, password, ...api.tokens];
		for (const name of readdirSync(folder, {recursive: true}) as string[]) {
			const path = join(folder, name);
			if (!statSync(path).isFile()) continue;
			const text = readFileSync(path, 'latin1');
			expect([name, secrets.filter(secret => text.includes(secret))]).toEqual([name, []]);
		}
		expect(secrets.filter(secret => http.log.join('').includes(secret))).toEqual([]);
	});
});
