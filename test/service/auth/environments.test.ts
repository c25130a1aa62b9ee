import {mkdtempSync, readdirSync, readFileSync, rmSync} from 'node:fs';
import {createServer} from 'node:http';
import type {AddressInfo} from 'node:net';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import process from 'node:process';
import {afterAll, beforeAll, describe, expect, it, onTestFinished} from 'vitest';
import {openHttpAccount} from '../../../service/auth/environment-secrets.ts';
import {createBackendRunner} from '../../../service/runners/backend.ts';
import type {Runner} from '../../../service/runners/runner.ts';
import {putAutoAuth, putCredential} from '../../../contract/routes/authentication.ts';
import {getBatch, runBatch} from '../../../contract/routes/batches.ts';
import {listBatchCalls} from '../../../contract/routes/calls.ts';
import {createEndpoint} from '../../../contract/routes/endpoints.ts';
import {
	createEnvironment,
	deleteEnvironment,
	setDefaultEnvironment,
	updateEnvironment,
} from '../../../contract/routes/environments.ts';
import {createProject, getProject, updateProject} from '../../../contract/routes/projects.ts';
import {rerunBatch, rerunTest} from '../../../contract/routes/reruns.ts';
import {getRun, triggerRun} from '../../../contract/routes/runs.ts';
import {createSchedule, runSchedule} from '../../../contract/routes/schedules.ts';
import {createTestList, runTestList} from '../../../contract/routes/test-lists.ts';
import {createTest} from '../../../contract/routes/tests.ts';
import {startTokenApi} from '../../helpers/token-api.ts';
import {type HttpUnderTest, startHttp} from '../../http/start-http.ts';

const scratch = mkdtempSync(join(tmpdir(), 'svc-environments-'));
let runner: Runner;
beforeAll(async () => {
	runner = createBackendRunner({scratchDir: join(scratch, 'runs'), dataDir: scratch, env: process.env});
});
afterAll(async () => {
	await runner.stop();
	rmSync(scratch, {recursive: true, force: true});
});

/** A server of its own that counts: what was asked of it, with the header that authenticates. */
async function startServer(name: string) {
	const seen: string[] = [];
	const records = new Set<string>();
	const server = createServer((request, response) => {
		const {method = '', url = '', headers} = request;
		seen.push(`${method} ${url}${headers.authorization ? ` ${headers.authorization}` : ''}`);
		const id = `${name}-${seen.length}`;
		if (method === 'POST') records.add(id);
		if (method === 'DELETE') records.delete(url.split('/').at(-1)!);
		request.resume().on('end', () => {
			response.writeHead(method === 'POST' ? 201 : 200, {'content-type': 'application/json'});
			response.end(JSON.stringify({id, server: name}));
		});
	});
	await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
	onTestFinished(() => void server.close());
	return {url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen, records};
}

const secret = 'canary-secret-0123456789';

/** A project with the environments `default` (dev) and `stage`, and a test that sends what it has of them. */
async function startWorld(directory?: string) {
	const [dev, stage] = [await startServer('dev'), await startServer('stage')];
	const http = await startHttp({backendRunner: runner, ...(directory ? {directory} : {})});
	const {body: project} = await http.call(createProject, {body: {type: 'backend', name: 'P', targetUrl: dev.url}});
	const params = {projectId: project.id};
	await http.call(updateEnvironment, {
		params: {...params, name: 'default'},
		body: {variables: {OWNER: 'dev-team'}},
	});
	await http.call(createEnvironment, {
		params,
		body: {name: 'stage', url: `${stage.url}/v2`, variables: {OWNER: 'stage-team', API_KEY: secret}},
	});
	const add = async (name: string, code: string, more: object = {}) =>
		(await http.call(createTest, {body: {projectId: project.id, type: 'backend', name, code, ...more}})).body.testId;
	return {dev, stage, http, projectId: project.id, params, add};
}

async function ended(http: HttpUnderTest, runId: string) {
	const query = {waitSeconds: 25, until: 'batch' as const};
	let run = (await http.call(getRun, {params: {runId}, query})).body;
	while (run.batchPhase !== 'done') run = (await http.call(getRun, {params: {runId}, query})).body;
	return run;
}

const get = (path: string) => `
import json, urllib.request
request = urllib.request.Request(BASE_URL + "${path}", headers=__AUTH_HEADERS__)
answer = json.load(urllib.request.urlopen(request))
`;

describe('an account in an address', () => {
	const canary = 'canary-p@ss/word';
	const withAccount = (url: string) => url.replace('://', `://ada:${encodeURIComponent(canary)}@`);

	it('becomes the Basic authentication of an API, and stands in no file, log line or answer', async () => {
		const folder = mkdtempSync(join(tmpdir(), 'svc-address-'));
		onTestFinished(() => rmSync(folder, {recursive: true, force: true}));
		const [first, second] = [await startServer('dev'), await startServer('stage')];
		const http = await startHttp({backendRunner: runner, directory: folder});
		const body = {type: 'backend' as const, name: 'P', targetUrl: withAccount(first.url)};
		const {body: project} = await http.call(createProject, {body});
		expect(project).toMatchObject({targetUrl: first.url, hasLogin: true});
		expect(project.warnings).toEqual([
			expect.stringMatching(/^The address carried the account ada\. .* sent as Basic authentication/),
		]);
		const projectId = project.id;
		const stage = await http.call(createEnvironment, {
			params: {projectId},
			body: {name: 'stage', url: withAccount(`${second.url}/v2`)},
		});
		expect(stage.body).toMatchObject({url: `${second.url}/v2`, authMode: 'account', username: 'ada'});
		const {body: test} = await http.call(createTest, {
			body: {projectId, type: 'backend', name: 'reads', code: get('/owners')},
		});
		const basic = `Basic ${Buffer.from(`ada:${canary}`).toString('base64')}`;
		for (const [environment, server, path] of [
			['default', first, '/owners'],
			['stage', second, '/v2/owners'],
		] as const) {
			const {body: ticket} = await http.call(triggerRun, {params: {testId: test.testId}, body: {environment}});
			expect(await ended(http, ticket.runId)).toMatchObject({
				status: 'passed',
				targetUrl: server.url + path.replace('/owners', ''),
			});
			expect(server.seen).toEqual([`GET ${path} ${basic}`]);
		}
		const patch = {targetUrl: withAccount(`${first.url}/v3`)};
		const changed = await http.call(updateProject, {params: {projectId}, body: patch});
		expect(changed.body.warnings).toHaveLength(1);
		const {body: shown} = await http.call(getProject, {params: {projectId}});
		expect(shown).toMatchObject({targetUrl: `${first.url}/v3`, auth: {authType: 'basic token'}});
		const said = JSON.stringify([project, stage, changed, shown, http.log]);
		await http.close();
		await http.database.destroy();
		for (const spelling of [canary, encodeURIComponent(canary)]) {
			expect(said).not.toContain(spelling);
			for (const file of readdirSync(folder))
				expect(readFileSync(join(folder, file)).includes(spelling), file).toBe(false);
		}
	});

	it('is kept apart from the account that signs in to a website, and does not follow to another server', async () => {
		const http = await startHttp();
		const body = {type: 'frontend' as const, name: 'S', targetUrl: withAccount('https://example.com/shop')};
		const {body: project} = await http.call(createProject, {body});
		expect(project).toMatchObject({targetUrl: 'https://example.com/shop', hasLogin: false});
		const params = {projectId: project.id};
		const stored = async () => {
			const row = await http.database.selectFrom('environments').selectAll().executeTakeFirstOrThrow();
			return {mode: row.auth_mode, http: openHttpAccount(http.secretBox, row)};
		};
		const account = {username: 'ada', password: canary};
		expect(await stored()).toEqual({mode: 'public', http: account});
		await http.call(updateProject, {params, body: {username: 'bob', password: 'site-login'}});
		expect(await stored()).toEqual({mode: 'account', http: account});
		await http.call(updateProject, {params, body: {targetUrl: 'https://example.com/other'}});
		expect(await stored()).toEqual({mode: 'account', http: account});
		await http.call(updateProject, {params, body: {targetUrl: 'https://elsewhere.example.com'}});
		expect(await stored()).toEqual({mode: 'account', http: null});
	});

	it('is refused where it would be shown, or where something else is sent', async () => {
		const {http, params, dev, add} = await startWorld();
		const testId = await add('reads', get('/'));
		const targetUrl = withAccount(dev.url);
		await http.call(putCredential, {params, body: {authType: 'Bearer token', credential: 'abc'}});
		for (const {body: error} of [
			await http.fail(triggerRun, {params: {testId}, body: {targetUrl}}),
			await http.fail(updateProject, {params, body: {targetUrl}}),
			await http.fail(createEnvironment, {params, body: {name: 'live', url: targetUrl}}),
			await http.fail(updateProject, {params, body: {targetUrl: dev.url.replace('://', '://token@')}}),
		]) {
			expect(error).toMatchObject({code: 'VALIDATION_ERROR', details: {reason: 'credentials'}});
			expect(error.nextAction).toContain('Give the address without');
			expect(JSON.stringify(error)).not.toContain(encodeURIComponent(canary));
		}
	});
});

describe('a run in an environment', () => {
	it('calls its server with its values, and its secrets are in no file, log line or answer', async () => {
		const folder = mkdtempSync(join(tmpdir(), 'svc-environments-store-'));
		onTestFinished(() => rmSync(folder, {recursive: true, force: true}));
		const {dev, stage, http, add} = await startWorld(folder);
		const testId = await add('sends', `${get('/owners/VAR_OWNER?key=VAR_API_KEY')}print(VAR_OWNER, "VAR_API_KEY")\n`);
		const trigger = async (environment?: string) => {
			const body = environment === undefined ? {} : {environment};
			const {body: ticket} = await http.call(triggerRun, {params: {testId}, body});
			return ended(http, ticket.runId);
		};
		expect(await trigger()).toMatchObject({status: 'passed', environment: 'default', targetUrl: dev.url});
		const run = await trigger('STAGE');
		expect(run).toMatchObject({status: 'passed', environment: 'stage', targetUrl: `${stage.url}/v2`});
		expect(dev.seen).toEqual(['GET /owners/dev-team?key=VAR_API_KEY']);
		expect(stage.seen).toEqual([`GET /v2/owners/stage-team?key=${secret}`]);

		const {body: calls} = await http.call(listBatchCalls, {params: {batchId: run.batchId!}});
		const shown = JSON.stringify([run, calls, http.log]);
		expect(shown).toContain('/v2/owners/stage-team');
		expect(shown).not.toContain(secret);
		await http.close();
		await http.database.destroy();
		for (const file of readdirSync(folder)) expect(readFileSync(join(folder, file)).includes(secret), file).toBe(false);
	});

	it('is refused with the names that exist and the command that creates it', async () => {
		const {http, projectId, params, add} = await startWorld();
		const testId = await add('reads', get('/'));
		const body = {environment: 'mars'};
		const list = {name: 'l', testIds: [testId], projectEnvironments: [{projectId, environmentName: 'mars'}]};
		const schedule = {...body, name: 's', targetType: 'project' as const, targetId: projectId, cron: '0 3 * * *'};
		for (const {body: error} of [
			await http.fail(triggerRun, {params: {testId}, body}),
			await http.fail(runBatch, {body: {...params, ...body}}),
			await http.fail(rerunBatch, {body: {testIds: [testId], ...body}}),
			await http.fail(createSchedule, {body: schedule}),
			await http.fail(createTestList, {body: list}),
		]) {
			expect(error).toMatchObject({code: 'VALIDATION_ERROR', details: {accepted: ['default', 'stage']}});
			expect(error.message).toBe('The project has no environment "mars". It has: default, stage.');
			expect(error.nextAction).toBe(`Create it: svc project env create ${projectId} mars --url <url>`);
		}
	});

	it('is of the default one unless it says otherwise, whatever that is at the time', async () => {
		const {dev, stage, http, projectId, add} = await startWorld();
		const testId = await add('reads', get('/'));
		await http.call(setDefaultEnvironment, {params: {projectId, name: 'stage'}});
		const {body: ticket} = await http.call(triggerRun, {params: {testId}});
		expect(await ended(http, ticket.runId)).toMatchObject({environment: 'stage', status: 'passed'});
		expect([dev.seen.length, stage.seen.length]).toEqual([0, 1]);
	});

	it('keeps its environment when it is repeated, and asks when that is not clear', async () => {
		const {dev, stage, http, projectId, add} = await startWorld();
		const [one, two] = [await add('one', get('/one')), await add('two', get('/two'))];
		const first = await http.call(triggerRun, {params: {testId: one}, body: {environment: 'stage'}});
		await ended(http, first.body.runId);
		const again = await http.call(rerunTest, {params: {testId: one}});
		expect(await ended(http, again.body.runId)).toMatchObject({environment: 'stage'});
		await ended(http, (await http.call(triggerRun, {params: {testId: two}})).body.runId);
		expect([dev.seen.length, stage.seen.length]).toEqual([1, 2]);

		const mixed = await http.fail(rerunBatch, {body: {projectId, all: true}});
		expect(mixed.body).toMatchObject({
			message: 'These tests last ran in different environments: default, stage.',
			nextAction: 'Name the one to run in: --env default | stage',
		});
		const named = await http.call(rerunBatch, {body: {projectId, all: true, environment: 'stage'}});
		for (const {runId} of named.body.accepted) await ended(http, runId);
		expect([dev.seen.length, stage.seen.length]).toEqual([1, 4]);

		await http.call(deleteEnvironment, {params: {projectId, name: 'stage'}});
		await http.call(createEnvironment, {params: {projectId}, body: {name: 'live', url: dev.url}});
		const gone = await http.fail(rerunTest, {params: {testId: one}});
		expect(gone.body).toMatchObject({
			message: 'The environment "stage" of the earlier run does not exist any more.',
			nextAction: 'Name one that exists: --env default | live',
		});
		expect(dev.seen).toHaveLength(1);
	});

	it('is given no value that was captured in another one', async () => {
		const {stage, http, add} = await startWorld();
		const produces = `${get('/make')}produce("made", answer["server"])\n`;
		await add('makes', produces, {produces: ['made']});
		const uses = await add('uses', `${get('/use')}assert answer["server"] == made\n`, {consumes: ['made']});
		const trigger = await http.call(triggerRun, {params: {testId: uses}});
		expect(await ended(http, trigger.body.runId)).toMatchObject({status: 'passed'});
		const skipping = {skipDependencies: true};
		const same = await http.call(rerunTest, {params: {testId: uses}, body: skipping});
		expect(await ended(http, same.body.runId)).toMatchObject({status: 'passed', environment: 'default'});
		const other = await http.call(rerunTest, {params: {testId: uses}, body: {...skipping, environment: 'stage'}});
		expect(await ended(http, other.body.runId)).toMatchObject({status: 'blocked'});
		expect(stage.seen).toEqual([]);
	});

	it('cleans up there, with the account of that environment', async () => {
		const {dev, stage, http, projectId, params, add} = await startWorld();
		const basic = (account: string) => `Basic ${Buffer.from(account).toString('base64')}`;
		await http.call(putCredential, {
			params,
			body: {authType: 'basic token', credential: Buffer.from('dev:dev-password').toString('base64')},
		});
		await http.call(updateEnvironment, {
			params: {projectId, name: 'stage'},
			body: {username: 'bo', password: 'stage-password'},
		});
		await http.call(createEndpoint, {params, body: {method: 'POST', path: '/things'}});
		await http.call(createEndpoint, {params, body: {method: 'DELETE', path: '/things/{thingId}'}});
		const code = `
import json, urllib.request
request = urllib.request.Request(BASE_URL + "/things", data=json.dumps({"name": "n-" + RUN_TAG}).encode(), method="POST", headers={**__AUTH_HEADERS__, "content-type": "application/json"})
produce("thing_id", json.load(urllib.request.urlopen(request))["id"])
`;
		await add('creates', code, {produces: ['thing_id']});
		for (const environment of ['default', 'stage']) {
			const {body} = await http.call(runBatch, {body: {...params, environment}});
			expect(await ended(http, body.accepted[0]!.runId)).toMatchObject({status: 'passed', environment});
		}
		const changes = (seen: readonly string[]) => seen.filter(line => !line.startsWith('GET'));
		expect(changes(dev.seen)).toEqual([
			`POST /things ${basic('dev:dev-password')}`,
			`DELETE /things/dev-1 ${basic('dev:dev-password')}`,
		]);
		expect(changes(stage.seen)).toEqual([
			`POST /v2/things ${basic('bo:stage-password')}`,
			`DELETE /v2/things/stage-1 ${basic('bo:stage-password')}`,
		]);
		expect(stage.seen.filter(line => !line.endsWith(basic('bo:stage-password')))).toEqual([]);
		expect([...dev.records, ...stage.records]).toEqual([]);
	});

	it('logs in on its server with its account', async () => {
		const forEver = {lifeMs: 3_600_000, tellsExpiry: false};
		const [dev, stage] = [await startTokenApi(forEver), await startTokenApi(forEver)];
		const http = await startHttp({backendRunner: runner});
		const {body: project} = await http.call(createProject, {body: {type: 'backend', name: 'P', targetUrl: dev.url}});
		const params = {projectId: project.id};
		const login = {method: 'password', inject: 'bearer', loginUrl: `${dev.url}/login`} as const;
		await http.call(putAutoAuth, {params, body: {...login, username: 'ann', password: 'dev-password'}});
		await http.call(createEnvironment, {
			params,
			body: {name: 'stage', url: stage.url, username: 'bo', password: 'stage-password'},
		});
		const {body: test} = await http.call(createTest, {
			body: {...params, type: 'backend', name: 'me', code: get('/me')},
		});
		const before = dev.logins.length;
		const {body: ticket} = await http.call(triggerRun, {
			params: {testId: test.testId},
			body: {environment: 'stage'},
		});
		expect(await ended(http, ticket.runId)).toMatchObject({status: 'passed'});
		expect(stage.logins.map(body => JSON.parse(body))).toEqual([{email: 'bo', password: 'stage-password'}]);
		expect(dev.logins).toHaveLength(before);
		expect(stage.refused).toEqual([]);
		expect(JSON.stringify(http.log)).not.toContain('stage-password');
	});

	it('is that of a schedule, and of each project in a list', async () => {
		const {dev, stage, http, projectId, params, add} = await startWorld();
		const testId = await add('reads', get('/'));
		await http.database.updateTable('accounts').set({plan: 'Pro'}).execute();
		const {body: schedule} = await http.call(createSchedule, {
			body: {name: 's', targetType: 'project', targetId: projectId, cron: '0 3 * * *', environment: 'stage'},
		});
		const done = async (batchId: string) => {
			const {body} = await http.call(getBatch, {params: {batchId}});
			for (const {runId} of body.members) await ended(http, runId);
			return body;
		};
		const fired = await http.call(runSchedule, {params: {scheduleId: schedule.scheduleId}});
		expect(await done(fired.body.batchId!)).toMatchObject({environment: 'stage'});
		expect([dev.seen.length, stage.seen.length]).toEqual([0, 1]);

		const other = await startServer('other');
		const {body: second} = await http.call(createProject, {
			body: {type: 'backend', name: 'Q', targetUrl: other.url},
		});
		const otherTest = {projectId: second.id, type: 'backend' as const, name: 'other', code: get('/')};
		const {body: created} = await http.call(createTest, {body: otherTest});
		const {body: list} = await http.call(createTestList, {
			body: {
				name: 'l',
				testIds: [testId, created.testId],
				projectEnvironments: [{...params, environmentName: 'Stage'}],
			},
		});
		const {body: ticket} = await http.call(runTestList, {params: {listId: list.id}});
		expect(await done(ticket.batchId!)).toMatchObject({environment: null});
		const runs = await Promise.all(ticket.accepted.map(({runId}) => ended(http, runId)));
		expect(new Map(runs.map(run => [run.testId, run.environment]))).toEqual(
			new Map([
				[testId, 'stage'],
				[created.testId, 'default'],
			]),
		);
		expect([dev.seen.length, stage.seen.length, other.seen.length]).toEqual([0, 2, 1]);
		// A schedule of the list uses the same.
		const {body: nightly} = await http.call(createSchedule, {
			body: {name: 'n', targetType: 'testList', targetId: list.id, cron: '0 4 * * *'},
		});
		const again = await http.call(runSchedule, {params: {scheduleId: nightly.scheduleId}});
		await done(again.body.batchId!);
		expect([dev.seen.length, stage.seen.length, other.seen.length]).toEqual([0, 3, 2]);
	});
});
