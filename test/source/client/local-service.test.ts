import {mkdirSync, readFileSync, statSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import process from 'node:process';
import {fileURLToPath} from 'node:url';
import {beforeAll, describe, expect, it, onTestFinished} from 'vitest';
import type {ClientEvent} from '../../../source/client/client-events.ts';
import {systemClock} from '../../../source/client/clock.ts';
import {daemonStatus, startDaemon, stopDaemon} from '../../../source/client/daemon.ts';
import {mintLocalKey} from '../../../source/client/local-key.ts';
import type {LocalServiceOptions} from '../../../source/client/find-local-service.ts';
import {ensureLocalService, localEndpoint} from '../../../source/client/local-service.ts';
import {getMe} from '../../../contract/routes/account.ts';
import {isAlive, startTimeOf} from '../../../source/process/start-time.ts';
import {buildScript, temporaryDirectory} from '../process/bundle-script.ts';
import {createClient} from './create-client.ts';

let cliPath: string;
beforeAll(async () => {
	const {script, remove} = await buildScript(fileURLToPath(new URL('stand-in-service.ts', import.meta.url)));
	cliPath = script;
	return remove;
});

/** A data directory of its own; whatever service is left in it is killed when the test ends. */
function local(env: Record<string, string> = {}) {
	const dataDir = join(temporaryDirectory(), 'service');
	const events: ClientEvent[] = [];
	const options: LocalServiceOptions = {
		...systemClock,
		dataDir,
		cliPath,
		version: '1.2.3',
		env: {PATH: process.env['PATH'], ...env},
		observer: event => events.push(event),
	};
	const readRecord = () => JSON.parse(readFileSync(join(dataDir, 'service.json'), 'utf8'));
	const pids: number[] = [];
	onTestFinished(async () => {
		try {
			pids.push(readRecord().pid);
		} catch {
			// No service is recorded.
		}
		const services = pids.filter(pid => pid !== process.pid);
		for (const pid of services) if (isAlive(pid)) process.kill(pid, 'SIGKILL');
		await expect
			.poll(async () => (await Promise.all(services.map(startTimeOf))).every(time => time === null))
			.toBe(true);
	});
	const log = () => readFileSync(join(dataDir, 'logs', 'service.log'), 'utf8');
	return {options, events, dataDir, readRecord, log, pids};
}

const states = (events: ClientEvent[]) =>
	events.map(event => (event.kind === 'local-service' ? event.state : event.kind));

describe('the endpoint local', () => {
	it('starts a service when none runs and waits until it is ready', async () => {
		const {options, events, dataDir, readRecord, log} = local({STAND_IN: 'slow', SVC_API_KEY: 'sk-user-CANARY'});
		const url = await ensureLocalService(options);
		expect(url).toBe(readRecord().url);
		expect((await fetch(`${url}/readyz`)).status).toBe(200);
		expect(events).toEqual([
			{kind: 'local-service', state: 'starting'},
			{kind: 'local-service', state: 'ready', url},
		]);
		expect(statSync(dataDir).mode & 0o777).toBe(0o700);
		expect(log()).toContain(`started with key none in ${dataDir}`);
		expect(statSync(join(dataDir, 'logs', 'service.log')).mode & 0o777).toBe(0o600);
	});

	it('finds the service that runs and says nothing', async () => {
		const {options, events} = local();
		const url = await ensureLocalService(options);
		events.length = 0;
		expect(await ensureLocalService(options)).toBe(url);
		expect(events).toEqual([]);
	});

	it('is started once by clients that need it at the same time', async () => {
		const {options, events} = local({STAND_IN: 'slow'});
		const urls = await Promise.all([1, 2, 3].map(() => ensureLocalService(options)));
		expect(new Set(urls).size).toBe(1);
		expect(states(events)).toEqual(['starting', 'ready']);
	});

	it('is started anew when the recorded process is gone', async () => {
		const {options, readRecord, events} = local();
		await ensureLocalService(options);
		const {pid} = readRecord();
		process.kill(pid, 'SIGKILL');
		await expect.poll(() => startTimeOf(pid)).toBeNull();
		expect(await ensureLocalService(options)).toBe(readRecord().url);
		expect(readRecord().pid).not.toBe(pid);
		expect(states(events)).toEqual(['starting', 'ready', 'starting', 'ready']);
	});

	it('is not taken from a record whose pid now belongs to another process', async () => {
		const {options, dataDir, readRecord} = local();
		mkdirSync(dataDir, {recursive: true});
		const record = {pid: process.pid, startTime: 'earlier', url: 'http://127.0.0.1:9', version: '1.2.3'};
		const rest = {startedAt: '2026-01-31T09:30:00.000Z', ownerToken: 't'};
		writeFileSync(join(dataDir, 'service.json'), JSON.stringify({...record, ...rest}));
		await ensureLocalService(options);
		expect(readRecord().pid).not.toBe(process.pid);
	});

	it.each(['', '{', '{}', '[]', 'null'])('is started in spite of the record %j', async text => {
		const {options, dataDir, readRecord} = local();
		mkdirSync(dataDir, {recursive: true});
		writeFileSync(join(dataDir, 'service.json'), text);
		expect(await ensureLocalService(options)).toBe(readRecord().url);
	});

	it.each([
		['dies', 'exit code 1', 'svc service logs'],
		['exit-6', 'another service owns the data directory', 'Name another one.'],
	])('that %s is UNAVAILABLE and names the log, or what it advised', async (mishap, said, nextAction) => {
		const {options} = local({STAND_IN: mishap});
		await expect(ensureLocalService(options)).rejects.toMatchObject({
			code: 'UNAVAILABLE',
			exitCode: 10,
			nextAction,
			message: expect.stringContaining(said),
			details: {dependency: 'local-service'},
		});
	});

	it('that has no place for its data is UNAVAILABLE and says what to change', async () => {
		const {options, dataDir} = local();
		writeFileSync(dataDir, 'a file in the way');
		await expect(ensureLocalService(options)).rejects.toMatchObject({
			code: 'UNAVAILABLE',
			message: expect.stringContaining(dataDir),
			nextAction: expect.stringContaining('SVC_DATA_DIR'),
			details: {dependency: 'local-service'},
		});
	});

	it('is used by the client at its first request', async () => {
		const {options, events} = local();
		const {client, run} = createClient(localEndpoint(options));
		expect(events).toEqual([]);
		await expect(run(client.call(getMe))).rejects.toMatchObject({code: 'NOT_FOUND'});
		expect(states(events)).toEqual(['starting', 'ready']);
	});

	it('is started when the recorded process lives but does not answer there', async () => {
		const {options, events, dataDir, readRecord} = local();
		mkdirSync(dataDir, {recursive: true});
		const record = {pid: process.pid, startTime: await startTimeOf(process.pid), url: 'http://127.0.0.1:9'};
		const rest = {version: '1.2.3', startedAt: '2026-01-31T09:30:00.000Z', ownerToken: 't'};
		writeFileSync(join(dataDir, 'service.json'), JSON.stringify({...record, ...rest}));
		const {client, run} = createClient(localEndpoint(options));
		await expect(run(client.call(getMe))).rejects.toMatchObject({code: 'NOT_FOUND'});
		expect(states(events)).toEqual(['starting', 'ready']);
		expect(readRecord().pid).not.toBe(process.pid);
	});

	it('is not revived by a client that has already used it', async () => {
		const {options, events, readRecord} = local();
		const {client, run} = createClient(localEndpoint(options));
		await run(client.call(getMe).catch(() => {}));
		await stopDaemon({...options, timeoutSeconds: 120});
		await expect(run(client.call(getMe))).rejects.toMatchObject({
			code: 'UNAVAILABLE',
			details: {dependency: 'local-service'},
			nextAction: 'svc service start',
		});
		expect(states(events)).toEqual(['starting', 'ready']);
		// Started by somebody else on another port: found again.
		await startDaemon({...options, timeoutSeconds: 120});
		await expect(run(client.call(getMe))).rejects.toMatchObject({code: 'NOT_FOUND'});
		expect(readRecord().url).toMatch(/^http/);
	});

	it('is started again by a client that was using it when it was killed', async () => {
		const {options, events, readRecord} = local();
		const {client, run} = createClient(localEndpoint(options));
		await run(client.call(getMe).catch(() => {}));
		const {pid} = readRecord();
		process.kill(pid, 'SIGKILL');
		await expect(run(client.call(getMe))).rejects.toMatchObject({code: 'NOT_FOUND'});
		expect(states(events)).toEqual(['starting', 'ready', 'starting', 'ready']);
		expect(readRecord().pid).not.toBe(pid);
	});
});

describe('a daemon older than the client', () => {
	it('is replaced when it is idle, with the settings it was started with', async () => {
		const {options, events, readRecord} = local();
		const old = {...options, env: {...options.env, STAND_IN_VERSION: '1.2.2'}};
		await startDaemon({...old, flags: {workers: 3}, timeoutSeconds: 120});
		const {pid} = readRecord();
		events.length = 0;
		const url = await ensureLocalService(options);
		expect(readRecord()).toMatchObject({url, version: '1.2.3', workers: 3});
		expect(await startTimeOf(pid)).toBeNull();
		expect(states(events)).toEqual(['restarting', 'starting', 'ready']);
		expect(events[0]).toMatchObject({version: '1.2.2', clientVersion: '1.2.3'});
	});

	it('stays when it is busy', async () => {
		const {options, events, readRecord} = local({STAND_IN: 'busy', STAND_IN_VERSION: '1.2.2'});
		await startDaemon({...options, timeoutSeconds: 120});
		events.length = 0;
		expect(await ensureLocalService(options)).toBe(readRecord().url);
		expect(states(events)).toEqual(['outdated']);
		expect(readRecord().version).toBe('1.2.2');
	});

	it('stays when somebody runs it in the foreground', async () => {
		const {options, events, dataDir, readRecord} = local({STAND_IN_VERSION: '1.2.2'});
		await startDaemon({...options, timeoutSeconds: 120});
		// Left behind by a daemon that ran before it.
		writeFileSync(join(dataDir, 'daemon.json'), JSON.stringify({pid: 1, startTime: 'earlier', flags: {}}));
		events.length = 0;
		await ensureLocalService(options);
		expect(states(events)).toEqual(['outdated']);
		expect(readRecord().version).toBe('1.2.2');
	});

	it('is not replaced by an older client', async () => {
		const {options, events} = local({STAND_IN_VERSION: '1.3.0'});
		await startDaemon({...options, timeoutSeconds: 120});
		events.length = 0;
		await ensureLocalService(options);
		expect(events).toEqual([]);
	});
});

describe('service start, stop and status', () => {
	it('tell the same about a service through its life', async () => {
		const {options, dataDir, readRecord} = local({STAND_IN: 'busy'});
		const nothing = {
			url: null,
			pid: null,
			version: null,
			dataDir,
			database: null,
			startedAt: null,
			workers: null,
			queue: null,
			mode: null,
			processes: null,
		};
		expect(await daemonStatus(options)).toEqual({...nothing, state: 'stopped'});

		const started = await startDaemon({...options, flags: {workers: 2}, timeoutSeconds: 120});
		const {url, pid, startedAt} = readRecord();
		expect(started).toEqual({
			state: 'running',
			url,
			pid,
			version: '1.2.3',
			dataDir,
			database: null,
			startedAt,
			workers: 2,
			queue: 3,
			mode: null,
			processes: null,
		});
		expect(await daemonStatus(options)).toEqual(started);
		expect(await startDaemon({...options, timeoutSeconds: 120})).toEqual(started);

		expect(await stopDaemon({...options, timeoutSeconds: 120})).toEqual({...nothing, state: 'stopped'});
		expect(await startTimeOf(pid)).toBeNull();
		expect(await stopDaemon({...options, timeoutSeconds: 120})).toEqual({...nothing, state: 'stopped'});
	});

	it('call a record without its process stale, and stop clears it away', async () => {
		const {options, readRecord} = local();
		await startDaemon({...options, timeoutSeconds: 120});
		const {pid} = readRecord();
		process.kill(pid, 'SIGKILL');
		await expect.poll(() => startTimeOf(pid)).toBeNull();
		expect(await daemonStatus(options)).toMatchObject({state: 'stale', pid, queue: null});
		expect(await stopDaemon({...options, timeoutSeconds: 120})).toMatchObject({state: 'stopped', pid: null});
	});

	it('start names what ends one that holds the directory and does not answer', async () => {
		const {options, dataDir} = local({STAND_IN: 'exit-6'});
		mkdirSync(dataDir, {recursive: true});
		const record = {pid: process.pid, startTime: await startTimeOf(process.pid), url: 'http://127.0.0.1:9'};
		const rest = {version: '1.2.3', startedAt: '2026-01-31T09:30:00.000Z', ownerToken: 't'};
		writeFileSync(join(dataDir, 'service.json'), JSON.stringify({...record, ...rest}));
		await expect(startDaemon({...options, timeoutSeconds: 120})).rejects.toMatchObject({
			code: 'CONFLICT',
			exitCode: 6,
			message: `The local service (process ${process.pid}) lives, but does not answer.`,
			nextAction: 'svc service stop --timeout 5 --force',
		});
		await expect(ensureLocalService(options)).rejects.toMatchObject({
			code: 'UNAVAILABLE',
			nextAction: 'svc service stop --timeout 5 --force',
		});
	});

	it('start gives up in time and ends what it has started', async () => {
		const {options, readRecord} = local({STAND_IN: 'never-ready'});
		await expect(startDaemon({...options, timeoutSeconds: 1})).rejects.toMatchObject({
			code: 'UNSUPPORTED',
			exitCode: 7,
		});
		await expect.poll(() => tryRead(readRecord)).toBeUndefined();
	});

	it('start says with exit 6 that the data directory or the port is taken', async () => {
		const {options} = local({STAND_IN: 'exit-6'});
		await expect(startDaemon({...options, timeoutSeconds: 120})).rejects.toMatchObject({
			code: 'CONFLICT',
			exitCode: 6,
			message: expect.stringContaining('another service owns the data directory'),
			nextAction: 'Name another one.',
		});
	});

	it('stop gives up in time, and --force ends it', async () => {
		const {options, readRecord, pids} = local({STAND_IN: 'deaf'});
		await startDaemon({...options, timeoutSeconds: 120});
		const {pid} = readRecord();
		pids.push(pid);
		await expect(stopDaemon({...options, timeoutSeconds: 0.2})).rejects.toMatchObject({
			code: 'UNSUPPORTED',
			exitCode: 7,
			nextAction: expect.stringContaining('--force'),
		});
		expect(isAlive(pid)).toBe(true);
		expect(await stopDaemon({...options, timeoutSeconds: 0.2, force: true})).toMatchObject({state: 'stopped'});
		expect(await startTimeOf(pid)).toBeNull();
	});

	it('never signal a process that only has the recorded pid', async () => {
		const {options, dataDir} = local();
		mkdirSync(dataDir, {recursive: true});
		const record = {pid: process.pid, startTime: 'earlier', url: 'http://127.0.0.1:9', version: '1.2.3'};
		const rest = {startedAt: '2026-01-31T09:30:00.000Z', ownerToken: 't'};
		writeFileSync(join(dataDir, 'service.json'), JSON.stringify({...record, ...rest}));
		let isSignalled = false;
		const onSignal = () => {
			isSignalled = true;
		};
		process.once('SIGTERM', onSignal);
		onTestFinished(() => void process.off('SIGTERM', onSignal));
		expect(await stopDaemon({...options, force: true, timeoutSeconds: 1})).toMatchObject({state: 'stopped'});
		expect(isSignalled).toBe(false);
	});
});

describe('minting a local key', () => {
	it('shows the owner token and no key', async () => {
		const {options} = local();
		await startDaemon({...options, timeoutSeconds: 120});
		const mint = {...options, random: Math.random, requestTimeoutMs: 5000};
		expect(await mintLocalKey({...mint, name: 'laptop'})).toBe('sk-user-minted');
		expect(await mintLocalKey(mint)).toBe('sk-user-minted');
	});

	it('needs a service that runs', async () => {
		const {options} = local();
		await expect(mintLocalKey({...options, random: Math.random, requestTimeoutMs: 5000})).rejects.toMatchObject({
			code: 'UNAVAILABLE',
			nextAction: 'svc service start',
		});
	});
});

function tryRead<T>(read: () => T): T | undefined {
	try {
		return read();
	} catch {
		return undefined;
	}
}
