import {spawn} from 'node:child_process';
import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import process from 'node:process';
import {beforeAll, describe, expect, it, onTestFinished} from 'vitest';
import {samples} from '../../contract/samples/index.ts';
import {envelopeOf} from '../helpers/memory-system.ts';
import {startStrictService} from '../helpers/strict-service.ts';
import {buildClient, dist, patienceMs} from './built-client.ts';

beforeAll(buildClient, patienceMs);

type Ended = {exitCode: number | null; signal: string | null; stdout: string; stderr: string};

/** Runs the built client; the reader of each closed stream has gone before the first byte. */
function play(argv: readonly string[], closed: readonly ('stdout' | 'stderr')[], env: Record<string, string> = {}) {
	const cwd = mkdtempSync(join(tmpdir(), 'svc-closed-'));
	onTestFinished(() => rmSync(cwd, {recursive: true, force: true}));
	const child = spawn(process.execPath, [join(dist, 'cli.js'), ...argv], {
		cwd,
		env: {PATH: process.env['PATH'], SVC_HOME: join(cwd, 'home'), SVC_NO_SKILL_WARNING: '1', ...env},
		stdio: ['ignore', 'pipe', 'pipe'],
	});
	const ended: Ended = {exitCode: null, signal: null, stdout: '', stderr: ''};
	child.stdout.setEncoding('utf8').on('data', text => (ended.stdout += text));
	child.stderr.setEncoding('utf8').on('data', text => (ended.stderr += text));
	for (const name of closed) child[name].destroy();
	return new Promise<Ended>(resolve =>
		child.once('close', (exitCode, signal) => resolve({...ended, exitCode, signal})),
	);
}

const dryRun = ['--dry-run', '--debug', 'test', 'run', 'tst_1', '--wait'];
const ticket = {...samples.triggerRun({params: {testId: 't1'}}), runId: 'r1', batchId: 'b1'};
const run = samples.getRun({params: {runId: 'r1'}});
const look = 'GET /runs/r1?until=batch&waitSeconds=25';

describe('nobody reads stderr', {timeout: patienceMs}, () => {
	it('the result and the exit code are as ever', async () => {
		const [heard, unheard] = [await play(dryRun, []), await play(dryRun, ['stderr'])];
		expect(heard.stderr).toContain('[debug');
		expect(unheard).toEqual({...heard, stderr: ''});
	});

	it.each([
		['an unknown command', ['tset'], 5],
		['a missing key', ['--output', 'json', 'usage'], 3],
		['a service that cannot be reached', ['--endpoint-url', 'http://127.0.0.1:1', 'usage'], 10],
	] as const)('%s is still told by the exit code', async (_, argv, exitCode) => {
		const env: Record<string, string> = exitCode === 10 ? {SVC_API_KEY: 'sk-user-test'} : {};
		expect(await play(argv, ['stderr'], env)).toMatchObject({exitCode, signal: null});
	});

	it('a wait that logs every step goes on to its end', async () => {
		const {env} = await startStrictService([
			{request: 'POST /tests/t1/runs', status: 202, answer: ticket},
			{request: look, answer: {...run, status: 'running', batchPhase: 'tests'}},
			{request: look, answer: {...run, status: 'failed'}},
		]);
		const ended = await play(['--output', 'json', '--debug', 'test', 'run', 't1', '--wait'], ['stderr'], env);
		expect(ended).toMatchObject({exitCode: 1, signal: null});
		expect(JSON.parse(ended.stdout)).toMatchObject({runId: 'r1', status: 'failed'});
	});
});

describe('nobody reads stdout', {timeout: patienceMs}, () => {
	it.each(['--version', 'help', 'completion bash', [...dryRun, '--output', 'json'].join(' '), 'agent list'])(
		'%s ends well',
		async line => {
			expect(await play(line.split(' '), ['stdout'])).toMatchObject({exitCode: 0, signal: null});
		},
	);

	it('an answer that is negative keeps its exit code, and tells why', async () => {
		const {env} = await startStrictService([
			{request: 'POST /tests/t1/runs', status: 202, answer: ticket},
			{request: look, answer: {...run, status: 'failed'}},
		]);
		const ended = await play(['--output', 'json', 'test', 'run', 't1', '--wait'], ['stdout'], env);
		expect(ended).toMatchObject({exitCode: 1, signal: null});
		expect(envelopeOf(ended.stderr).code).toBe('NEGATIVE_RESULT');
	});

	it('a stream of changes stops with its reader instead of going on unseen', async () => {
		const batch = {...samples.getBatch({params: {batchId: 'b1'}}), phase: 'tests', status: 'running'};
		const {env} = await startStrictService([
			{request: 'GET /batches/b1', answer: batch},
			{
				request: `GET /batches/b1?since=${batch.version}&waitSeconds=25`,
				answer: () => new Promise(() => undefined),
				isOptional: true,
			},
		]);
		const ended = await play(['--output', 'json', 'batch', 'watch', 'b1', '--stream'], ['stdout'], env);
		expect(ended).toMatchObject({exitCode: 0, signal: null, stderr: ''});
	});
});

it('nobody reads anything: the exit code alone tells', {timeout: patienceMs}, async () => {
	expect(await play(['tset'], ['stdout', 'stderr'])).toMatchObject({exitCode: 5, signal: null});
	expect(await play(dryRun, ['stdout', 'stderr'])).toMatchObject({exitCode: 0, signal: null});
});
