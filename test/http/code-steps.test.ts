import {describe, expect, it} from 'vitest';
import type {RecordedCall} from '../../service/runners/runner.ts';
import {checkIntegrity} from '../../source/bundle/integrity.ts';
import {getBatch} from '../../contract/routes/batches.ts';
import {getRunFailure} from '../../contract/routes/failures.ts';
import {createProject} from '../../contract/routes/projects.ts';
import {getRun, triggerRun} from '../../contract/routes/runs.ts';
import {getTestResult, listTestSteps} from '../../contract/routes/results.ts';
import {createTest} from '../../contract/routes/tests.ts';
import type {ScriptedOutcome} from '../helpers/scripted-runner.ts';
import {startHttp} from './start-http.ts';

const target = 'http://127.0.0.1:9';

const call = (seq: number, method: string, path: string, status: number | null, body: unknown = {}): RecordedCall => ({
	seq,
	method,
	url: path.startsWith('http') ? path : `${target}${path}`,
	query: null,
	requestHeaders: {},
	requestBody: null,
	requestEncoding: null,
	requestBytes: null,
	status,
	responseHeaders: status === null ? null : {'content-type': 'application/json'},
	responseBody: status === null ? null : JSON.stringify(body),
	responseEncoding: status === null ? null : 'utf8',
	responseBytes: 2,
	truncated: false,
	latencyMs: 7,
	error: status === null ? 'ConnectionRefusedError: refused' : null,
	startedAt: Date.parse('2026-01-01T00:00:00.000Z') + seq,
});

const code = 'r = order()\nassert r.status_code == 201\n';

async function start() {
	const http = await startHttp();
	const {body: project} = await http.call(createProject, {body: {type: 'backend', name: 'Shop', targetUrl: target}});
	const body = {projectId: project.id, type: 'backend' as const, name: 'orders', code};
	const {testId} = (await http.call(createTest, {body})).body;
	return {
		http,
		testId,
		async run(outcome: ScriptedOutcome) {
			http.runner.script('orders', outcome);
			const {runId} = (await http.call(triggerRun, {params: {testId}})).body;
			const query = {waitSeconds: 25, until: 'batch' as const, includeSteps: true};
			return (await http.call(getRun, {params: {runId}, query})).body;
		},
	};
}

const failed = (calls: RecordedCall[], rest: ScriptedOutcome = {}): ScriptedOutcome => ({
	status: 'failed',
	failureKind: 'assertion',
	error: 'AssertionError: expected 201, got 500',
	trace: 'Traceback (most recent call last):\n  File "orders.py", line 2\nAssertionError: expected 201, got 500',
	failedLine: 2,
	calls,
	...rest,
});

const texts = (steps: Array<{stepIndex: string | number; status: string | null; description: string}> | undefined) =>
	steps?.map(({stepIndex, status, description}) => `${Number(stepIndex)} ${status} ${description}`);

describe('the steps of a test of code', () => {
	it('are its calls in order, each with method, path, status and time', async () => {
		const {run, http, testId} = await start();
		const ended = await run({
			calls: [call(1, 'POST', '/orders', 201), call(2, 'GET', 'http://other.example/rates?day=1', 200)],
		});
		expect(texts(ended.steps)).toEqual([
			'1 passed POST /orders → 201 (7 ms)',
			'2 passed GET http://other.example/rates?day=1 → 200 (7 ms)',
		]);
		expect(ended).toMatchObject({
			failedStepIndex: null,
			stepSummary: {total: 2, completed: 2, passedCount: 2, failedCount: 0},
		});
		expect(texts((await http.call(listTestSteps, {params: {testId}})).body.items)).toHaveLength(2);
		expect((await http.call(getTestResult, {params: {testId}})).body.failedStepIndex).toBeNull();
	});

	it('have a failed assertion behind the call that it speaks about, not behind what was tidied up afterwards', async () => {
		const {run, http} = await start();
		const ended = await run(
			failed([call(1, 'GET', '/health', 200), call(2, 'POST', '/orders', 500), call(3, 'DELETE', '/carts/1', 204)]),
		);
		expect(texts(ended.steps)).toEqual([
			'1 passed GET /health → 200 (7 ms)',
			'2 passed POST /orders → 500 (7 ms)',
			'3 failed AssertionError: expected 201, got 500',
			'4 passed DELETE /carts/1 → 204 (7 ms)',
		]);
		expect(ended).toMatchObject({
			failedStepIndex: 3,
			stepSummary: {total: 4, completed: 4, passedCount: 3, failedCount: 1},
		});
		const {body: batch} = await http.call(getBatch, {params: {batchId: ended.batchId ?? ''}});
		expect(batch.members[0]!.stepSummary).toEqual(ended.stepSummary);
		const {body: context} = await http.call(getRunFailure, {params: {runId: ended.runId}});
		checkIntegrity(context, ended.runId);
		expect(texts(context.steps)).toEqual(texts(ended.steps));
		expect(context.steps.map(({outcomeContributesToFailure: part}) => part)).toEqual([null, null, true, null]);
		expect(context.failure.evidence.map(({kind, stepIndex}) => `${stepIndex} ${kind}`)).toEqual([
			'2 network',
			'3 log',
			'1 network',
			'4 network',
		]);
	});

	it('have a call without an answer as the failing step itself', async () => {
		const {run} = await start();
		const ended = await run(
			failed([call(1, 'GET', '/health', 200), call(2, 'POST', '/orders', null)], {
				failureKind: 'network',
				error: 'ConnectionError: refused',
				failedLine: 1,
			}),
		);
		expect(texts(ended.steps)?.at(-1)).toBe('2 failed POST /orders → no answer (7 ms)');
		expect(ended.steps?.at(-1)?.error).toBe('ConnectionRefusedError: refused');
		expect(ended).toMatchObject({failedStepIndex: 2, stepSummary: {total: 2, failedCount: 1}});
	});

	it('have an exception as a step of its own', async () => {
		const {run} = await start();
		const ended = await run(
			failed([call(1, 'GET', '/health', 200)], {
				failureKind: 'unknown',
				error: "KeyError: 'id'",
				trace: "KeyError: 'id'",
			}),
		);
		expect(ended.steps?.[1]).toMatchObject({stepIndex: '0002', action: 'exception', type: 'action', status: 'failed'});
		expect(ended.failedStepIndex).toBe(2);
	});

	it.each<[string, ScriptedOutcome]>([
		['assertion', failed([])],
		['unknown', failed([], {failureKind: 'unknown', error: 'this test checks nothing', failedLine: null})],
		[
			'timeout',
			failed([call(1, 'GET', '/slow', 200)], {failureKind: 'timeout', error: 'timed out after 60 s', failedLine: null}),
		],
		['network', failed([], {failureKind: 'network', error: 'ConnectionError: refused'})],
		[
			'network_timeout',
			failed([call(1, 'GET', '/slow', null)], {failureKind: 'network_timeout', error: 'ReadTimeout'}),
		],
		[
			'routing_404',
			failed([call(1, 'GET', '/orders', 404)], {
				failureKind: 'routing_404',
				error: 'AssertionError: expected 200, got 404',
			}),
		],
		['infra', {status: 'blocked', failureKind: 'infra', error: 'no Python'}],
	])('of a run that failed with %s hold together with its evidence', async (_, outcome) => {
		const {run, http} = await start();
		const ended = await run(outcome);
		const {body: context} = await http.call(getRunFailure, {params: {runId: ended.runId}});
		checkIntegrity(context, ended.runId);
		for (const {url} of context.failure.evidence) expect((await fetch(url)).status).toBe(200);
		const {failedStepIndex} = context.result;
		expect(failedStepIndex === null).toBe(outcome.status === 'blocked');
		if (failedStepIndex !== null)
			expect(context.steps.find(({stepIndex}) => stepIndex === failedStepIndex)?.status).toBe('failed');
	});

	it('of all runs come in pages, oldest first, each once', async () => {
		const {run, http, testId} = await start();
		for (let n = 0; n < 3; n++) await run({calls: [call(1, 'GET', '/a', 200), call(2, 'GET', '/b', 200)]});
		await run(failed([call(1, 'GET', '/a', 500)]));
		const all: string[] = [];
		let cursor: string | undefined;
		for (;;) {
			const query = {pageSize: 3, ...(cursor === undefined ? {} : {cursor})};
			const {body} = await http.call(listTestSteps, {params: {testId}, query});
			all.push(...body.items.map(({runIdIfAvailable, stepIndex}) => `${runIdIfAvailable} ${stepIndex}`));
			if (!body.nextToken) break;
			cursor = body.nextToken;
		}
		expect(all).toHaveLength(8);
		expect(new Set(all).size).toBe(8);
		expect(all).toEqual(all.toSorted());
	});
});
