import {mkdirSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {samples} from '../../../../contract/samples/index.ts';
import type {Run} from '../../../../contract/run.ts';
import {FakeClock} from '../../client/fake-clock.ts';
import {envelopeOf, MemorySystem, svc} from '../../../helpers/memory-system.ts';
import {errorAnswer, type Stub, startStrictService} from '../../../helpers/strict-service.ts';

const plan = (name: string) => ({
	projectId: 'p',
	type: 'frontend',
	name,
	planSteps: [{type: 'assertion', description: '"Welcome" is visible'}],
});
const plans = [plan('A'), plan('B')];
const jsonLines = plans.map(one => JSON.stringify(one)).join('\n\n');
const result = (specIndex: number) => ({specIndex, status: 'created', testId: `t${specIndex}`});
const refused = {
	specIndex: 1,
	status: 'validation_error',
	error: {code: 'VALIDATION_ERROR', message: 'The name is taken.', field: 'name'},
};
const both = {results: [result(0), result(1)], summary: {total: 2, created: 2, failed: 0}};
const one = {results: [result(0), refused], summary: {total: 2, created: 1, failed: 1}};
const create = (answer: object): Stub => ({request: 'POST /tests/batch', body: {tests: plans}, answer});

const ticketOf = (index: number) => ({
	...samples.triggerRun({}),
	runId: `r${index}`,
	batchId: `b${index}`,
	targetUrl: null,
	dashboardUrl: null,
});
const trigger = (index: number, stub: Partial<Stub> = {}): Stub => ({
	request: `POST /tests/t${index}/runs`,
	status: 202,
	body: {source: 'cli'},
	answer: ticketOf(index),
	...stub,
});
const run = (index: number, fields: Partial<Run> = {}): Run => ({
	...samples.getRun({}),
	runId: `r${index}`,
	testId: `t${index}`,
	projectId: 'p',
	dashboardUrl: null,
	...fields,
});
const look = (index: number, fields: Partial<Run> = {}): Stub => ({
	request: `GET /runs/r${index}?until=batch&waitSeconds=25`,
	answer: run(index, fields),
});
const tooMany = (details: object = {}) => ({status: 429, answer: errorAnswer('RATE_LIMITED', {...details})});

/** A line in a directory that holds plans.jsonl. */
function prepare(flags: readonly string[], env: Record<string, string>, clock?: FakeClock) {
	const memory = new MemorySystem(['test', 'create-batch', '--plans', 'plans.jsonl', ...flags], {env, clock});
	writeFileSync(join(memory.system.cwd, 'plans.jsonl'), jsonLines);
	return memory;
}

async function createBatch(flags: readonly string[], env: Record<string, string>) {
	const memory = prepare(flags, env);
	const exitCode = await memory.run();
	return {exitCode, stdout: memory.stdout.text, stderr: memory.stderr.text};
}

describe('test create-batch', () => {
	it('sends all plans at once and shows what became of each', async () => {
		const {env, received} = await startStrictService([create(both)]);
		expect(await createBatch([], env)).toEqual({
			exitCode: 0,
			stdout:
				'total       2\ncreated     2\nfailed      0\n\nspecIndex  status   testId\n0          created  t0\n1          created  t1\n',
			stderr: '',
		});
		expect(received[0]?.headers['idempotency-key']).toMatch(/^cli-create-batch-0000/);
	});

	it('exits 1 when a definition was refused, which fails alone', async () => {
		const {env} = await startStrictService([create(one)]);
		expect(await createBatch([], env)).toEqual({
			exitCode: 1,
			stdout:
				'total       2\ncreated     1\nfailed      1\n\nspecIndex  status            testId\n0          created           t0\n1          validation_error  -       VALIDATION_ERROR: The name is taken.\n',
			stderr: '1 of 2 tests were not created.\n',
		});
	});

	it('answers a program with results, links and counts', async () => {
		const {env} = await startStrictService([create(one)]);
		const flags = ['--output', 'json', '--idempotency-key', 'k'];
		const {stdout, stderr} = await createBatch(flags, {...env, SVC_PORTAL_URL: 'https://portal.example'});
		const dashboardUrl = 'https://portal.example/dashboard/tests/p/test/t0';
		expect(JSON.parse(stdout)).toEqual({results: [{...result(0), dashboardUrl}, refused], summary: one.summary});
		expect(envelopeOf(stderr)).toMatchObject({
			code: 'NEGATIVE_RESULT',
			details: {total: 2, created: 1, failed: 1},
		});
	});

	it('takes the plans of stdin', async () => {
		const {env} = await startStrictService([create(both)]);
		const {exitCode} = await svc(['test', 'create-batch', '--plans', '-'], {env, stdin: jsonLines});
		expect(exitCode).toBe(0);
	});

	it('takes the plans of a directory by name and skips what is no plan', async () => {
		const {env} = await startStrictService([create(both)]);
		const memory = new MemorySystem(['test', 'create-batch', '--plan-from-dir', 'plans'], {env});
		const folder = join(memory.system.cwd, 'plans');
		mkdirSync(folder);
		writeFileSync(join(folder, '2.json'), JSON.stringify(plan('B')));
		writeFileSync(join(folder, '1.json'), JSON.stringify(plan('A')));
		writeFileSync(join(folder, 'package.json'), '{"name": "x"}');
		writeFileSync(join(folder, 'notes.txt'), 'x');
		expect(await memory.run()).toBe(0);
		expect(memory.stderr.text).toBe(`[info] ${join('plans', 'package.json')} is no plan and is skipped\n`);
	});

	it('tells a plan without a project which one the other commands take here', async () => {
		const {projectId: _, ...rest} = plan('A');
		const refusal = async (line: object, more: Record<string, string>) => {
			const {env} = await startStrictService([]);
			const memory = prepare([], {...env, ...more});
			writeFileSync(join(memory.system.cwd, 'plans.jsonl'), JSON.stringify(line));
			expect(await memory.run()).toBe(5);
			return memory.stderr.text;
		};
		const here = 'The project here is prj_9: write "projectId": "prj_9" into each plan.';
		expect(await refusal(rest, {SVC_PROJECT_ID: 'prj_9'})).toContain(`\`specs[0].projectId\` is required`);
		expect(await refusal(rest, {SVC_PROJECT_ID: 'prj_9'})).toContain(here);
		expect(await refusal(rest, {})).not.toContain('The project here');
		expect(await refusal({...rest, projectId: 'p', name: ''}, {SVC_PROJECT_ID: 'prj_9'})).not.toContain(here);
	});

	it('advises about texts that were not filled in', async () => {
		const {env} = await startStrictService([
			{request: 'POST /tests/batch', answer: {results: [result(0)], summary: {total: 1, created: 1, failed: 0}}},
		]);
		const memory = prepare([], env);
		writeFileSync(join(memory.system.cwd, 'plans.jsonl'), JSON.stringify(plan('{{name}}')));
		await memory.run();
		expect(memory.stderr.text).toBe(
			'[advisory] specs[0].name still holds {{…}}; nothing fills it in before the test runs\n',
		);
	});

	it.each([
		['not JSON', '{', 'Field `specs[0].file` is not valid JSON'],
		['a bad field', JSON.stringify({...plan('A'), priority: 'high'}), 'Field `specs[0].priority` is invalid'],
		['no plan', '\n\n', 'holds no plan'],
		['too many', `${JSON.stringify(plan('A'))}\n`.repeat(51), 'holds 51 plans; at most 50 are allowed'],
	])('sends nothing when the file holds %s', async (_, content, text) => {
		const {env, received} = await startStrictService([]);
		const memory = prepare([], env);
		writeFileSync(join(memory.system.cwd, 'plans.jsonl'), content);
		expect(await memory.run()).toBe(5);
		expect(memory.stderr.text).toContain(text);
		expect(received).toEqual([]);
	});

	it.each([
		[[], 'Flag `--plans` is required, or --plan-from-dir.'],
		[['--plans', 'a', '--plan-from-dir', 'b'], 'Flag `--plan-from-dir` cannot be combined with --plans.'],
		[['--plans', 'a', '--wait'], 'Flag `--wait` is only allowed with --run.'],
		[['--plans', 'a', '--run', '--timeout', '5'], 'Flag `--timeout` is only allowed with --run --wait.'],
		[['--plans', 'a', '--target-url', 'https://x.example'], 'Flag `--target-url` is only allowed with --run.'],
		[['--plans', 'a', '--env', 'x'], 'Flag `--env` is only allowed with --run.'],
		[['--plans', 'a', '--skip-preflight'], 'Flag `--skip-preflight` is only allowed with --run.'],
		[['--plans', 'a', '--max-concurrency', '5'], 'Flag `--max-concurrency` is only allowed with --run.'],
		[['--plans', 'a', '--run', '--max-concurrency', '101'], 'must be between 1 and 100'],
		[['--plans', 'a', '--run', '--summary-file', 'x'], 'Flag `--summary-file` is only allowed'],
		[['--plans', 'none.jsonl'], 'none.jsonl cannot be read'],
		[['--plan-from-dir', 'none'], 'none cannot be read'],
	])('with %j exits 5: %s', async (flags, text) => {
		const {exitCode, stderr} = await svc(['test', 'create-batch', ...flags]);
		expect(exitCode).toBe(5);
		expect(stderr).toContain(text);
	});
});

describe('test create-batch --run', () => {
	it('starts every test with a key of its own', async () => {
		const full = {source: 'cli', targetUrl: 'http://127.0.0.1:9/', environment: 'staging'};
		const {env, received} = await startStrictService([
			create(both),
			trigger(0, {body: full}),
			trigger(1, {body: full}),
		]);
		const flags = ['--target-url', 'http://127.0.0.1:9/', '--env', 'staging', '--skip-preflight'];
		const {exitCode, stdout} = await createBatch(
			['--run', ...flags, '--max-concurrency', '1', '--idempotency-key', 'k'],
			env,
		);
		expect(exitCode).toBe(0);
		expect(stdout).toBe(
			'total       2\ncreated     2\nfailed      0\n\nspecIndex  status   testId\n0          created  t0\n1          created  t1\n\nTEST ID  NAME  RUN ID  STATUS  NOTE\nt0       A     r0      queued  -\nt1       B     r1      queued  -\n',
		);
		expect(received.map(({headers}) => headers['idempotency-key'])).toEqual(['k', 'k:run:0', 'k:run:1']);
	});

	it('mints the keys of triggers itself and names them with --verbose', async () => {
		const {env, received} = await startStrictService([create(one), trigger(0)]);
		const {stderr} = await createBatch(['--run', '--verbose'], env);
		expect(received[1]?.headers['idempotency-key']).toMatch(/^cli-batch-run-0000/);
		expect(stderr).toMatch(/^idempotency-key: cli-batch-run-0000/m);
	});

	it('counts a definition that was refused among what went wrong', async () => {
		const {env} = await startStrictService([create(one), trigger(0)]);
		const {exitCode, stdout, stderr} = await createBatch(['--run', '--output', 'json'], env);
		expect(exitCode).toBe(5);
		expect(JSON.parse(stdout)).toEqual({
			results: [{testId: 't0', name: 'A', runId: 'r0', status: 'queued', codeVersion: 'v1', dashboardUrl: null}],
			created: one,
		});
		expect(envelopeOf(stderr)).toMatchObject({
			code: 'VALIDATION_ERROR',
			nextAction: 'Correct that definition and create it alone: the others exist.',
			details: {field: 'name'},
		});
	});

	it('tries a refused trigger again at the pace of the service, with the same key', async () => {
		const clock = new FakeClock();
		const {env, received} = await startStrictService([
			create(one),
			trigger(0, tooMany({retryAfterSeconds: 7})),
			trigger(0, tooMany()),
			trigger(0),
		]);
		const memory = prepare(['--run'], env, clock);
		await clock.drive(memory.run());
		expect(clock.slept).toEqual([7000, 60_000]);
		expect(memory.stderr.text).toContain('[deferred] A (t0) is sent again in 7 s (1/5): too many triggers\n');
		expect(new Set(received.slice(1).map(({headers}) => headers['idempotency-key'])).size).toBe(1);
	});

	it('gives a trigger up after five more tries', async () => {
		const clock = new FakeClock();
		const {env} = await startStrictService([
			create({results: [result(0)], summary: {total: 1, created: 1, failed: 0}}),
			...Array.from({length: 6}, () => trigger(0, tooMany({retryAfterSeconds: 500}))),
		]);
		const memory = prepare(['--run', '--output', 'json'], env, clock);
		expect(await clock.drive(memory.run())).toBe(11);
		expect(clock.slept).toEqual(Array(5).fill(120_000));
		expect(JSON.parse(memory.stdout.text).results).toEqual([
			{
				testId: 't0',
				name: 'A',
				runId: null,
				status: 'error:RATE_LIMITED',
				codeVersion: null,
				error: {code: 'RATE_LIMITED', message: 'RATE_LIMITED for the test', exitCode: 11},
			},
		]);
	});

	it('starts no more tests when the credits are used up', async () => {
		const broke = errorAnswer('INSUFFICIENT_CREDITS', {required: 0.5, balance: 0}, 'Not enough credits.');
		const {env} = await startStrictService([create(both), trigger(0, {status: 402, answer: broke})]);
		const {exitCode, stdout} = await createBatch(['--run', '--max-concurrency', '1', '--output', 'json'], env);
		expect(exitCode).toBe(12);
		expect(JSON.parse(stdout).results.map(({error}: {error: {message: string}}) => error.message)).toEqual([
			'Not enough credits.',
			'Not started: Not enough credits.',
		]);
	});

	it('without a test that was created starts nothing', async () => {
		const none = {results: [{...refused, specIndex: 0}, refused], summary: {total: 2, created: 0, failed: 2}};
		const {env} = await startStrictService([create(none)]);
		const {exitCode, stdout} = await createBatch(['--run', '--wait'], env);
		expect(exitCode).toBe(5);
		expect(stdout).toMatch(/\nNo runs\.\n$/);
	});
});

describe('test create-batch --run --wait', () => {
	it('waits for all and exits 0 when all passed', async () => {
		const {env} = await startStrictService([create(both), trigger(0), trigger(1), look(0), look(1)]);
		const {exitCode, stdout} = await createBatch(['--run', '--wait', '--output', 'json'], env);
		expect(exitCode).toBe(0);
		expect(JSON.parse(stdout).results).toEqual(
			[0, 1].map(index => ({
				testId: `t${index}`,
				name: 'AB'[index],
				runId: `r${index}`,
				status: 'passed',
				codeVersion: 'v1',
				dashboardUrl: null,
			})),
		);
	});

	it('exits 1 when one did not pass', async () => {
		const failed = {status: 'failed', failureKind: 'assertion', videoUrl: 'https://x.example/v.webm'} as const;
		const {env} = await startStrictService([create(both), trigger(0), trigger(1), look(0), look(1, failed)]);
		const {exitCode, stdout, stderr} = await createBatch(['--run', '--wait'], env);
		expect(exitCode).toBe(1);
		expect(stdout).toMatch(
			/\nTEST ID {2}NAME {2}RUN ID {2}STATUS {2}NOTE\nt0 .* passed {2}-\nt1 .* failed {2}assertion\n$/,
		);
		expect(stderr).toMatch(/1 of 2 runs did not pass\.\n$/);
	});

	it('exits 7 when time is up, and names the runs that go on', async () => {
		const running = run(1, {status: 'running', batchPhase: 'tests'});
		const {env} = await startStrictService([
			create(both),
			trigger(0),
			trigger(1),
			{request: 'GET /runs/r0?until=batch&waitSeconds=1', answer: run(0)},
			{request: 'GET /runs/r1?until=batch&waitSeconds=1', answer: running, isOptional: true},
			{request: 'GET /runs/r1?until=batch', answer: running, isOptional: true},
		]);
		const flags = ['--run', '--wait', '--timeout', '1', '--output', 'json'];
		const {exitCode, stdout, stderr} = await createBatch(flags, env);
		expect(exitCode).toBe(7);
		const {results} = JSON.parse(stdout);
		expect(results.map(({status}: Run) => status)).toEqual(['passed', 'timeout']);
		expect(results[1].error).toMatchObject({code: 'UNSUPPORTED', exitCode: 7});
		expect(envelopeOf(stderr)).toMatchObject({
			code: 'UNSUPPORTED',
			nextAction: 'svc test wait r1',
			details: {timeoutSeconds: 1, timedOutRunIds: ['r1']},
		});
	});

	it('writes a summary of every test, also of those that did not start', async () => {
		const refusedRun = {status: 501, answer: errorAnswer('UNSUPPORTED', {feature: 'frontend_runner'}, 'No browser.')};
		const {env} = await startStrictService([create(both), trigger(0), trigger(1, refusedRun), look(0)]);
		const memory = prepare(['--run', '--wait', '--summary-file', 'summary.json'], env);
		expect(await memory.run()).toBe(7);
		const summary = JSON.parse(readFileSync(join(memory.system.cwd, 'summary.json'), 'utf8'));
		expect(summary).toMatchObject({total: 2, passed: 1, failed: 0, errors: 1});
		expect(summary.runs).toEqual([
			expect.objectContaining({testId: 't1', status: 'error:UNSUPPORTED', error: 'No browser.'}),
			expect.objectContaining({testId: 't0', runId: 'r0', status: 'passed'}),
		]);
	});

	it('goes on when a person stops waiting; a program gets what is known', async () => {
		let markAsked: () => void = () => undefined;
		const asked = new Promise<void>(resolve => {
			markAsked = resolve;
		});
		const {env} = await startStrictService([
			create(both),
			trigger(0),
			trigger(1),
			look(0),
			look(1, {status: 'running', batchPhase: 'tests'}),
			{
				...look(1),
				answer: () => {
					markAsked();
					return new Promise(() => undefined);
				},
			},
		]);
		const memory = prepare(['--run', '--wait', '--output', 'json'], env);
		const code = memory.run();
		await asked;
		memory.raise('SIGINT');
		expect(await code).toBe(130);
		expect(JSON.parse(memory.stdout.text).results.map(({status}: Run) => status)).toEqual(['passed', 'running']);
		expect(envelopeOf(memory.stderr.text)).toMatchObject({
			code: 'INTERRUPTED',
			nextAction: 'svc test wait r1',
			details: {signal: 'SIGINT', runIds: ['r1']},
		});
	});

	it('in a dry run is finished at once and reads no file', async () => {
		const line = ['--dry-run', '--output', 'json', 'test', 'create-batch', '--plans', 'none', '--run', '--wait'];
		const {exitCode, stdout} = await svc(line);
		expect(exitCode).toBe(0);
		expect(JSON.parse(stdout)).toMatchObject({
			results: [{status: 'passed'}],
			created: {summary: {total: 1, created: 1, failed: 0}},
		});
	});
});
