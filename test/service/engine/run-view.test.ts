import {describe, expect, it} from 'vitest';
import {latestResult, testStep} from '../../../contract/result.ts';
import {run as runShape, runHistory} from '../../../contract/run.ts';
import {accountId, forever, startEngine} from '../../helpers/start-engine.ts';

const firstPage = {pageSize: 25, after: null};

describe('a run and its result', () => {
	it('have every key of the contract', async () => {
		const {addTest, engine} = await startEngine();
		const testId = await addTest('One');
		const {runId} = await engine.triggerRun(accountId, testId, {source: 'cli'});
		await engine.waitForRun(runId, 'batch', 10_000, forever);
		expect(runShape.parse(await engine.readRun(accountId, runId, {includeSteps: true}))).toMatchObject({
			status: 'passed',
			label: 'Pass',
			batchPhase: 'done',
			isRerun: false,
			creditsCharged: 0.2,
			steps: [],
			stepSummary: {total: 0, completed: 0, passedCount: 0, failedCount: 0},
		});
		const result = latestResult.parse(await engine.readResult(accountId, testId));
		expect(result).toMatchObject({
			verdict: 'passed',
			executionStatus: 'completed',
		});
		expect(result.summary).toMatch(/^The test passed after \d+\.\d s\.$/);
	});

	it('show the output of a running test while it is printed', async () => {
		const {addTest, engine, runner} = await startEngine();
		const testId = await addTest('Talks');
		const held = runner.hold('Talks');
		const {runId} = await engine.triggerRun(accountId, testId, {source: 'cli'});
		await held.started;
		held.print('first line\n');
		expect(await engine.readResult(accountId, testId)).toMatchObject({
			status: 'running',
			verdict: null,
			executionStatus: 'running',
			apiOutput: 'first line\n',
		});
		held.release({apiOutput: 'first line\nlast line\n'});
		await engine.waitForRun(runId, 'run', 10_000, forever);
		expect((await engine.readResult(accountId, testId)).apiOutput).toBe('first line\nlast line\n');
	});

	it('describe the run in flight, else the latest with a verdict, else the latest', async () => {
		const {addTest, engine, runner} = await startEngine();
		const testId = await addTest('Flip');
		const trigger = async () => (await engine.triggerRun(accountId, testId, {source: 'cli'})).runId;
		const described = async () => (await engine.readResult(accountId, testId)).runIdIfAvailable;
		expect(await engine.readResult(accountId, testId)).toMatchObject({
			status: 'ready',
			verdict: null,
			summary: expect.stringContaining('never'),
		});
		const first = runner.hold('Flip');
		const cancelled = await trigger();
		await first.started;
		await engine.cancelRun(accountId, cancelled);
		expect(await described()).toBe(cancelled);
		const passed = await trigger();
		await engine.waitForRun(passed, 'batch', 10_000, forever);
		expect(await described()).toBe(passed);
		const third = runner.hold('Flip');
		const open = await trigger();
		await third.started;
		expect(await described()).toBe(open);
		await engine.cancelRun(accountId, open);
		expect(await described()).toBe(passed);
	});

	it('keep what a failed test left, with a last step for its assertion', async () => {
		const {addTest, engine, runner} = await startEngine();
		const testId = await addTest('Fails');
		runner.script('Fails', {
			status: 'failed',
			failureKind: 'assertion',
			error: 'AssertionError: expected 201, got 500\nmore',
			trace: 'Traceback',
			apiOutput: 'POST /orders',
			failedLine: 12,
		});
		const {runId} = await engine.triggerRun(accountId, testId, {source: 'cli'});
		await engine.waitForRun(runId, 'run', 10_000, forever);
		expect(await engine.readResult(accountId, testId)).toMatchObject({
			verdict: 'failed',
			failureKind: 'assertion',
			trace: 'Traceback',
			apiOutput: 'POST /orders',
			summary: expect.stringContaining('AssertionError: expected 201, got 500'),
		});
		const {items} = await engine.listSteps(accountId, testId, firstPage);
		expect(items.map(item => testStep.parse(item))).toMatchObject([
			{
				stepIndex: 1,
				action: 'assertion',
				status: 'failed',
				screenshotUrl: null,
				runIdIfAvailable: runId,
				outcomeContributesToFailure: true,
			},
		]);
		const run = await engine.readRun(accountId, runId, {includeSteps: true});
		expect(run.steps).toMatchObject([{stepIndex: '0001', type: 'assertion', status: 'failed'}]);
		expect((await engine.listSteps(accountId, await addTest('Never ran'), firstPage)).items).toEqual([]);
	});

	it('keep the calls and values of the execution that gave the verdict', async () => {
		const {addTest, engine, runner, database} = await startEngine();
		const testId = await addTest('Calls', {produces: ['id']});
		const call = {
			method: 'POST',
			url: 'http://127.0.0.1:1/orders',
			query: null,
			requestHeaders: {accept: '*/*'},
			requestBody: '{}',
			requestEncoding: 'utf8' as const,
			requestBytes: 2,
			status: 201,
			responseHeaders: {},
			responseBody: '{"id":1}',
			responseEncoding: 'utf8' as const,
			responseBytes: 8,
			truncated: false,
			latencyMs: 1.7,
			error: null,
			startedAt: 5,
		};
		runner.script('Calls', {
			produces: {id: 1, extra: 'x'},
			calls: [
				{...call, seq: 1},
				{...call, seq: 2, status: null, latencyMs: null},
			],
			advisories: ['produced "extra", which it does not declare'],
		});
		const {runId, batchId} = await engine.triggerRun(accountId, testId, {source: 'cli'});
		await engine.waitForRun(runId, 'batch', 10_000, forever);
		const calls = await database.selectFrom('calls').selectAll().where('run_id', '=', runId).orderBy('seq').execute();
		expect(calls).toMatchObject([
			{seq: 1, kind: 'test', method: 'POST', status: 201, latency_ms: 2, attempt: 1, batch_id: batchId},
			{seq: 2, status: null, latency_ms: null},
		]);
		expect(JSON.parse(calls[0]!.detail)).toMatchObject({requestBody: '{}', responseBody: '{"id":1}'});
		const captures = await database.selectFrom('captures').selectAll().orderBy('name').execute();
		expect(captures).toMatchObject([
			{name: 'extra', value: '"x"', declared: 0, published: 1},
			{name: 'id', value: '1', declared: 1, published: 1, attempt: 1, run_id: runId},
		]);
		expect((await engine.readBatch(accountId, batchId, 0)).advisories).toEqual([
			{feature: 'test', message: 'Calls: produced "extra", which it does not declare'},
		]);
	});

	it('appear in the history, newest first, with filters inside a page', async () => {
		const {addTest, engine} = await startEngine();
		const testId = await addTest('Often');
		const runs: string[] = [];
		for (const source of ['cli', 'mcp', 'cli'] as const) {
			const {runId} = await engine.triggerRun(accountId, testId, {source});
			await engine.waitForRun(runId, 'batch', 10_000, forever);
			runs.unshift(runId);
		}
		const history = await engine.listRuns(accountId, testId, {pageSize: 2, after: null});
		expect(runHistory.parse(history).runs.map(item => item.runId)).toEqual(runs.slice(0, 2));
		expect(history.meta).toEqual({testKind: 'endpoint'});
		const rest = await engine.listRuns(accountId, testId, {pageSize: 2, after: history.nextCursor});
		expect(rest).toMatchObject({runs: [{runId: runs[2]}], nextCursor: null});
		const mcp = await engine.listRuns(accountId, testId, {pageSize: 2, after: null, source: 'mcp'});
		expect(mcp).toMatchObject({runs: [{runId: runs[1]}], nextCursor: runs[1]});
		expect(await engine.listRuns(accountId, testId, {pageSize: 5, after: null, rerun: true})).toMatchObject({runs: []});
		const later = {pageSize: 5, after: null, sinceMs: Date.now() + 1000};
		expect(await engine.listRuns(accountId, testId, later)).toMatchObject({runs: []});
	});
});
