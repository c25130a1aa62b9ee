import {describe, expect, it} from 'vitest';
import {samples} from '../../../../contract/samples/index.ts';
import {envelopeOf, MemorySystem, svc} from '../../../helpers/memory-system.ts';
import {errorAnswer, type Stub, startStrictService} from '../../../helpers/strict-service.ts';
import {ticket, sampleRun, run} from './run-answers.ts';

const trigger: Stub = {request: 'POST /tests/t1/runs', status: 202, body: {source: 'cli'}, answer: ticket};
const look = 'GET /runs/r1?until=batch&waitSeconds=25';

describe('test run of one test', () => {
	it('prints the ticket and how to watch', async () => {
		const {env, received} = await startStrictService([trigger]);
		const {exitCode, stdout, stderr} = await svc(['test', 'run', 't1'], {env});
		expect({exitCode, stderr}).toEqual({exitCode: 0, stderr: '[hint] svc batch watch b1\n'});
		expect(stdout).toBe(
			`runId       r1\nstatus      queued\nenqueuedAt  ${ticket.enqueuedAt}\ntargetUrl   ${ticket.targetUrl}\ncodeVersion v1\nbatchId     b1\n`,
		);
		expect(received[0]?.headers['idempotency-key']).toMatch(/^cli-run-0000/);
	});

	it('sends target and environment, and says what the service advises', async () => {
		const {env} = await startStrictService([
			{
				...trigger,
				body: {source: 'cli', targetUrl: 'http://127.0.0.1:1/x', environment: 'staging'},
				answer: {...ticket, advisories: [{feature: 'billing', message: 'costs 0.2'}]},
			},
		]);
		const flags = ['--target-url', 'http://127.0.0.1:1/x', '--env', 'staging', '--skip-preflight'];
		const {stderr} = await svc(['test', 'run', 't1', ...flags], {env});
		expect(stderr).toBe('[advisory] costs 0.2\n[hint] svc batch watch b1\n');
	});

	it('makes a dashboard link where the service sends none and SVC_PORTAL_URL is set', async () => {
		const {dashboardUrl, ...bare} = ticket;
		const {env} = await startStrictService([
			{...trigger, answer: bare},
			{request: 'GET /tests/t1', answer: {...samples.getTest({}), projectId: 'p 1'}},
		]);
		const {stdout} = await svc(['--output', 'json', 'test', 'run', 't1'], {
			env: {...env, SVC_PORTAL_URL: 'https://portal.example/x/'},
		});
		expect(JSON.parse(stdout).dashboardUrl).toBe('https://portal.example/x/dashboard/tests/p%201/test/t1');
	});

	it.each([
		['passed', 0],
		['failed', 1],
		['blocked', 1],
		['cancelled', 1],
	] as const)('with --wait prints the run and, when it is %s, exits %i', async (status, code) => {
		const {env} = await startStrictService([
			trigger,
			{request: look, answer: run({status: 'running', batchPhase: 'tests', finishedAt: null})},
			{request: look, answer: run({status, failureKind: status === 'failed' ? 'assertion' : null, error: 'a\nb'})},
		]);
		const {exitCode, stdout, stderr} = await svc(['test', 'run', 't1', '--wait'], {env});
		expect(exitCode).toBe(code);
		const hasError = status === 'failed' || status === 'blocked';
		expect(stdout).toBe(
			`runId       r1\ntestId      t1\ntest        an order can be paid\nstatus      ${status}\ntargetUrl   ${sampleRun.targetUrl}\ncodeVersion v1\ncreatedAt   ${sampleRun.createdAt}\nstartedAt   ${sampleRun.startedAt}\nfinishedAt  ${sampleRun.finishedAt}\n${status === 'failed' ? 'failureKind assertion\n' : ''}${hasError ? 'error       a\nwhole error svc test result t1\n' : ''}steps       n/a (backend)\n`,
		);
		expect(stderr).toBe(
			`[hint] svc batch watch b1\n[info] r1  queued\n[info] r1  running\n[info] r1  ${status}\n${code === 0 ? '' : `Run r1 finished: ${status}.\n[hint] svc test ${hasError ? 'artifact get r1\n[hint] svc test failure summary t1' : 'result t1'}\n`}`,
		);
	});

	it.each([
		['AssertionError: a very long mes… (expected 201, got 422)', true],
		['AssertionError: a very long mes…', true],
		['AssertionError: wait… no (expected 201, got 422)', false],
	])('with --wait says where the whole of %j is: %j', async (error, isCut) => {
		const answer = run({status: 'failed', failureKind: 'assertion', error});
		const {env} = await startStrictService([trigger, {request: look, answer}]);
		const {stdout} = await svc(['test', 'run', 't1', '--wait'], {env});
		expect(stdout).toContain(`error       ${error}\n`);
		expect(stdout.includes('whole error svc test result t1\n')).toBe(isCut);
	});

	it('with --wait in JSON is the run, then the negative answer as an envelope', async () => {
		const answer = run({status: 'failed'});
		const {env} = await startStrictService([trigger, {request: look, answer}]);
		const {exitCode, stdout, stderr} = await svc(['--output', 'json', 'test', 'run', 't1', '--wait'], {env});
		expect(exitCode).toBe(1);
		expect(JSON.parse(stdout)).toEqual(answer);
		expect(envelopeOf(stderr)).toMatchObject({
			code: 'NEGATIVE_RESULT',
			message: 'Run r1 finished: failed.',
			details: {runId: 'r1', testId: 't1', status: 'failed'},
		});
		expect(stderr).not.toContain('idempotency-key');
	});

	const inFlight = errorAnswer('CONFLICT', {reason: 'run_in_flight', currentRunId: 'r9'});

	it('in flight already is a conflict without --wait, which names the command that waits', async () => {
		const {env} = await startStrictService([{...trigger, status: 409, answer: inFlight}]);
		const {exitCode, stdout, stderr} = await svc(['test', 'run', 't1'], {env});
		expect({exitCode, stdout}).toEqual({exitCode: 6, stdout: ''});
		expect(stderr).toContain('\nsvc test wait r9\n');
	});

	it.each([[[]], [['--target-url', 'https://API.example.com:443']]])(
		'in flight already is joined under --wait %j',
		async flags => {
			const current = run({runId: 'r9', targetUrl: 'https://api.example.com/'});
			const {env} = await startStrictService([
				{...trigger, body: undefined, status: 409, answer: inFlight},
				{request: 'GET /runs/r9', answer: current},
				{request: 'GET /runs/r9?until=batch&waitSeconds=25', answer: current},
			]);
			const {exitCode, stderr} = await svc(['test', 'run', 't1', '--wait', '--skip-preflight', ...flags], {env});
			expect(exitCode).toBe(0);
			expect(stderr).toContain('[advisory] test t1 is running already; waiting for r9\n');
		},
	);

	it('in flight against another target is a conflict that names both', async () => {
		const {env} = await startStrictService([
			{...trigger, body: undefined, status: 409, answer: inFlight},
			{request: 'GET /runs/r9', answer: run({targetUrl: 'http://other/'})},
		]);
		const flags = ['--wait', '--target-url', 'http://127.0.0.1:1/', '--skip-preflight', '--output', 'json'];
		const {exitCode, stderr} = await svc(['test', 'run', 't1', ...flags], {env});
		expect(exitCode).toBe(6);
		expect(envelopeOf(stderr).details).toMatchObject({
			inFlightTargetUrl: 'http://other/',
			requestedTargetUrl: 'http://127.0.0.1:1/',
		});
	});

	it('is left running when time is up: what is known, then exit 7', async () => {
		const running = run({status: 'running', batchPhase: 'tests'});
		const {env} = await startStrictService([
			trigger,
			{request: 'GET /runs/r1?until=batch&waitSeconds=1', answer: running, isOptional: true},
			{request: 'GET /runs/r1?until=batch', answer: running, isOptional: true},
		]);
		const line = ['--output', 'json', 'test', 'run', 't1', '--wait', '--timeout', '1'];
		const {exitCode, stdout, stderr} = await svc(line, {env});
		expect(exitCode).toBe(7);
		expect(JSON.parse(stdout)).toMatchObject({runId: 'r1', status: 'running', enqueuedAt: ticket.enqueuedAt});
		expect(envelopeOf(stderr)).toMatchObject({
			code: 'UNSUPPORTED',
			nextAction: 'svc test wait r1',
			details: {runId: 'r1', timeoutSeconds: 1},
		});
	});

	/** Starts a wait and resolves once the service holds its answer. */
	const waiting = async (argv: string[]) => {
		let markAsked: () => void = () => undefined;
		const asked = new Promise<void>(resolve => {
			markAsked = resolve;
		});
		const {env} = await startStrictService([
			trigger,
			{request: look, answer: run({status: 'running', batchPhase: 'tests'})},
			{
				request: look,
				answer: () => {
					markAsked();
					return new Promise(() => undefined);
				},
			},
		]);
		const memory = new MemorySystem(argv, {env});
		const code = memory.run();
		await asked;
		return {memory, code};
	};

	it('goes on when a person stops waiting', async () => {
		const {memory, code} = await waiting(['test', 'run', 't1', '--wait']);
		memory.raise('SIGINT');
		expect(await code).toBe(130);
		expect(memory.stdout.text).toBe('');
		expect(memory.stderr.text).toMatch(
			/\[hint\] still running: svc test wait r1\n\[hint\] stop it: svc test cancel r1\n$/,
		);
	});

	it('goes on when a program stops waiting, which gets what is known', async () => {
		const {memory, code} = await waiting(['test', 'run', 't1', '--wait', '--output', 'json']);
		memory.raise('SIGTERM');
		expect(await code).toBe(143);
		const {runId, codeVersion, targetUrl} = run();
		const {enqueuedAt} = ticket;
		const known = {runId, status: 'running', enqueuedAt, codeVersion, targetUrl};
		expect(JSON.parse(memory.stdout.text)).toEqual(known);
		expect(envelopeOf(memory.stderr.text)).toMatchObject({
			code: 'INTERRUPTED',
			nextAction: 'svc test wait r1',
			details: {signal: 'SIGTERM', runIds: ['r1']},
		});
	});

	it.each([
		[[], 'Argument `<test-id>` is required, or `--all` for every test of the project. See `svc test run --help`.'],
		[['t1', '--all'], 'Flag `--all` cannot be combined with test ids.'],
		[['t1', '--filter', 'x'], 'Flag `--filter` is only allowed with --all.'],
		[['t1', '--status', 'failed'], 'Flag `--status` is only allowed with --all.'],
		[['t1', 't2', '--target-url', 'https://example.com'], 'only allowed with one test or --all'],
		[['t1', '--target-url', 'http://10.0.0.1'], 'Flag `--target-url` is invalid: must be a public address'],
		[['t1', '--max-concurrency', '101'], 'must be between 1 and 100'],
		[['t1', '--timeout', '3601'], 'must be between 1 and 3600'],
	])('with %j exits 5: %s', async (argv, text) => {
		const env = {SVC_API_URL: 'https://service.invalid'};
		const {exitCode, stderr} = await svc(['test', 'run', ...argv], {env});
		expect(exitCode).toBe(5);
		expect(stderr).toContain(text);
	});
});

it('test run takes at most 1000 tests', async () => {
	const testIds = Array.from({length: 1001}, (_, index) => `t${index}`);
	const {exitCode, stderr} = await svc(['test', 'run', ...testIds]);
	expect(exitCode).toBe(5);
	expect(stderr).toContain('at most 1000 tests can be named');
});
