import {describe, expect, it} from 'vitest';
import {judge} from '../../../../source/view-model/judge-flaky.ts';
import {samples} from '../../../../contract/samples/index.ts';
import {envelopeOf, MemorySystem, svc} from '../../../helpers/memory-system.ts';
import {errorAnswer, type Stub, startStrictService} from '../../../helpers/strict-service.ts';

const test = (type: string): Stub => ({request: 'GET /tests/t1', answer: {...samples.getTest({}), id: 't1', type}});
const rerun = (runId: string): Stub => ({
	request: 'POST /tests/t1/runs/rerun',
	status: 202,
	body: {source: 'cli', autoHeal: false},
	answer: {...samples.rerunTest({}), runId, batchId: `b-${runId}`, dashboardUrl: null},
});
const ended = (runId: string, status: string, failureKind: string | null = null): Stub => ({
	request: `GET /runs/${runId}?until=batch&waitSeconds=25`,
	answer: {...samples.getRun({}), runId, testId: 't1', status, failureKind},
});
const attempt = (runId: string, status: string, failureKind: string | null = null) => [
	rerun(runId),
	ended(runId, status, failureKind),
];

describe('test flaky', () => {
	it('runs the test five times without repair, each with a key of its own', async () => {
		const {env, received} = await startStrictService([
			test('backend'),
			...['r1', 'r2', 'r3', 'r4', 'r5'].flatMap(runId => attempt(runId, 'passed')),
		]);
		const {exitCode, stdout, stderr} = await svc(['test', 'flaky', 't1'], {env});
		expect(exitCode).toBe(0);
		expect(stdout).toBe('t1 (an order can be paid): STABLE 100% (5/5 passed)\n');
		expect(stderr).toMatch(/^\[advisory\] each attempt is billed as a rerun/);
		const keys = received.flatMap(({headers}) => headers['idempotency-key'] ?? []);
		expect(keys).toEqual(
			[1, 2, 3, 4, 5].map(number => `cli-flaky-00000000-0000-4000-8000-000000000000:attempt${number}`),
		);
	});

	it('lists the attempts that did not pass', async () => {
		const {env} = await startStrictService([
			test('frontend'),
			...attempt('r1', 'passed'),
			...attempt('r2', 'failed', 'assertion'),
			...attempt('r3', 'blocked'),
		]);
		const {exitCode, stdout, stderr} = await svc(['test', 'flaky', 't1', '--runs', '3'], {env});
		expect(exitCode).toBe(1);
		expect(stdout).toBe(
			't1 (an order can be paid): FLAKY 33% (1/3 passed)\nattempt 2  failed  r2  assertion\nattempt 3  blocked  r3  -\n',
		);
		expect(stderr).not.toContain('[advisory]');
		expect(stderr).toMatch(
			/Test "an order can be paid" is flaky: 1 of 3 attempts passed\.\n\[hint\] svc test artifact get r2\n\[hint\] svc test failure summary \S+\n$/,
		);
	});

	it('stops at the first attempt that does not pass with --until-fail', async () => {
		const {env} = await startStrictService([test('frontend'), ...attempt('r1', 'passed'), ...attempt('r2', 'failed')]);
		const line = ['--output', 'json', 'test', 'flaky', 't1', '--until-fail', '--idempotency-key', 'mine'];
		const {exitCode, stdout, stderr} = await svc(line, {env});
		expect(exitCode).toBe(1);
		expect(JSON.parse(stdout)).toEqual({
			testId: 't1',
			testName: 'an order can be paid',
			runs: 2,
			passed: 1,
			failed: 1,
			stableRatio: 0.5,
			verdict: 'flaky',
			failures: [{attempt: 2, runId: 'r2', outcome: 'failed', failureKind: null}],
			notRepeated: [],
		});
		expect(envelopeOf(stderr)).toMatchObject({code: 'NEGATIVE_RESULT', details: {verdict: 'flaky', runs: 2}});
	});

	it('names what it did not repeat, and asks for it with --with-siblings', async () => {
		const closure = {...samples.rerunTest({}).closure, leftOut: [{testId: 't2', title: 'renames the flow'}]};
		const first = rerun('r1');
		const {env} = await startStrictService([
			test('backend'),
			{...first, answer: {...(first.answer as object), closure}},
			ended('r1', 'passed'),
			test('backend'),
			{...first, body: {source: 'cli', autoHeal: false, withSiblings: true}},
			ended('r1', 'passed'),
		]);
		const alone = await svc(['test', 'flaky', 't1', '--runs', '1'], {env});
		expect(alone.stdout).toBe(
			't1 (an order can be paid): STABLE 100% (1/1 passed)\nnot repeated: "renames the flow", which uses the same values; ' +
				'--with-siblings repeats them, too\n',
		);
		const together = await svc(['test', 'flaky', 't1', '--runs', '1', '--with-siblings'], {env});
		expect(together.stdout).toBe('t1 (an order can be paid): STABLE 100% (1/1 passed)\n');
	});

	it.each([
		['never ran', 'NOT_FOUND', 404, 4],
		['is in flight', 'CONFLICT', 409, 6],
		['belongs to somebody else', 'AUTH_FORBIDDEN', 403, 3],
	])('of a test that %s ends with the first attempt', async (_, code, status, exit) => {
		const {env} = await startStrictService([test('frontend'), {...rerun(''), status, answer: errorAnswer(code)}]);
		expect(await svc(['test', 'flaky', 't1'], {env})).toMatchObject({exitCode: exit, stdout: ''});
	});

	it('counts a later attempt that could not start, and goes on', async () => {
		const inFlight = errorAnswer('CONFLICT', {reason: 'run_in_flight', currentRunId: 'r9'});
		const {env} = await startStrictService([
			test('frontend'),
			...attempt('r1', 'passed'),
			{...rerun(''), status: 409, answer: inFlight},
			...attempt('r3', 'passed'),
		]);
		const {exitCode, stdout} = await svc(['test', 'flaky', 't1', '--runs', '3'], {env});
		expect(exitCode).toBe(1);
		expect(stdout).toBe('t1 (an order can be paid): FLAKY 67% (2/3 passed)\nattempt 2  error  r9  -\n');
	});

	it('stops when the credits are used up, and says what it knows', async () => {
		const {env} = await startStrictService([
			test('frontend'),
			...attempt('r1', 'passed'),
			{...rerun(''), status: 402, answer: errorAnswer('INSUFFICIENT_CREDITS')},
		]);
		const {exitCode, stdout} = await svc(['test', 'flaky', 't1'], {env});
		expect({exitCode, stdout}).toEqual({exitCode: 12, stdout: 't1 (an order can be paid): STABLE 100% (1/1 passed)\n'});
	});

	it('counts an attempt that is not over in time', async () => {
		const running = {...samples.getRun({}), runId: 'r1', status: 'running', batchPhase: 'tests'};
		const {env} = await startStrictService([
			test('frontend'),
			rerun('r1'),
			{request: 'GET /runs/r1?until=batch&waitSeconds=1', answer: running, isOptional: true},
			{request: 'GET /runs/r1?until=batch', answer: running, isOptional: true},
		]);
		const line = ['--output', 'json', 'test', 'flaky', 't1', '--runs', '1', '--timeout', '1'];
		const {exitCode, stdout} = await svc(line, {env});
		expect(exitCode).toBe(1);
		expect(JSON.parse(stdout)).toMatchObject({verdict: 'failing', failures: [{runId: 'r1', outcome: 'timeout'}]});
	});

	it('interrupted tells the attempts that ended and the run that goes on', async () => {
		let markAsked: () => void = () => undefined;
		const asked = new Promise<void>(resolve => {
			markAsked = resolve;
		});
		const {env} = await startStrictService([
			test('frontend'),
			...attempt('r1', 'passed'),
			rerun('r2'),
			{
				...ended('r2', ''),
				answer: () => {
					markAsked();
					return new Promise(() => undefined);
				},
			},
		]);
		const memory = new MemorySystem(['--output', 'json', 'test', 'flaky', 't1'], {env});
		const code = memory.run();
		await asked;
		memory.raise('SIGINT');
		expect(await code).toBe(130);
		expect(JSON.parse(memory.stdout.text)).toMatchObject({runs: 1, passed: 1});
		expect(envelopeOf(memory.stderr.text)).toMatchObject({code: 'INTERRUPTED', details: {runIds: ['r2']}});
	});

	it.each([['0'], ['11'], ['x']])('refuses --runs %s', async runs => {
		expect((await svc(['test', 'flaky', 't1', '--runs', runs])).exitCode).toBe(5);
	});
});

describe('the verdict', () => {
	const made = (...outcomes: string[]) =>
		outcomes.map((outcome, index) => ({attempt: index + 1, runId: `r${index}`, outcome, failureKind: null}));

	it.each([
		[['passed', 'passed'], 'stable', 1],
		[['failed', 'cancelled', 'timeout', 'error'], 'failing', 0],
		[['passed', 'failed', 'passed'], 'flaky', 0.6667],
		[[], 'failing', 0],
	])('of %j is %s', (outcomes, verdict, stableRatio) => {
		expect(judge('t', made(...outcomes))).toMatchObject({verdict, stableRatio, runs: outcomes.length});
	});
});
