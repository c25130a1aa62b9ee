import {chmodSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync} from 'node:fs';
import {createServer} from 'node:net';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {getMe} from '../../../contract/routes/account.ts';
import {getBatch} from '../../../contract/routes/batches.ts';
import {createProject, getProject, listProjects} from '../../../contract/routes/projects.ts';
import {getRun, triggerRun} from '../../../contract/routes/runs.ts';
import {getTestResult} from '../../../contract/routes/results.ts';
import {createTest, getTest} from '../../../contract/routes/tests.ts';
import {serviceFile} from '../../../contract/service-process.ts';
import {startTimeOf} from '../../../source/process/start-time.ts';
import {openDatabase} from '../../../service/store/open-database.ts';
import {
	batchEnd,
	callerOf,
	localCaller,
	runServe,
	serveFailure,
	serviceFileOf,
	temporaryDirectory,
} from './run-serve.ts';

const modeOf = (path: string) => statSync(path).mode & 0o777;

/** A port of this machine that is taken as long as the test runs. */
async function takenPort(): Promise<number> {
	const server = createServer();
	await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
	const {port} = server.address() as {port: number};
	return port;
}

describe('a data directory', () => {
	it('belongs to its owner alone, with every file in it', async () => {
		const {dataDir} = await runServe({targetPolicy: 'private'});
		expect(modeOf(dataDir)).toBe(0o700);
		for (const name of readdirSync(dataDir, {recursive: true, withFileTypes: true})) {
			const path = join(name.parentPath, name.name);
			expect([path, modeOf(path)]).toEqual([path, name.isDirectory() ? 0o700 : 0o600]);
		}
	});

	it('that others can read is tightened', async () => {
		const dataDir = join(temporaryDirectory(), 'service');
		mkdirSync(join(dataDir, 'logs'), {recursive: true, mode: 0o755});
		chmodSync(dataDir, 0o755);
		await runServe({dataDir});
		expect(modeOf(dataDir)).toBe(0o700);
	});

	it('that holds something else is refused and left alone', async () => {
		const dataDir = temporaryDirectory();
		writeFileSync(join(dataDir, 'thesis.txt'), 'mine');
		chmodSync(dataDir, 0o755);
		expect(await serveFailure({dataDir})).toMatchObject({
			code: 'VALIDATION_ERROR',
			details: {field: 'data-dir', reason: 'not_empty'},
		});
		expect(readdirSync(dataDir)).toEqual(['thesis.txt']);
		expect(modeOf(dataDir)).toBe(0o755);
	});

	it('that is a file is refused', async () => {
		const dataDir = join(temporaryDirectory(), 'file');
		writeFileSync(dataDir, '');
		expect(await serveFailure({dataDir, logFile: null})).toMatchObject({
			code: 'VALIDATION_ERROR',
			details: {field: 'data-dir', reason: 'not_usable'},
		});
	});

	it('has one service: a second one is told who it is', async () => {
		const first = await runServe();
		const failure = await serveFailure({dataDir: first.dataDir});
		expect(failure).toMatchObject({
			code: 'CONFLICT',
			details: {reason: 'service_running', pid: process.pid, url: first.url},
		});
		expect(failure.message).toContain(first.url);
		expect((await fetch(`${first.url}/healthz`)).status).toBe(200);
		await first.stop();
		await runServe({dataDir: first.dataDir});
	});

	it('of which two start at once gets one service', async () => {
		const dataDir = join(temporaryDirectory(), 'service');
		const starts = await Promise.allSettled([runServe({dataDir}), runServe({dataDir}), runServe({dataDir})]);
		expect(starts.map(({status}) => status).sort()).toEqual(['fulfilled', 'rejected', 'rejected']);
	});

	it('written by a newer version is refused without touching it', async () => {
		const {dataDir, stop} = await runServe();
		await stop();
		const path = join(dataDir, 'store', 'svc.db');
		const database = await openDatabase(path);
		await database
			.insertInto('kysely_migration' as never)
			.values({name: '9999-future', timestamp: new Date().toISOString()} as never)
			.execute();
		await database.destroy();
		const failure = await serveFailure({dataDir});
		expect(failure.code).toBe('INTERNAL');
		expect(`${failure.message} ${failure.nextAction}`).toMatch(/another version.*Update svc/s);
	});

	it('whose database is no database is refused', async () => {
		const dataDir = join(temporaryDirectory(), 'service');
		mkdirSync(join(dataDir, 'store'), {recursive: true});
		writeFileSync(join(dataDir, 'store', 'svc.db'), 'this is not a database'.repeat(100));
		expect((await serveFailure({dataDir})).code).toBe('INTERNAL');
	});

	it('whose key of the secrets is damaged is refused', async () => {
		const {dataDir, stop} = await runServe();
		await stop();
		writeFileSync(join(dataDir, 'secrets.key'), 'short');
		const failure = await serveFailure({dataDir});
		expect(failure.message).toContain('secrets.key');
		expect(readFileSync(join(dataDir, 'secrets.key'), 'utf8')).toBe('short');
	});
});

describe('service.json', () => {
	it('tells where the service is while it lives', async () => {
		const {url, dataDir, stop} = await runServe({workers: 3});
		const file = serviceFile.parse(serviceFileOf(dataDir));
		expect(file).toMatchObject({
			pid: process.pid,
			startTime: await startTimeOf(process.pid),
			url,
			version: JSON.parse(readFileSync('package.json', 'utf8')).version,
			workers: 3,
		});
		await stop();
		expect(readdirSync(dataDir)).not.toContain('service.json');
	});

	it('holds an owner token that is new at each start', async () => {
		const first = await runServe();
		const {ownerToken} = serviceFileOf(first.dataDir);
		await first.stop();
		const second = await runServe({dataDir: first.dataDir});
		expect(serviceFileOf(first.dataDir).ownerToken).not.toBe(ownerToken);
		const response = await fetch(`${second.url}/api/cli/v1/local/keys`, {
			method: 'POST',
			headers: {'x-svc-owner-token': ownerToken},
		});
		expect(response.status).toBe(401);
	});
});

describe('ports', () => {
	it('a busy one that was asked for is a conflict', async () => {
		const port = await takenPort();
		const dataDir = join(temporaryDirectory(), 'service');
		expect(await serveFailure({dataDir, port})).toMatchObject({
			code: 'CONFLICT',
			details: {reason: 'port_in_use', port},
		});
		// What had been opened was put away: the directory can be used at once.
		await runServe({dataDir});
	});

	it('without one, two services find two', async () => {
		const [first, second] = [await runServe(), await runServe()];
		expect(first.url).not.toBe(second.url);
	});

	it('an address of another machine is refused', async () => {
		expect(await serveFailure({host: '203.0.113.7', port: 0})).toMatchObject({
			code: 'VALIDATION_ERROR',
			details: {field: 'host'},
		});
	});
});

describe('the target policy', () => {
	const policyOf = async (url: string, dataDir: string) =>
		(await (await localCaller(url, dataDir))(getMe)).service?.targetPolicy;

	it('is private on a loopback host and public on any other', async () => {
		const loopback = await runServe();
		expect(await policyOf(loopback.url, loopback.dataDir)).toBe('private');
		const open = await runServe({host: '0.0.0.0'});
		expect(await policyOf(open.url.replace('0.0.0.0', '127.0.0.1'), open.dataDir)).toBe('public');
	});

	it('is remembered when somebody chose it', async () => {
		const first = await runServe({targetPolicy: 'public'});
		await first.stop();
		expect(JSON.parse(readFileSync(join(first.dataDir, 'config.json'), 'utf8'))).toEqual({targetPolicy: 'public'});
		const second = await runServe({dataDir: first.dataDir});
		expect(await policyOf(second.url, first.dataDir)).toBe('public');
	});
});

describe('config.json', () => {
	it('that cannot be understood stops the start and names the value', async () => {
		for (const [text, named] of [
			['{', 'not JSON'],
			['{"targetPolicy":"open"}', 'targetPolicy'],
			['{"limits":{"requests":0}}', 'limits.requests'],
		] as const) {
			const dataDir = join(temporaryDirectory(), 'service');
			mkdirSync(dataDir);
			writeFileSync(join(dataDir, 'config.json'), text);
			const failure = await serveFailure({dataDir});
			expect(failure.code).toBe('VALIDATION_ERROR');
			expect(failure.message).toContain(named);
		}
	});

	it('keeps what this version does not know', async () => {
		const dataDir = join(temporaryDirectory(), 'service');
		mkdirSync(dataDir);
		writeFileSync(join(dataDir, 'config.json'), '{"later":{"a":1}}');
		await runServe({dataDir, targetPolicy: 'private'});
		expect(JSON.parse(readFileSync(join(dataDir, 'config.json'), 'utf8'))).toEqual({
			later: {a: 1},
			targetPolicy: 'private',
		});
	});
});

describe('a restart', () => {
	it('keeps account, keys, projects and stored logins', async () => {
		const first = await runServe();
		const call = await localCaller(first.url, first.dataDir);
		const project = await call(createProject, {
			body: {type: 'backend', name: 'Shop', username: 'ann', password: 'pass-word-1'},
		});
		const {userId} = await call(getMe);
		await first.stop();
		const second = await runServe({dataDir: first.dataDir});
		const again = callerOf(second.url, call.key);
		expect((await again(getMe)).userId).toBe(userId);
		const kept = await again(getProject, {params: {projectId: project.id}});
		// What a project signs in with is told when it is read.
		expect(kept).toEqual({...project, auth: kept.auth});
	});
});

describe('a test of a user', () => {
	it('runs in real Python, produces a verdict, and is made again where the service left it', async () => {
		const first = await runServe();
		const call = await localCaller(first.url, first.dataDir);
		const {id: projectId} = await call(createProject, {body: {type: 'backend', name: 'Shop'}});
		const add = async (name: string, code: string) =>
			(await call(createTest, {body: {projectId, type: 'backend', name, code}})).testId;
		const passing = await add('passing', 'assert 1 + 1 == 2');
		const failing = await add('failing', 'print("hello")\nassert 1 == 2');
		for (const [testId, status] of [
			[passing, 'passed'],
			[failing, 'failed'],
		] as const) {
			const {runId} = await call(triggerRun, {params: {testId}});
			expect((await batchEnd(call, runId)).status).toBe(status);
		}
		expect((await call(getTestResult, {params: {testId: failing}})).apiOutput).toContain('hello');

		const slow = await add('slow', 'import time\ntime.sleep(600)\nassert True');
		const {runId, batchId} = await call(triggerRun, {params: {testId: slow}});
		await expect.poll(async () => (await call(getRun, {params: {runId}})).status).toBe('running');
		const waiting = call(getRun, {params: {runId}, query: {waitSeconds: 25}});
		await call(getRun, {params: {runId}});
		first.hurry();
		await first.stop();
		expect((await waiting.catch(error => error)).status ?? 'dropped').toMatch(/running|dropped/);

		const second = await runServe({dataDir: first.dataDir});
		const later = callerOf(second.url, call.key);
		await expect.poll(async () => (await later(getTest, {params: {testId: slow}})).status).toBe('running');
		expect((await later(getBatch, {params: {batchId}})).members).toHaveLength(1);
	});
});

it('the log is lines of JSON without a secret', async () => {
	const {url, dataDir, stop} = await runServe();
	const call = await localCaller(url, dataDir);
	await call(listProjects);
	const {ownerToken} = serviceFileOf(dataDir);
	await stop();
	const log = readFileSync(join(dataDir, 'logs', 'service.log'), 'utf8');
	const messages = log
		.trim()
		.split('\n')
		.map(line => JSON.parse(line).msg);
	expect(messages).toEqual(expect.arrayContaining(['serving', 'answered', 'stopping']));
	expect(log).not.toContain(call.key);
	expect(log).not.toContain(ownerToken);
});
