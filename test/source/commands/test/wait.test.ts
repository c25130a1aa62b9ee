import {describe, expect, it} from 'vitest';
import {samples} from '../../../../contract/samples/index.ts';
import {envelopeOf, MemorySystem, svc} from '../../../helpers/memory-system.ts';
import {errorAnswer, type Stub, startStrictService} from '../../../helpers/strict-service.ts';

const run = (runId: string, status: string) => ({...samples.getRun({}), runId, status, dashboardUrl: null});
const look = (runId: string, status: string): Stub => ({
	request: `GET /runs/${runId}?until=batch&waitSeconds=25`,
	answer: run(runId, status),
});

describe('test wait for one run', () => {
	it('prints the run; exit 0 when it passed', async () => {
		const {env} = await startStrictService([look('r1', 'passed')]);
		const {exitCode, stdout} = await svc(['test', 'wait', 'r1'], {env});
		expect(exitCode).toBe(0);
		expect(stdout).toContain('steps       8/8 (passed=8, failed=0)\n');
	});

	it('that does not exist exits 4', async () => {
		const {env} = await startStrictService([
			{...look('r1', ''), status: 404, answer: errorAnswer('NOT_FOUND', {resource: 'run', reason: 'not_found'})},
		]);
		expect((await svc(['test', 'wait', 'r1'], {env})).exitCode).toBe(4);
	});

	it('that is not visible yet is looked for once more', async () => {
		const hidden = errorAnswer('NOT_FOUND', {resource: 'run', reason: 'not_yet_visible'});
		const {env} = await startStrictService([{...look('r1', ''), status: 404, answer: hidden}, look('r1', 'passed')]);
		const {exitCode, stderr} = await svc(['test', 'wait', 'r1', '--verbose'], {env});
		expect(exitCode).toBe(0);
		expect(stderr).toContain('[verbose] r1 not visible yet; retry in 1000 ms\n');
	});

	it('tells its polling with --verbose', async () => {
		const {env} = await startStrictService([look('r1', 'running'), look('r1', 'passed')]);
		const {stderr} = await svc(['test', 'wait', 'r1', '--verbose', '--output', 'json'], {env});
		expect(stderr).toBe('[verbose] polling r1: - -> running\n[verbose] polling r1: running -> passed\n');
	});
});

describe('test wait for several runs', () => {
	it('prints a row for each and the counts; any failure exits 1', async () => {
		const {env} = await startStrictService([look('r1', 'passed'), look('r2', 'blocked')]);
		const {exitCode, stdout, stderr} = await svc(['test', 'wait', 'r1', 'r2', 'r1'], {env});
		expect(exitCode).toBe(1);
		expect(stdout).toBe(
			'r1  passed  an order can be paid\nr2  blocked  an order can be paid\n\n1 passed, 0 failed, 1 blocked, 0 cancelled, 0 timed out, 0 skipped of 2\n',
		);
		expect(stderr).toMatch(
			/1 of 2 runs did not pass\.\n\[hint\] svc test artifact get r2\n\[hint\] svc test failure summary \S+\n$/,
		);
	});

	it('as JSON is results and summary', async () => {
		const {env} = await startStrictService([look('r1', 'passed'), look('r2', 'passed')]);
		const {exitCode, stdout} = await svc(['--output', 'json', 'test', 'wait', 'r1', 'r2'], {env});
		expect(exitCode).toBe(0);
		const {testId} = samples.getRun({});
		expect(JSON.parse(stdout)).toEqual({
			results: [
				{runId: 'r1', status: 'passed', testId, name: 'an order can be paid'},
				{runId: 'r2', status: 'passed', testId, name: 'an order can be paid'},
			],
			summary: {
				...{total: 2, selected: 2, closure: 0, passed: 2, failed: 0, blocked: 0, cancelled: 0},
				...{skipped: 0, timedOut: 0, errors: 0},
			},
		});
	});

	it('keeps an error in the row of its run and exits 7', async () => {
		const {env} = await startStrictService([
			look('r1', 'failed'),
			{...look('r2', ''), status: 404, answer: errorAnswer('NOT_FOUND', {reason: 'not_found'})},
		]);
		const {exitCode, stdout, stderr} = await svc(['test', 'wait', 'r1', 'r2', '--output', 'json'], {env});
		expect(exitCode).toBe(7);
		expect(JSON.parse(stdout)).toMatchObject({
			results: [{status: 'failed'}, {runId: 'r2', status: 'error:NOT_FOUND'}],
			summary: {total: 2, passed: 0, failed: 1, timedOut: 0, errors: 1},
		});
		expect(envelopeOf(stderr)).toMatchObject({code: 'UNSUPPORTED', details: {timedOutRunIds: ['r2']}});
	});

	it('does not advise to wait for a run that does not exist', async () => {
		const unknown = errorAnswer('NOT_FOUND', {resource: 'run', reason: 'not_found'});
		const refused = errorAnswer('UNSUPPORTED', {feature: 'x'});
		const nextActionAfter = async (answers: Record<string, object>) => {
			const stubs = Object.entries(answers).map(([runId, answer]): Stub => {
				const status = answer === unknown ? 404 : answer === refused ? 501 : 200;
				return {...look(runId, ''), status, answer};
			});
			const {env} = await startStrictService(stubs);
			const {exitCode, stderr} = await svc(['test', 'wait', ...Object.keys(answers), '--output', 'json'], {env});
			expect(exitCode).toBe(7);
			return envelopeOf(stderr).nextAction;
		};
		expect(await nextActionAfter({r1: unknown, r2: refused})).toBe('svc test wait r2');
		expect(await nextActionAfter({r1: run('r1', 'passed'), r2: unknown})).toBe(unknown.error.nextAction);
	});

	it('interrupted, comes back to the runs that exist', async () => {
		const unknown = errorAnswer('NOT_FOUND', {resource: 'run', reason: 'not_found'});
		let memory: MemorySystem | undefined;
		const held = () => {
			memory?.raise('SIGINT');
			return new Promise<object>(() => undefined);
		};
		const {env} = await startStrictService([
			{...look('r1', ''), status: 404, answer: unknown},
			{...look('r2', ''), answer: held},
		]);
		const line = ['--output', 'json', 'test', 'wait', 'r1', 'r2', '--max-concurrency', '1'];
		memory = new MemorySystem(line, {env});
		expect(await memory.run()).toBe(130);
		expect(envelopeOf(memory.stderr.text)).toMatchObject({
			nextAction: 'svc test wait r2',
			details: {runIds: ['r2']},
		});
	});

	it('names the bundle of the first run that failed', async () => {
		const {env} = await startStrictService([look('r1', 'passed'), look('r2', 'failed'), look('r3', 'failed')]);
		const {stderr} = await svc(['test', 'wait', 'r1', 'r2', 'r3'], {env});
		expect(stderr).toMatch(
			/2 of 3 runs did not pass\.\n\[hint\] svc test artifact get r2\n\[hint\] svc test failure summary \S+\n$/,
		);
	});

	it('ends at once when the key is not accepted', async () => {
		const {env} = await startStrictService([
			{...look('r1', ''), status: 401, answer: errorAnswer('AUTH_INVALID')},
			{...look('r2', 'passed'), isOptional: true},
		]);
		const {exitCode, stdout} = await svc(['test', 'wait', 'r1', 'r2'], {env});
		expect({exitCode, stdout}).toEqual({exitCode: 3, stdout: ''});
	});

	it('polls no more runs at once than it was told', async () => {
		let running = 0;
		let most = 0;
		const held = (runId: string): Stub => ({
			...look(runId, 'passed'),
			answer: async () => {
				most = Math.max(most, ++running);
				await new Promise(resolve => setImmediate(resolve));
				running--;
				return run(runId, 'passed');
			},
		});
		const runIds = ['r1', 'r2', 'r3', 'r4', 'r5'];
		const {env} = await startStrictService(runIds.map(held));
		await svc(['test', 'wait', ...runIds, '--max-concurrency', '2'], {env});
		expect(most).toBeLessThanOrEqual(2);
	});

	it('that cannot be reached at all is a transport error', async () => {
		const env = {SVC_API_URL: 'http://127.0.0.1:9', SVC_API_KEY: 'k'};
		const {exitCode, stderr} = await svc(['test', 'wait', 'r1', 'r2', '--output', 'json'], {env});
		expect(exitCode).toBe(10);
		const {code, nextAction, details} = envelopeOf(stderr);
		expect(code).toBe('UNAVAILABLE');
		expect(nextAction).toMatch(/\nGo on waiting: svc test wait r1 r2$/);
		expect(details['runIds']).toEqual(['r1', 'r2']);
	});
});

describe('test cancel', () => {
	const cancel = (runId: string, answer: object, status = 200): Stub => ({
		request: `POST /runs/${runId}/cancel`,
		status,
		answer,
	});
	const cancelled = (runId: string, alreadyCancelled = false) =>
		cancel(runId, {...run(runId, 'cancelled'), alreadyCancelled});

	it('of one run prints it, without an idempotency key', async () => {
		const {env, received} = await startStrictService([cancelled('r1')]);
		const {exitCode, stdout, stderr} = await svc(['test', 'cancel', 'r1', '--output', 'json'], {env});
		expect({exitCode, stderr}).toEqual({exitCode: 0, stderr: ''});
		expect(JSON.parse(stdout)).toMatchObject({runId: 'r1', status: 'cancelled', alreadyCancelled: false});
		expect(received[0]?.headers['idempotency-key']).toBeUndefined();
	});

	it('of a cancelled run is a success with an advisory', async () => {
		const {env} = await startStrictService([cancelled('r1', true)]);
		const {exitCode, stderr} = await svc(['test', 'cancel', 'r1'], {env});
		expect({exitCode, stderr}).toEqual({exitCode: 0, stderr: '[advisory] run r1 was already cancelled\n'});
	});

	const finished = errorAnswer('CONFLICT', {reason: 'run_finished', status: 'passed'});
	const unknown = errorAnswer('NOT_FOUND', {resource: 'run', reason: 'not_found'});
	const refused = errorAnswer('UNSUPPORTED', {feature: 'x'}, 'cannot');

	it('of a finished run exits 6', async () => {
		const {env} = await startStrictService([cancel('r1', finished, 409)]);
		expect((await svc(['test', 'cancel', 'r1'], {env})).exitCode).toBe(6);
	});

	it('of several goes on after each, one after the other', async () => {
		const {env, received} = await startStrictService([
			cancelled('r1'),
			cancelled('r2', true),
			cancel('r3', finished, 409),
			cancel('r4', unknown, 404),
			cancel('r5', refused, 501),
		]);
		const {exitCode, stdout, stderr} = await svc(['test', 'cancel', 'r1', 'r2', 'r3', 'r4', 'r5'], {env});
		expect(exitCode).toBe(4);
		expect(stdout).toBe('r1  cancelled\nr2  already cancelled\nr3  conflict (passed)\nr4  not found\nr5  error\n');
		expect(stderr).toContain('1 cancelled, 1 already cancelled, 1 conflicts, 1 not found, 1 errors\n');
		expect(received).toHaveLength(5);
	});

	it.each([
		[[unknown, refused, finished], 4],
		[[refused, finished], 1],
		[[finished, finished], 6],
	])('of several exits by the worst', async (answers, expected) => {
		const statuses: Record<string, number> = {CONFLICT: 409, NOT_FOUND: 404, UNSUPPORTED: 501};
		const stubs = answers.map((answer, index) => cancel(`r${index}`, answer, statuses[answer.error.code]));
		const {env} = await startStrictService([...stubs, cancelled('r9')]);
		const ids = [...answers.keys()].map(index => `r${index}`);
		const {exitCode, stdout, stderr} = await svc(['--output', 'json', 'test', 'cancel', ...ids, 'r9'], {env});
		expect(exitCode).toBe(expected);
		expect(JSON.parse(stdout)).toMatchObject({cancelled: ['r9']});
		expect(envelopeOf(stderr)).toBeTruthy();
	});
});
