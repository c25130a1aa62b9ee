import {startTimeOf} from '../../../source/process/start-time.ts';
import {spawnSync} from 'node:child_process';
import {appendFileSync, mkdirSync, renameSync, writeFileSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {envelopeOf, MemorySystem, svc} from '../../helpers/memory-system.ts';

const serviceAddress = new URL('../../fixtures/service-module/service.js', import.meta.url).href;

/** Resolves once the text on stdout is as a test wants it. */
async function output(memory: MemorySystem, isThere: (text: string) => boolean): Promise<void> {
	while (!isThere(memory.stdout.text)) await new Promise(resolve => setImmediate(resolve));
}

describe('serve', () => {
	it('says where it is ready and ends well on the first signal', async () => {
		const memory = new MemorySystem(['serve', '--data-dir', 'data', '--concurrency', '8'], {serviceAddress});
		const code = memory.run();
		await output(memory, text => text.endsWith('\n'));
		expect(memory.stdout.text).toBe('svc service ready on http://127.0.0.1:7420\n');
		memory.raise('SIGTERM');
		expect(await code).toBe(0);
		expect(memory.stderr.text).toBe('');
		expect(memory.endedBy).toEqual([]);
	});

	it('in JSON says so on one line, with its settings resolved', async () => {
		const memory = new MemorySystem(['--output', 'json', 'serve', '--data-dir', 'data'], {serviceAddress});
		const code = memory.run();
		await output(memory, text => text.endsWith('\n'));
		const ready = JSON.parse(memory.stdout.text);
		expect(ready).toMatchObject({url: 'http://127.0.0.1:7420', pid: 7, dataDir: join(memory.system.cwd, 'data')});
		expect(JSON.parse(ready.version)).toEqual({
			host: '127.0.0.1',
			port: null,
			dataDir: join(memory.system.cwd, 'data'),
			workers: 1,
			concurrency: 4,
			databaseUrl: null,
			secretsKeyFile: null,
			targetPolicy: null,
			sandbox: null,
			logFile: null,
		});
		memory.raise('SIGINT');
		expect(await code).toBe(0);
	});

	it('is hurried by the second signal', async () => {
		const memory = new MemorySystem(['serve', '--workers', '0'], {serviceAddress});
		const code = memory.run();
		await output(memory, text => text.endsWith('\n'));
		memory.raise('SIGTERM');
		memory.raise('SIGTERM');
		expect(await code).toBe(0);
	});

	it('tells why it could not serve', async () => {
		const {exitCode, stderr} = await svc(['--output', 'json', 'serve', '--port', '1'], {serviceAddress});
		expect(exitCode).toBe(6);
		expect(envelopeOf(stderr)).toMatchObject({
			code: 'CONFLICT',
			message: 'Port 1 is busy.',
			nextAction: 'svc serve --port <other>',
			details: {reason: 'port_busy'},
		});
	});

	it('that breaks is INTERNAL', async () => {
		expect((await svc(['serve', '--port', '2'], {serviceAddress})).exitCode).toBe(1);
	});

	it.each([
		[['--port', '70000'], 'must be between 1 and 65535'],
		[['--workers', '33'], 'must be between 0 and 32'],
		[['--concurrency', '0'], 'must be between 1 and 64'],
		[['--target-policy', 'none'], 'must be one of public, private'],
	])('%j exits 5: %s', async (flags, text) => {
		const {exitCode, stderr} = await svc(['serve', ...flags], {serviceAddress});
		expect(exitCode).toBe(5);
		expect(stderr).toContain(text);
	});

	it.each([
		['mysql://user:canary@host/db', 'serve'],
		['canary', 'serve'],
		['postgres://user:canary%@host/%zz', 'service start'],
	])('takes no %s for a database, and does not show it', async (address, line) => {
		const named = await svc(line.split(' '), {serviceAddress, env: {SVC_DATABASE_URL: address}});
		const given = await svc([...line.split(' '), '--database-url', address], {serviceAddress});
		expect([named.exitCode, given.exitCode]).toEqual([5, 5]);
		expect(named.stderr).toContain('Environment variable `SVC_DATABASE_URL` is invalid: must be like postgres://');
		expect(given.stderr).toContain('Flag `--database-url` is invalid: must be like postgres://');
		expect(JSON.stringify([named, given])).not.toContain('canary');
	});

	it('shows of a database what is no secret', async () => {
		const line = ['serve', '--dry-run', '--database-url', 'postgres://user:canary@host/db?password=canary'];
		const {stdout, stderr} = await svc(line, {env: {SVC_DATABASE_URL: 'postgres://other/db'}});
		expect(stdout).toContain('database: host:5432/db\n');
		expect(stdout + stderr).not.toContain('canary');
	});

	it('leaves the file alone while a database stands in its place', async () => {
		const env = {SVC_DATABASE_URL: 'postgres://user:canary@host/db'};
		const {exitCode, stderr} = await svc(['service', 'restore', 'latest'], {serviceAddress, env});
		expect([exitCode, stderr]).toEqual([5, expect.stringContaining('pg_restore')]);
	});

	it('does not log into a pipe or a directory; neither does a daemon', async () => {
		const memory = new MemorySystem(['serve', '--log-file', 'pipe'], {serviceAddress});
		const {cwd} = memory.system;
		mkdirSync(join(cwd, 'directory'));
		expect(spawnSync('mkfifo', [join(cwd, 'pipe')]).status).toBe(0);
		expect(await memory.run()).toBe(5);
		expect(memory.stderr.text).toContain('Flag `--log-file` is invalid: pipe is not a regular file.');
		for (const log of ['pipe', 'directory'])
			expect((await svc(['service', 'start', '--log-file', log], {cwd})).exitCode).toBe(5);
	});

	it('in a dry run prints its settings', async () => {
		const {exitCode, stdout} = await svc(['serve', '--dry-run', '--port', '9000', '--output', 'json']);
		expect(exitCode).toBe(0);
		expect(JSON.parse(stdout)).toMatchObject({host: '127.0.0.1', port: 9000, workers: 1, concurrency: 4});
	});
});

describe('service status and stop', () => {
	it('of a service that does not run: stopped, exit 1', async () => {
		const memory = new MemorySystem(['service', 'status']);
		expect(await memory.run()).toBe(1);
		const dataDir = join(memory.system.env['SVC_HOME']!, 'service');
		expect(memory.stdout.text).toBe(`state: stopped\ndataDir: ${dataDir}\n`);
		expect(memory.stderr.text).toBe('The service is stopped.\n[hint] svc service start\n');
	});

	it.each([
		['lives', 'lives, but does not answer', 'svc service stop --timeout 5 --force'],
		['was killed', 'has ended without being stopped', 'svc service start'],
	])('of a service that %s and does not answer names what helps', async (state, words, next) => {
		const memory = new MemorySystem(['service', 'status']);
		const dataDir = join(memory.system.env['SVC_HOME']!, 'service');
		mkdirSync(dataDir, {recursive: true});
		const startTime = state === 'lives' ? await startTimeOf(process.pid) : 'earlier';
		const record = {pid: process.pid, startTime, url: 'http://127.0.0.1:9', version: '1.2.3'};
		const rest = {startedAt: '2026-01-31T09:30:00.000Z', ownerToken: 't'};
		writeFileSync(join(dataDir, 'service.json'), JSON.stringify({...record, ...rest}));
		expect(await memory.run()).toBe(1);
		expect(memory.stdout.text).toMatch(/^state: stale\n/);
		expect(memory.stderr.text).toBe(`The service (process ${process.pid}) ${words}.\n[hint] ${next}\n`);
	});

	it('of a service elsewhere that nobody reaches names its address, and starts nothing here', async () => {
		const env = {SVC_API_URL: 'http://127.0.0.1:9'};
		const {exitCode, stdout, stderr} = await svc(['service', 'status'], {env});
		expect(exitCode).toBe(1);
		expect(stdout).toBe('state: stale\nurl: http://127.0.0.1:9\n');
		expect(stderr).toBe('No service answers at http://127.0.0.1:9.\n[hint] svc doctor\n');
	});

	it('stopping it is a success', async () => {
		const {exitCode, stdout} = await svc(['service', 'stop', '--output', 'json']);
		expect(exitCode).toBe(0);
		expect(JSON.parse(stdout)).toMatchObject({state: 'stopped', pid: null, url: null});
	});

	it('in a dry run say what they would use', async () => {
		expect((await svc(['service', 'start', '--dry-run'])).stdout).toContain('timeout: 30\n');
		expect((await svc(['service', 'stop', '--dry-run', '--force'])).stdout).toContain('timeout: 40\nforce: true\n');
		expect((await svc(['service', 'status', '--dry-run'])).stdout).toMatch(/^state: running\n/);
	});
});

describe('service logs', () => {
	/** A process whose data directory has this log. */
	const withLog = (argv: string[], lines: string[], terminals = {}) => {
		const memory = new MemorySystem(['service', 'logs', ...argv], {terminals});
		const file = join(memory.system.env['SVC_HOME']!, 'service', 'logs', 'service.log');
		mkdirSync(dirname(file), {recursive: true});
		writeFileSync(file, lines.map(line => `${line}\n`).join(''));
		return {memory, file};
	};
	const numbered = Array.from({length: 150}, (_, index) => `line ${index}`);

	it('prints the last 100 lines, or as many as asked for', async () => {
		const all = withLog([], numbered);
		expect(await all.memory.run()).toBe(0);
		expect(all.memory.stdout.text.split('\n')).toHaveLength(101);
		const few = withLog(['--lines', '2', '--output', 'json'], numbered);
		await few.memory.run();
		expect(JSON.parse(few.memory.stdout.text)).toEqual({file: few.file, lines: ['line 148', 'line 149']});
	});

	it('since a moment begins with the first line of that time', async () => {
		const time = (minute: number) => Date.UTC(2026, 0, 31, 9, minute);
		const lines = [
			JSON.stringify({level: 30, time: time(10), msg: 'old'}),
			'    a trace of the old line',
			JSON.stringify({level: 30, time: time(30), msg: 'new'}),
			'    a trace of the new line',
			`{"level":"info","time":"${new Date(time(40)).toISOString()}","msg":"newer"}`,
		];
		const {memory} = withLog(['--since', '2026-01-31T09:20:00Z'], lines);
		await memory.run();
		expect(memory.stdout.text).toBe(`${lines.slice(2).join('\n')}\n`);
		const recent = withLog(['--since', '25m'], lines);
		recent.memory.system.clock = {...recent.memory.system.clock, now: () => time(60)};
		await recent.memory.run();
		expect(recent.memory.stdout.text).toBe(`${lines[4]}\n`);
	});

	it('shows no control sequence of what was logged', async () => {
		const {memory} = withLog([], ['a\u001B[2Jb']);
		await memory.run();
		expect(memory.stdout.text).toBe('a?[2Jb\n');
	});

	it('follows the file, over its rotation, until a signal', async () => {
		const {memory, file} = withLog(['--follow', '--lines', '1'], ['one', 'two']);
		const code = memory.run();
		await output(memory, text => text === 'two\n');
		appendFileSync(file, 'three\nfou');
		await output(memory, text => text === 'two\nthree\n');
		appendFileSync(file, 'r\n');
		await output(memory, text => text === 'two\nthree\nfour\n');
		renameSync(file, `${file}.1`);
		writeFileSync(file, 'five\n');
		await output(memory, text => text.endsWith('five\n'));
		memory.raise('SIGINT');
		expect(await code).toBe(0);
		expect(memory.stdout.text).toBe('two\nthree\nfour\nfive\n');
	});

	it('ends when nobody reads it any more', async () => {
		const {memory, file} = withLog(['--follow'], ['one']);
		const code = memory.run();
		await output(memory, text => text === 'one\n');
		memory.stdout.isBroken = true;
		appendFileSync(file, 'two\n');
		expect(await code).toBe(0);
		expect(memory.stderr.text).toBe('');
	});

	it('of a service that never ran is not found', async () => {
		const {exitCode, stderr} = await svc(['service', 'logs', '--output', 'json']);
		expect(exitCode).toBe(4);
		expect(envelopeOf(stderr).code).toBe('NOT_FOUND');
	});

	it.each([
		[['--follow', '--output', 'json'], 'has no JSON form'],
		[['--since', '2 hours'], 'must be like 10m, 2h'],
		[['--lines', '0'], 'must be at least 1'],
	])('%j exits 5', async (flags, text) => {
		const {exitCode, stderr} = await svc(['service', 'logs', ...flags]);
		expect(exitCode).toBe(5);
		expect(stderr).toContain(text);
	});
});
