import {spawn} from 'node:child_process';
import {mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {createServer} from 'node:http';
import type {AddressInfo} from 'node:net';
import process from 'node:process';
import {fileURLToPath} from 'node:url';
import {rolldown} from 'rolldown';
import {afterAll, beforeAll, expect, it, onTestFinished} from 'vitest';
import {createSecretBox, secretKeyBytes} from '../../../service/auth/secret-box.ts';
import {createBackendRunner} from '../../../service/runners/backend.ts';
import type {PythonInterpreter} from '../../../service/runners/find-python.ts';
import {takeLeftExecutions} from '../../../service/runners/left-executions.ts';
import {pythonDirectory} from '../../../service/runners/python-parent.ts';
import {emptyJob} from '../../helpers/empty-job.ts';
import {isRunning, processesOf, runtimeOf, until} from '../../helpers/processes.ts';
import {pythonWith} from '../../helpers/python-with.ts';

let folder = '';
let python: PythonInterpreter;
let owner = '';
let scratches = 0;

beforeAll(async () => {
	folder = mkdtempSync(join(tmpdir(), 'svc-death-'));
	python = await pythonWith('requests');
	owner = join(folder, 'owner.mjs');
	const bundle = await rolldown({input: fileURLToPath(new URL('runner-owner.ts', import.meta.url)), platform: 'node'});
	await bundle.write({file: owner, format: 'esm'});
	await bundle.close();
});
afterAll(() => rmSync(folder, {recursive: true, force: true}));

function newScratch(): string {
	const path = join(folder, `scratch-${++scratches}`);
	mkdirSync(path);
	return path;
}

const runnerIn = (scratchDir: string) =>
	createBackendRunner({python, scratchDir, dataDir: scratchDir, env: process.env});

/** A test with a child, a child in another session and a forked daemon; prints a line and stays. */
const family = [
	'import os, subprocess, time',
	'subprocess.Popen(["sleep", "60"])',
	'subprocess.Popen(["sleep", "60"], start_new_session=True)',
	'if os.fork() == 0:',
	'    os.setsid()',
	'    if os.fork() == 0:',
	'        os.chdir("/")',
	'        print("ready", flush=True)',
	'        time.sleep(60)',
	'    os._exit(0)',
	'time.sleep(60)',
].join('\n');

it('of the service leaves no process of its tests, whatever they are doing', async () => {
	const scratch = newScratch();
	const spin = 'print("ready", flush=True)\nwhile True: pass';
	const service = spawn(process.execPath, [owner, pythonDirectory(), python.executable, scratch, family, family, spin]);
	let printed = '';
	service.stdout.on('data', (chunk: Buffer) => {
		printed += chunk.toString();
	});
	await until('all tests run', () => printed.split('ready').length === 4 && printed.split('started').length === 4);
	// The parent, three tests, and three more in each family.
	await until('all processes are there', () => processesOf(scratch).length === 10);
	service.kill('SIGKILL');
	await until('nothing is left', () => processesOf(scratch).length === 0);
	await until('no folder is left', () => readdirSync(scratch).length === 0);
});

it('of the service keeps the calls of its tests for the next one, that of a call in flight too, and no secret', async () => {
	const scratch = newScratch();
	const target = createServer((request, response) => {
		const answer = () => response.writeHead(201).end(JSON.stringify({id: request.url}));
		if (request.url === '/slow') setTimeout(answer, 400);
		else answer();
	});
	await new Promise<void>(resolve => {
		target.listen(0, '127.0.0.1', resolve);
	});
	onTestFinished(() => void target.close());
	const {port} = target.address() as AddressInfo;
	const calls = (path: string) =>
		[
			'import requests, time',
			`url = "http://127.0.0.1:${port}"`,
			'requests.post(url + "/first", headers={"x-note": "a-secret-of-the-job"}, timeout=120)',
			'print("ready", flush=True)',
			`requests.post(url + "${path}", timeout=120)`,
			'time.sleep(60)',
			'requests.post(url + "/never", timeout=120)',
		].join('\n');
	const service = spawn(process.execPath, [owner, pythonDirectory(), python.executable, scratch, calls('/slow')]);
	let printed = '';
	service.stdout.on('data', (chunk: Buffer) => {
		printed += chunk.toString();
	});
	await until('the test waits for its second call', () => printed.includes('ready'));
	service.kill('SIGKILL');

	const box = createSecretBox(new Uint8Array(secretKeyBytes));
	const left = await takeLeftExecutions(scratch, null, box);
	await until('nothing is left', () => processesOf(scratch).length === 0);
	// What lies on the disk meanwhile is readable for the services of this key only.
	const files = readdirSync(scratch).filter(name => name.endsWith('.jsonl'));
	expect(files).toHaveLength(1);
	expect(readFileSync(join(scratch, files[0]!), 'utf8')).not.toContain('first');
	const other = createSecretBox(new Uint8Array(secretKeyBytes).fill(1));
	expect((await takeLeftExecutions(scratch, null, other)).executions).toEqual([]);
	expect(left.executions.map(({executionId}) => executionId)).toEqual(['run-0#1']);
	expect(left.executions[0]?.calls.map(({url, status}) => [new URL(url).pathname, status])).toEqual([
		['/first', 201],
		['/slow', 201],
	]);
	expect(JSON.stringify(left.executions)).not.toContain('a-secret-of-the-job');
	await left.discard();
	expect(readdirSync(scratch)).toEqual([]);
	expect((await takeLeftExecutions(scratch)).executions).toEqual([]);
});

it('is not awaited of a process that has got the number of a runtime that is gone', {timeout: 8000}, async () => {
	const scratch = mkdtempSync(join(folder, 'reused-'));
	const home = join(scratch, 'runtime-0123abcd');
	mkdirSync(home);
	writeFileSync(join(home, 'lock'), String(process.pid));
	expect((await takeLeftExecutions(scratch)).executions).toEqual([]);
});

it('is not awaited of a runtime that belongs to who asks', async () => {
	const runner = runnerIn(newScratch());
	onTestFinished(() => runner.stop());
	expect((await runner.check()).ok).toBe(true);
	// It would be awaited for five seconds each time; once the machine has time for us it takes less.
	await expect
		.poll(async () => {
			const asked = performance.now();
			expect((await runner.takeLeft!()).executions).toEqual([]);
			return performance.now() - asked;
		})
		.toBeLessThan(4000);
});

it('of the service together with the Python runtime is cleaned up by the next one', async () => {
	const scratch = newScratch();
	const service = spawn(process.execPath, [owner, pythonDirectory(), python.executable, scratch, family]);
	let printed = '';
	service.stdout.on('data', (chunk: Buffer) => {
		printed += chunk.toString();
	});
	await until('the test runs', () => printed.includes('ready') && processesOf(scratch).length === 5);
	const leader = Number(/started (\d+)/.exec(printed)![1]);
	const parent = runtimeOf(scratch);
	process.kill(service.pid!, 'SIGSTOP');
	process.kill(parent, 'SIGKILL');
	service.kill('SIGKILL');
	// The test itself dies with its parent; what has left its session does not.
	await until('the test is gone', () => !isRunning(leader));
	const runner = runnerIn(scratch);
	expect(await runner.check()).toMatchObject({ok: true});
	const left = processesOf(scratch);
	expect(left).toHaveLength(1);
	expect(readdirSync(scratch)).toHaveLength(1);
	await runner.stop();
	expect(processesOf(scratch)).toEqual([]);
	expect(readdirSync(scratch)).toEqual([]);
});

it('of the Python runtime blocks the runs it had as infra; the next run works', async () => {
	const scratch = newScratch();
	const runner = runnerIn(scratch);
	let output = '';
	const run = runner.run(emptyJob(family), {
		onOutput: text => {
			output += text;
		},
	});
	await until('the test runs', () => output.includes('ready') && processesOf(scratch).length === 5);
	const before = processesOf(scratch);
	process.kill(Math.min(...before), 'SIGKILL');
	const outcome = await run.result;
	expect(outcome).toMatchObject({status: 'blocked', failureKind: 'infra', apiOutput: 'ready\n'});
	expect(outcome.error).toMatch(/^the Python runtime \(.*\) ended by SIGKILL$/);
	expect(await runner.run({...emptyJob('assert True'), executionId: 'next#1'}).result).toMatchObject({
		status: 'passed',
	});
	expect(before.filter(isRunning)).toEqual([]);
	await runner.stop();
	expect(processesOf(scratch)).toEqual([]);
});

it('does not come to the runs of a runner that stops: they are cancelled and nothing is left', async () => {
	const scratch = newScratch();
	const runner = runnerIn(scratch);
	let output = '';
	const runs = ['one', 'two'].map(name =>
		runner.run(
			{...emptyJob(family), executionId: name},
			{
				onOutput: text => {
					output += text;
				},
			},
		),
	);
	await until('both run', () => output.split('ready').length === 3);
	await runner.stop();
	expect(processesOf(scratch)).toEqual([]);
	expect(readdirSync(scratch)).toEqual([]);
	for (const {result} of runs) {
		expect(await result).toMatchObject({status: 'cancelled', error: 'the service stopped while the test ran'});
	}
	expect(await runner.run(emptyJob('assert True')).result).toMatchObject({
		status: 'blocked',
		failureKind: 'infra',
		error: 'the runner is stopped',
	});
	expect(await runner.check()).toEqual({ok: false, detail: 'the runner is stopped'});
});

it('of an interpreter that cannot start the runtime is told', async () => {
	const scratch = newScratch();
	const broken = join(folder, 'broken-python');
	writeFileSync(broken, '#!/bin/sh\necho "no libraries here" >&2\nexit 3\n', {mode: 0o755});
	for (const [executable, words] of [
		[broken, 'ended with exit code 3: no libraries here'],
		[join(folder, 'missing'), 'could not be started'],
	] as const) {
		const runner = createBackendRunner({
			python: {executable, version: '3.11.0', requests: null, userSite: null},
			scratchDir: scratch,
			dataDir: scratch,
			env: process.env,
		});
		const outcome = await runner.run(emptyJob('assert True')).result;
		expect(outcome).toMatchObject({status: 'blocked', failureKind: 'infra', calls: [], trace: null});
		expect(outcome.error).toContain(words);
		expect((await runner.check()).ok).toBe(false);
		await runner.stop();
	}
});

it('never means work while nothing runs', async () => {
	const scratch = newScratch();
	const runner = runnerIn(scratch);
	await runner.run(emptyJob('assert True')).result;
	const [parent] = processesOf(scratch);
	const switches = () => /voluntary_ctxt_switches:\s+(\d+)/.exec(readFileSync(`/proc/${parent}/status`, 'utf8'))![1];
	await until('the runtime sleeps', () => {
		const before = switches();
		const end = Date.now() + 300;
		while (Date.now() < end) readFileSync(`/proc/${parent}/stat`);
		return before === switches();
	});
	await runner.stop();
});
