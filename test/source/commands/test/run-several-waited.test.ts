import {describe, expect, it} from 'vitest';
import {envelopeOf, MemorySystem, svc} from '../../../helpers/memory-system.ts';
import {errorAnswer, startStrictService} from '../../../helpers/strict-service.ts';
import {run, member, batchOf, accepted, ofTest1, start} from './run-answers.ts';

describe('runs that are waited for', () => {
	it('waited for shows members, counts and cleanup', async () => {
		const running = batchOf([member({testId: 't1', runId: 'r1', name: 'a', status: 'running', label: 'Running'})], {
			phase: 'tests',
			status: 'running',
			version: 1,
		});
		const done = batchOf(
			[
				member({testId: 't1', runId: 'r1', name: 'b', status: 'passed', label: 'Pass', durationMs: 61_000}),
				member({
					testId: 't2',
					runId: 'r2',
					name: 'a',
					status: 'blocked',
					label: 'Blocked',
					durationMs: null,
					startedAt: null,
					note: 'order_id',
					error: 'no order_id',
				}),
				member({testId: 't3', runId: 'r3', name: 'c', wave: 2, role: 'teardown', status: 'blocked', label: 'Skipped'}),
			],
			{version: 2, status: 'blocked', outcome: 'blocked'},
		);
		const {env} = await startStrictService([
			ofTest1,
			start({projectId: 'p', testIds: ['t1', 't2']}, accepted('1', '2', '3')),
			{request: 'GET /batches/b1', answer: running},
			{request: 'GET /batches/b1?since=1&waitSeconds=25', answer: done},
		]);
		const {exitCode, stdout, stderr} = await svc(['test', 'run', 't1', 't2', '--wait'], {env});
		expect(exitCode).toBe(1);
		const [head, first, second, third, blank, summary] = stdout.split('\n');
		expect(head).toMatch(/^WAVE {2}TEST ID {2}NAME {2}ROLE {6}STATUS {3}DURATION {2}NOTE$/);
		expect(first).toMatch(/^1 {5}t2 {7}a .* Blocked {2}- {9}order_id$/);
		expect(second).toMatch(/^1 {5}t1 {7}b .* Pass {5}1m 1s {5}-$/);
		expect(third).toMatch(/^2 {5}t3 .* Skipped/);
		expect(blank).toBe('');
		expect(summary).toBe(
			'1 passed, 0 failed, 1 blocked, 0 cancelled, 0 timed out, 1 skipped of 3 (2 selected, 1 closure)',
		);
		expect(stderr).toContain(
			'0 failed, 1 blocked, 0 cancelled of 3.\n[hint] svc test artifact get r2\n[hint] svc test failure summary t2\n',
		);
	});

	it('waited for as JSON has one row for each accepted run', async () => {
		const done = batchOf([member({testId: 't1', runId: 'r1', status: 'failed', label: 'Failed', error: 'boom'})]);
		const {env} = await startStrictService([
			start({projectId: 'p'}, accepted('1')),
			{request: 'GET /batches/b1', answer: done},
		]);
		const line = ['--output', 'json', 'test', 'run', '--all', '--project', 'p', '--wait'];
		const {exitCode, stdout, stderr} = await svc(line, {env});
		expect(exitCode).toBe(1);
		expect(JSON.parse(stdout)).toEqual({
			batchId: 'b1',
			accepted: [
				{testId: 't1', name: 'an order can be paid', runId: 'r1', role: 'selected', status: 'failed', error: 'boom'},
			],
			conflicts: [],
			deferred: [],
			skippedFrontend: [],
			skippedIntegration: [],
			summary: {
				...{total: 1, selected: 1, closure: 0, passed: 0, failed: 1, blocked: 0, cancelled: 0},
				...{skipped: 0, timedOut: 0, errors: 0, deferred: 0, conflicts: 0},
			},
			cleanup: {state: 'done', captured: 1, cleaned: 1, orphaned: 0},
		});
		expect(envelopeOf(stderr).code).toBe('NEGATIVE_RESULT');
	});

	it('waits for a run in flight in place of a conflict', async () => {
		const conflicts = [{testId: 't2', currentRunId: 'r9', reason: 'in_flight', message: 'already running'}];
		const {env} = await startStrictService([
			ofTest1,
			start({projectId: 'p', testIds: ['t1', 't2']}, {...accepted('1'), conflicts}),
			{request: 'GET /batches/b1', answer: batchOf([member({testId: 't1', runId: 'r1'})])},
			{request: 'GET /runs/r9?until=batch&waitSeconds=25', answer: run({runId: 'r9', testId: 't2'})},
		]);
		const {exitCode, stdout} = await svc(['--output', 'json', 'test', 'run', 't1', 't2', '--wait'], {env});
		expect(exitCode).toBe(0);
		expect(JSON.parse(stdout)).toMatchObject({
			accepted: [
				{testId: 't1', runId: 'r1', status: 'passed'},
				{testId: 't2', runId: 'r9', status: 'passed'},
			],
			conflicts: [],
			summary: {passed: 2, conflicts: 0, total: 2},
		});
	});

	it('shows what it has waited for beside what it has run, and no empty table', async () => {
		const conflicts = [{testId: 't2', currentRunId: 'r9', reason: 'in_flight', message: 'already running'}];
		const other = {request: 'GET /runs/r9?until=batch&waitSeconds=25', answer: run({runId: 'r9', testId: 't2'})};
		const shown = async (ticket: object, ...more: Array<{request: string; answer: object}>) => {
			const {env} = await startStrictService([
				ofTest1,
				start({projectId: 'p', testIds: ['t1', 't2']}, ticket),
				other,
				...more,
			]);
			return (await svc(['test', 'run', 't1', 't2', '--wait'], {env})).stdout;
		};
		const both = await shown(
			{...accepted('1'), conflicts},
			{request: 'GET /batches/b1', answer: batchOf([member({testId: 't1', runId: 'r1'})])},
		);
		expect(both).toMatch(/^1 {5}t1 .*Pass .*\nt2 was running already, in r9: passed\n\n2 passed, /m);
		const alone = await shown({...accepted(), batchId: null, conflicts});
		expect(alone).toMatch(/^t2 was running already, in r9: passed\n\n1 passed, /);
	});

	it('names the first runs that it waits for in their place, and counts the others', async () => {
		const testIds = ['t1', 't2', 't3', 't4', 't5', 't6'];
		const conflicts = testIds
			.slice(1)
			.map(testId => ({testId, currentRunId: `r${testId}`, reason: 'in_flight', message: 'already running'}));
		const {env} = await startStrictService([
			ofTest1,
			start({projectId: 'p', testIds}, {...accepted('1'), conflicts}),
			{request: 'GET /batches/b1', answer: batchOf([member({testId: 't1', runId: 'r1'})])},
			...conflicts.map(({testId, currentRunId}) => ({
				request: `GET /runs/${currentRunId}?until=batch&waitSeconds=25`,
				answer: run({runId: currentRunId, testId}),
			})),
		]);
		const {exitCode, stderr} = await svc(['test', 'run', ...testIds, '--wait'], {env});
		expect(exitCode).toBe(0);
		expect(stderr.match(/^\[advisory\] .*running already.*$/gm)).toEqual([
			'[advisory] test t2 is running already; waiting for rt2',
			'[advisory] test t3 is running already; waiting for rt3',
			'[advisory] test t4 is running already; waiting for rt4',
			'[advisory] 2 more tests are running already; waiting for their runs, which go on when this command is stopped',
		]);
	});

	it.each([
		['no_code', 'NOT_FOUND', 4],
		['local_address', 'VALIDATION_ERROR', 5],
		['error', 'INTERNAL', 1],
	])('a test that could not start for %s decides before one that failed', async (reason, code, exit) => {
		const conflicts = [{testId: 't2', reason, message: 'why'}];
		const {env} = await startStrictService([
			start({projectId: 'p'}, {...accepted('1'), conflicts}),
			{
				request: 'GET /batches/b1',
				answer: batchOf([member({testId: 't1', runId: 'r1', status: 'failed', label: 'Failed'})]),
			},
		]);
		const line = ['--output', 'json', 'test', 'run', '--all', '--project', 'p', '--wait'];
		const {exitCode, stderr} = await svc(line, {env});
		expect(exitCode).toBe(exit);
		expect(envelopeOf(stderr).code).toBe(code);
	});

	it('a teardown test that failed does not decide', async () => {
		const done = batchOf([
			member({testId: 't1', runId: 'r1'}),
			member({testId: 't2', runId: 'r2', role: 'teardown', status: 'failed', label: 'Failed'}),
		]);
		const {env} = await startStrictService([
			start({projectId: 'p'}, accepted('1', '2')),
			{request: 'GET /batches/b1', answer: done},
		]);
		const {exitCode, stdout} = await svc(['test', 'run', '--all', '--project', 'p', '--wait'], {env});
		expect(exitCode).toBe(0);
		expect(stdout).toContain('1 passed, 1 failed, 0 blocked');
	});

	it.each(['text', 'json'])('tell of records that might be left behind, in %s', async output => {
		const done = batchOf([member({testId: 't1', runId: 'r1'})]);
		const cleanup = {...done.cleanup, captured: 3, cleaned: 1, orphaned: 2};
		const {env} = await startStrictService([
			start({projectId: 'p'}, accepted('1')),
			{request: 'GET /batches/b1', answer: {...done, cleanup}},
		]);
		const {exitCode, stderr} = await svc(['--output', output, 'test', 'run', '--all', '--project', 'p', '--wait'], {
			env,
		});
		expect(exitCode).toBe(0);
		expect(stderr).toContain('[advisory] records that might be orphaned: 2; see svc batch cleanup b1\n');
	});

	it('are told as last seen when the service is lost meanwhile', async () => {
		const running = batchOf(
			[
				member({testId: 't1', runId: 'r1', name: 'adds a user'}),
				member({testId: 't2', runId: 'r2', status: 'running', label: 'Running'}),
			],
			{phase: 'tests', status: 'running', version: 1},
		);
		const {env} = await startStrictService([
			start({projectId: 'p'}, accepted('1', '2')),
			{request: 'GET /batches/b1', answer: running},
			{request: 'GET /batches/b1?since=1&waitSeconds=25', status: 403, answer: errorAnswer('FORBIDDEN')},
		]);
		const {stdout} = await svc(['test', 'run', '--all', '--project', 'p', '--wait'], {env});
		expect(stdout).toMatch(/adds a user .* Pass/);
		expect(stdout).toContain('1 passed, 0 failed');
	});

	it('that are not done in time are told with what is known', async () => {
		const running = batchOf([member({testId: 't1', runId: 'r1', status: 'running', label: 'Running'})], {
			phase: 'tests',
			status: 'running',
			version: 1,
		});
		const {env} = await startStrictService([
			start({projectId: 'p'}, accepted('1')),
			{request: 'GET /batches/b1', answer: running},
			{request: 'GET /batches/b1?since=1&waitSeconds=1', answer: running, isOptional: true},
			{request: 'GET /batches/b1?since=1', answer: running, isOptional: true},
		]);
		const line = ['--output', 'json', 'test', 'run', '--all', '--project', 'p', '--wait', '--timeout', '1'];
		const {exitCode, stdout, stderr} = await svc(line, {env});
		expect(exitCode).toBe(7);
		expect(JSON.parse(stdout)).toMatchObject({
			accepted: [{status: 'timeout', error: 'Batch b1 has not finished within 1 s.'}],
			summary: {timedOut: 1, total: 1},
		});
		expect(envelopeOf(stderr)).toMatchObject({
			code: 'UNSUPPORTED',
			details: {timedOutRunIds: ['r1'], timeoutSeconds: 1},
		});
	});

	/** A clock on which only the pause between two tries of deferred tests passes, and at once. */
	const hurried = () => {
		let now = Date.parse('2026-01-31T09:30:00.000Z');
		const pauses: number[] = [];
		return {
			pauses,
			clock: {
				now: () => now,
				elapsed: () => now,
				random: () => 0.5,
				sleep: (ms: number, signal?: AbortSignal) =>
					new Promise<void>((resolve, reject) => {
						signal?.addEventListener('abort', () => reject(signal.reason), {once: true});
						if (ms !== 61_000) return;
						pauses.push(ms);
						now += ms;
						resolve();
					}),
			},
		};
	};

	it('that were deferred are sent again and followed with the others', async () => {
		const {clock, pauses} = hurried();
		const deferred = [{testId: 't2', reason: 'rate_limited'}];
		const {env, received} = await startStrictService([
			ofTest1,
			start({projectId: 'p', testIds: ['t1', 't2']}, {...accepted('1'), deferred}),
			start({projectId: 'p', testIds: ['t2']}, {...accepted('2'), batchId: 'b2'}),
			{request: 'GET /batches/b1', answer: batchOf([member({testId: 't1', runId: 'r1'})])},
			{request: 'GET /batches/b2', answer: batchOf([member({testId: 't2', runId: 'r2'})], {batchId: 'b2'})},
		]);
		const line = ['--output', 'json', 'test', 'run', 't1', 't2', '--wait', '--idempotency-key', 'k'];
		const {exitCode, stdout, stderr} = await svc(line, {env, clock});
		expect(exitCode).toBe(0);
		expect(pauses).toEqual([61_000]);
		expect(stderr).toContain('[deferred] 1 test for later: the queue is full; sent again in 61 s\n');
		expect(received.map(({headers}) => headers['idempotency-key']).filter(Boolean)).toEqual(['k', 'k:deferred-retry1']);
		expect(JSON.parse(stdout)).toMatchObject({
			batchId: 'b1',
			accepted: [{runId: 'r1'}, {runId: 'r2', status: 'passed'}],
			deferred: [],
			summary: {passed: 2, deferred: 0, total: 2},
		});
	});

	it('that stay deferred are given up in time to wait for the rest: exit 7', async () => {
		const {clock, pauses} = hurried();
		const deferred = [{testId: 't2', reason: 'rate_limited'}];
		const {env} = await startStrictService([
			ofTest1,
			start({projectId: 'p', testIds: ['t1', 't2']}, {...accepted('1'), deferred}),
			{...start({projectId: 'p', testIds: ['t2']}, {...accepted(), batchId: null, deferred}), isOptional: true},
			{request: 'GET /batches/b1', answer: batchOf([member({testId: 't1', runId: 'r1'})])},
		]);
		const line = ['--output', 'json', 'test', 'run', 't1', 't2', '--wait', '--timeout', '300'];
		const {exitCode, stdout, stderr} = await svc(line, {env, clock});
		expect(exitCode).toBe(7);
		// 300 s less the 60 s that are kept for the runs hold three pauses of 61 s.
		expect(pauses).toHaveLength(3);
		expect(JSON.parse(stdout)).toMatchObject({deferred, summary: {passed: 1, deferred: 1, total: 2}});
		expect(envelopeOf(stderr).details).toMatchObject({deferredTestIds: ['t2']});
	});

	it('go on when a program stops waiting, which gets the states known so far', async () => {
		let markAsked: () => void = () => undefined;
		const asked = new Promise<void>(resolve => {
			markAsked = resolve;
		});
		const running = batchOf(
			[member({testId: 't1', runId: 'r1'}), member({testId: 't2', runId: 'r2', status: 'running', label: 'Running'})],
			{phase: 'tests', status: 'running', version: 1},
		);
		const {env} = await startStrictService([
			start({projectId: 'p'}, accepted('1', '2')),
			{request: 'GET /batches/b1', answer: running},
			{
				request: 'GET /batches/b1?since=1&waitSeconds=25',
				answer: () => {
					markAsked();
					return new Promise(() => undefined);
				},
			},
		]);
		const memory = new MemorySystem(['--output', 'json', 'test', 'run', '--all', '--project', 'p', '--wait'], {env});
		const code = memory.run();
		await asked;
		memory.raise('SIGINT');
		expect(await code).toBe(130);
		expect(JSON.parse(memory.stdout.text)).toMatchObject({
			accepted: [
				{runId: 'r1', status: 'passed'},
				{runId: 'r2', status: 'running'},
			],
		});
		expect(envelopeOf(memory.stderr.text)).toMatchObject({
			code: 'INTERRUPTED',
			nextAction: 'svc batch watch b1',
			details: {runIds: ['r2'], batchId: 'b1'},
		});
	});
});
