import {existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync} from 'node:fs';
import {createServer, type ServerResponse} from 'node:http';
import type {AddressInfo} from 'node:net';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import process from 'node:process';
import {afterAll, beforeAll, expect, it, onTestFinished} from 'vitest';
import {createSecretBox, secretKeyBytes} from '../../../service/auth/secret-box.ts';
import {createBackendRunner} from '../../../service/runners/backend.ts';
import type {PythonInterpreter} from '../../../service/runners/find-python.ts';
import type {RecordedCall} from '../../../service/runners/runner.ts';
import {emptyJob} from '../../helpers/empty-job.ts';
import {processesOf, runtimeOf, until} from '../../helpers/processes.ts';
import {pythonWith} from '../../helpers/python-with.ts';

/** Answers what does not wait, and keeps `/held`. */
const held: ServerResponse[] = [];
const server = createServer((request, response) => {
	request.resume().on('end', () => {
		if (request.url === '/held') held.push(response);
		else response.writeHead(201).end(JSON.stringify({id: request.url, secret: 'a-secret-of-the-job'}));
	});
});
let folder = '';
let url = '';
let python: PythonInterpreter;
beforeAll(async () => {
	folder = mkdtempSync(join(tmpdir(), 'svc-journal-'));
	python = await pythonWith('requests');
	await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
	url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
	server.closeAllConnections();
	server.close();
	rmSync(folder, {recursive: true, force: true});
});

const box = createSecretBox(new Uint8Array(secretKeyBytes));
const runnerIn = (scratchDir: string) =>
	createBackendRunner({python, scratchDir, dataDir: scratchDir, env: process.env, box});

const newScratch = (name: string) => {
	const path = join(folder, name);
	mkdirSync(path);
	return path;
};

const code = () => `
import os, requests
requests.get("${url}/read")
requests.post("${url}/made", json={"name": "a-secret-of-the-job"})
if os.fork() == 0:
    requests.put("${url}/forked")
    os._exit(0)
os.wait()
requests.post("${url}/held", json={"tag": "last"})
`;

/** Starts the test, and kills the runtime when its last call is under way. */
async function killedRuntime(scratch: string) {
	const runner = runnerIn(scratch);
	const before = held.length;
	const run = runner.run({...emptyJob(code()), executionId: 'run#1', secrets: ['a-secret-of-the-job']});
	await until('the last call is under way', () => held.length > before);
	const journals = readdirSync(scratch).filter(name => name.endsWith('.journal'));
	expect(journals).toHaveLength(1);
	const kept = readFileSync(join(scratch, journals[0]!), 'utf8');
	for (const text of ['secret-of', 'made', 'last']) expect(kept).not.toContain(text);
	return {runner, run};
}

/** The words of a process; empty when it has ended. */
function commandOf(pid: number): string {
	try {
		return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
	} catch {
		return '';
	}
}

const told = (calls: readonly RecordedCall[]) =>
	calls.map(({method, url: address, status, requestBody, isUnanswered}) => [
		`${method} ${new URL(address).pathname}`,
		status,
		requestBody,
		isUnanswered,
	]);
const everyCall = [
	['GET /read', 201, null, false],
	['POST /made', 201, '{"name": "•••"}', false],
	['PUT /forked', 201, null, false],
	['POST /held', null, '{"tag": "last"}', true],
];

it('the calls of a test whose runtime is killed are told with its end, which says nothing about the test', async () => {
	const scratch = newScratch('alone');
	const {runner, run} = await killedRuntime(scratch);
	onTestFinished(() => runner.stop());
	process.kill(runtimeOf(scratch), 'SIGKILL');
	const {isLost, failureKind, calls} = await run.result;
	expect([isLost, failureKind]).toEqual([true, 'infra']);
	expect(told(calls)).toEqual(everyCall);
	expect(JSON.stringify(calls)).not.toContain('a-secret-of-the-job');
	run.release?.();
	expect(readdirSync(scratch).filter(name => name.endsWith('.journal'))).toEqual([]);
});

it.each([
	['no JSON', 'not json'],
	['other fields', '{"secretForms": [5], "headerNames": "x", "epoch": "y"}'],
])('a journal that its test has filled with %s takes none of the others with it', async (what, words) => {
	const scratch = newScratch(`hostile ${what}`);
	// A test is a program: it finds the journal of its own run, and the key with it.
	const hostile = `
import gc, requests
requests.post("${url}/made")
for one in gc.get_objects():
    if type(one).__name__ == "Journal":
        one._write(one._line(b"S", ${JSON.stringify(words)}.encode()))
requests.get("${url}/held")
`;
	const runner = runnerIn(scratch);
	const before = held.length;
	const other = runner.run({...emptyJob(hostile), executionId: 'hostile#1'});
	await until('the hostile test waits', () => held.length > before);
	const run = runner.run({...emptyJob(code()), executionId: 'run#1', secrets: ['a-secret-of-the-job']});
	await until('the last call is under way', () => held.length > before + 1);
	process.kill(runtimeOf(scratch), 'SIGKILL');
	const [ended, lost] = await Promise.all([run.result, other.result]);
	expect([told(ended.calls), lost.isLost]).toEqual([everyCall, true]);
	await runner.stop();
	const next = runnerIn(scratch);
	onTestFinished(() => next.stop());
	const {executions} = await next.takeLeft!();
	expect(executions.map(({executionId}) => executionId)).toContain('run#1');
});

it('they are told as well when the next runtime dies while they are still read', async () => {
	const scratch = newScratch('again');
	const {runner, run} = await killedRuntime(scratch);
	onTestFinished(() => runner.stop());
	const first = processesOf(scratch);
	const named = (script: string) =>
		readdirSync('/proc')
			.map(Number)
			.filter(pid => !first.includes(pid) && commandOf(pid).includes(script) && commandOf(pid).includes(scratch));
	process.kill(Math.min(...first), 'SIGKILL');
	await until('what it left is read', () => named('recover.py').length > 0);
	const [reader] = named('recover.py');
	process.kill(reader!, 'SIGSTOP');
	try {
		await until('the next runtime starts', () => named('main.py').length > 0);
		const [next] = named('main.py');
		process.kill(next!, 'SIGKILL');
		await until('it is gone', () => !existsSync(`/proc/${next}`));
	} finally {
		process.kill(reader!, 'SIGCONT');
	}
	const {isLost, calls} = await run.result;
	expect([isLost, told(calls)]).toEqual([true, everyCall]);
});

it('the calls of a test whose runtime and service are killed are told to the next service, once', async () => {
	const scratch = newScratch('both');
	const {runner, run} = await killedRuntime(scratch);
	onTestFinished(() => runner.stop());
	process.kill(runtimeOf(scratch), 'SIGKILL');
	await run.result;
	// The outcome is not stored: nobody has let go of it.
	const next = runnerIn(scratch);
	onTestFinished(() => next.stop());
	const left = await next.takeLeft!();
	expect(left.executions.map(({executionId}) => executionId)).toEqual(['run#1']);
	expect(told(left.executions[0]!.calls)).toEqual(everyCall);
	await left.discard();
	expect((await next.takeLeft!()).executions).toEqual([]);
});
