import {mkdtempSync, rmSync} from 'node:fs';
import {createServer} from 'node:http';
import type {AddressInfo} from 'node:net';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import process from 'node:process';
import {describe, expect, it, onTestFinished} from 'vitest';
import {createBackendRunner} from '../../service/runners/backend.ts';
import type {RecordedCall, RunJob} from '../../service/runners/runner.ts';
import {checkIntegrity} from '../../source/bundle/integrity.ts';
import type {FailureContext} from '../../contract/result.ts';
import {runBatch} from '../../contract/routes/batches.ts';
import {getRunFailure, getTestFailure, getTestFailureSummary} from '../../contract/routes/failures.ts';
import {getRun, triggerRun} from '../../contract/routes/runs.ts';
import {getTestResult} from '../../contract/routes/results.ts';
import {createTest, putTestCode} from '../../contract/routes/tests.ts';
import type {ScriptedOutcome} from '../helpers/scripted-runner.ts';
import {startWithProject, failed, answered, contextOf} from './failed-runs.ts';

/** A context without what is new at each request: the addresses. */
const lasting = ({failure, ...context}: FailureContext) => ({
	...context,
	failure: {...failure, evidence: failure.evidence.map(({url, ...rest}) => ({...rest, asset: new URL(url).pathname}))},
});

describe('the failure of a run', () => {
	const bare = {trace: null, failedLine: null, apiOutput: ''};
	const ended = (failureKind: ScriptedOutcome['failureKind'], error: string): ScriptedOutcome => ({
		...failed(),
		...bare,
		failureKind,
		error,
	});
	it.each([
		['an end of its own', ended('unknown', 'the test ended its process with exit code 3 before the file ended')],
		['a signal', ended('unknown', 'the process of the test was ended by SIGKILL')],
		['its time', ended('timeout', 'the test ran longer than its limit of 2 s')],
		['its limits', ended('unknown', 'the test used more than it may')],
		['a runtime that was lost', {...ended('infra', 'the test could not be started'), status: 'blocked', calls: []}],
		['no call and no line', {...ended('unknown', 'the process of the test was ended by SIGSEGV'), calls: []}],
		['an assertion', failed()],
	] as Array<[string, ScriptedOutcome]>)('is complete for who loads evidence by step: %s', async (_, outcome) => {
		const {http, addTest, run} = await startWithProject();
		http.runner.script('Coupon', outcome);
		const {runId} = await run(await addTest('Coupon'));
		const context = await contextOf(http, runId);
		checkIntegrity(context, runId);
		expect(context.projectName).toBe('Shop');
		expect(context.failure.evidence.length).toBeGreaterThan(0);
		for (const {url, summary} of context.failure.evidence) {
			expect(summary).not.toBe('');
			const answer = await fetch(url);
			expect(answer.status).toBe(200);
			expect(await answer.text()).not.toBe('');
		}
	});

	it('has result, steps, code, hypothesis and evidence of exactly that run, and holds together', async () => {
		const {http, projectId, addTest, run} = await startWithProject();
		http.runner.script('Coupon', failed());
		const testId = await addTest('Coupon', 'assert r.status_code == 201\n');
		const {runId} = await run(testId);
		const context = await contextOf(http, runId);
		checkIntegrity(context, runId);
		expect(context).toMatchObject({
			testId,
			projectId,
			result: {runIdIfAvailable: runId, status: 'failed', failureKind: 'assertion', codeVersion: 'v1'},
			steps: [
				{stepIndex: 1, action: 'request', status: 'passed', runIdIfAvailable: runId},
				{stepIndex: 2, action: 'assertion', status: 'failed', runIdIfAvailable: runId},
			],
			code: {code: 'assert r.status_code == 201\n', codeVersion: 'v1', language: 'python', framework: 'pytest'},
			failure: {
				rootCauseHypothesis: 'POST /coupons answered 500 with {"error":"boom"}; the test expected 201 (line 1).',
				recommendedFixTarget: {kind: 'code', reference: 'POST /coupons'},
				apiOutput: 'creating\n',
				signature: 'POST /coupons 500 AssertionError: expected <n>, got <n>',
				badges: ['new'],
			},
		});
		expect(context.failure.evidence.map(({kind, stepIndex}) => [kind, stepIndex])).toEqual([
			['network', 1],
			['log', 2],
			['log', 2],
		]);
		expect((await http.call(getTestFailure, {params: {testId}})).body.snapshotId).toBe(context.snapshotId);
		const {body: summary} = await http.call(getTestFailureSummary, {params: {testId}});
		expect(summary).toMatchObject({
			testId,
			status: 'failed',
			failureKind: 'assertion',
			snapshotId: context.snapshotId,
			rootCauseHypothesis: context.failure.rootCauseHypothesis,
			recommendedFixTarget: context.failure.recommendedFixTarget,
		});
		const {body: result} = await http.call(getTestResult, {params: {testId}, query: {includeAnalysis: true}});
		expect(result.analysis).toEqual({
			rootCauseHypothesis: context.failure.rootCauseHypothesis,
			recommendedFixTarget: context.failure.recommendedFixTarget,
			failureKind: 'assertion',
			snapshotId: context.snapshotId,
		});
		expect((await http.call(getTestResult, {params: {testId}})).body.analysis).toBeUndefined();
	});

	it('never changes: not by new code, not by later runs, whatever they end with', async () => {
		const {http, addTest, run} = await startWithProject();
		http.runner.script('Coupon', failed());
		const testId = await addTest('Coupon', 'first\n');
		const {runId} = await run(testId);
		const before = lasting(await contextOf(http, runId));
		await http.call(putTestCode, {params: {testId}, body: {code: 'second\n'}, headers: {'if-match': 'v1'}});
		http.runner.script('Coupon', {calls: [answered('POST', '/coupons', 201, {id: 1})]});
		await run(testId);
		http.runner.script('Coupon', {...failed(), error: 'AssertionError: expected 1, got 2'});
		const later = await run(testId);
		expect(lasting(await contextOf(http, runId))).toEqual(before);
		const {body: latest} = await http.call(getTestFailure, {params: {testId}});
		expect(latest).toMatchObject({
			result: {runIdIfAvailable: later.runId},
			code: {code: 'second\n', codeVersion: 'v2'},
		});
		expect(latest.failure).toMatchObject({badges: ['new']});
	});

	it('says what the last passing run was answered', async () => {
		const {http, addTest, run} = await startWithProject();
		http.runner.script('Coupon', {calls: [answered('POST', '/coupons', 201, {id: 1})]});
		const testId = await addTest('Coupon', 'assert r.status_code == 201\n');
		await run(testId);
		http.runner.script('Coupon', failed());
		const {runId} = await run(testId);
		expect((await contextOf(http, runId)).failure.rootCauseHypothesis).toBe(
			'POST /coupons answered 500 with {"error":"boom"}; the test expected 201 (line 1). In the last passing run the same request was answered 201.',
		);
	});

	it('of a teardown test is explained by the DELETE that it sent', async () => {
		const {http, projectId, run} = await startWithProject();
		const calls = [answered('DELETE', '/coupons/7', 403, {error: 'not yours'})];
		const error = 'AssertionError: expected 204, got 403';
		const trace = `Traceback (most recent call last):\n  File "Remove.py", line 1\n${error}`;
		http.runner.script('Remove', {...failed(), error, trace, calls});
		const code = 'assert r.status_code == 204\n';
		const body = {projectId, type: 'backend' as const, name: 'Remove', code, category: 'teardown'};
		const {runId} = await run((await http.call(createTest, {body})).body.testId);
		const {failure} = await contextOf(http, runId);
		expect(failure.rootCauseHypothesis).toMatch(/^DELETE \/coupons\/7 answered 403, saying "not yours"/);
		expect(failure.evidence.map(({kind}) => kind)).toContain('network');
	});

	it('that is blocked points to the root of its chain', async () => {
		const {http, projectId, addTest} = await startWithProject();
		http.runner.script('Coupon', failed());
		await addTest('Coupon', 'assert r.status_code == 201\n', {produces: ['coupon_id']});
		await addTest('Use it', 'assert 1\n', {consumes: ['coupon_id'], produces: ['cart_id']});
		const testId = await addTest('Order', 'assert 1\n', {consumes: ['cart_id']});
		const {body: ticket} = await http.call(runBatch, {body: {projectId}});
		for (const {runId} of ticket.accepted)
			await http.call(getRun, {params: {runId}, query: {waitSeconds: 25, until: 'batch'}});
		const {body: context} = await http.call(getTestFailure, {params: {testId}});
		checkIntegrity(context, context.result.runIdIfAvailable);
		expect(context.result).toMatchObject({
			status: 'blocked',
			failureKind: null,
			blockedBy: {producer: {title: 'Coupon'}},
		});
		expect(context.failure.rootCauseHypothesis).toMatch(
			/^Blocked: variable "cart_id" .*"Coupon": POST \/coupons answered 500 with \{"error":"boom"\}; the test expected 201 \(line 1\)\.$/,
		);
		expect(context.failure.recommendedFixTarget).toMatchObject({kind: 'code', reference: 'POST /coupons'});
		expect(context.failure.evidence.map(({kind}) => kind)).toEqual(['log']);
	});
});

describe('a run without a failure to show', () => {
	it('that passed is no_failing_run, and so is its test', async () => {
		const {http, addTest, run} = await startWithProject();
		const testId = await addTest('Fine');
		const {runId} = await run(testId);
		expect((await http.fail(getRunFailure, {params: {runId}})).body).toMatchObject({
			code: 'NOT_FOUND',
			details: {resource: 'run', id: runId, reason: 'no_failing_run'},
		});
		for (const route of [getTestFailure, getTestFailureSummary])
			expect((await http.fail(route, {params: {testId}})).body).toMatchObject({
				code: 'NOT_FOUND',
				details: {resource: 'test', id: testId, reason: 'no_failing_run'},
			});
		const {body: result} = await http.call(getTestResult, {params: {testId}, query: {includeAnalysis: true}});
		expect(result.analysis).toMatchObject({rootCauseHypothesis: null, recommendedFixTarget: null, failureKind: null});
	});

	it('that goes on is run_not_ready, and snapshot_in_flight while it is being stopped', async () => {
		const {http, addTest} = await startWithProject();
		const testId = await addTest('Slow');
		const held = http.runner.hold('Slow');
		const {body: ticket} = await http.call(triggerRun, {params: {testId}});
		const params = {runId: ticket.runId};
		await held.started;
		expect((await http.fail(getRunFailure, {params})).body).toMatchObject({
			code: 'NOT_FOUND',
			nextAction: `Wait for it: svc test wait ${ticket.runId}`,
			details: {reason: 'run_not_ready'},
		});
		await http.database.updateTable('runs').set({cancel_requested_at: 1}).where('id', '=', ticket.runId).execute();
		expect((await http.fail(getRunFailure, {params})).body).toMatchObject({
			code: 'CONFLICT',
			details: {reason: 'snapshot_in_flight'},
		});
		held.release();
	});

	/** A run that is stopped after these calls. */
	async function cancelledAfter(calls: RecordedCall[]) {
		const {http, addTest} = await startWithProject();
		const testId = await addTest('Slow');
		const held = http.runner.hold('Slow');
		const {body: ticket} = await http.call(triggerRun, {params: {testId}});
		await held.started;
		held.release({status: 'cancelled', apiOutput: 'half\n', calls});
		const {body: run} = await http.call(getRun, {
			params: {runId: ticket.runId},
			query: {waitSeconds: 25, until: 'batch'},
		});
		return {http, testId, run, runId: ticket.runId};
	}
	const numbered = (calls: RecordedCall[]) => calls.map((call, index) => ({...call, seq: index + 1}));
	const underWay = {...answered('POST', '/slow', 0, null), status: null, latencyMs: null, responseBody: null};
	const dropped = {...answered('GET', '/drop', 0, null), status: null, responseBody: null, error: 'Connection aborted'};

	it.each([
		['nothing', []],
		['a call that was answered', [answered('GET', '/health', 200, {ok: true})]],
		['a refusal that nothing looked at', [answered('GET', '/nothing', 404, {})]],
		['a call under way', numbered([answered('GET', '/health', 200, {ok: true}), underWay])],
	])('that was cancelled after %s has none: cancelled_no_artifacts', async (_, calls) => {
		const {http, testId, run, runId} = await cancelledAfter(calls);
		expect(run.status).toBe('cancelled');
		expect((await http.fail(getRunFailure, {params: {runId}})).body).toMatchObject({
			code: 'NOT_FOUND',
			message: `Run ${runId} was cancelled before anything failed: there is no failure to explain.`,
			nextAction: `Run it again: svc test run ${testId}`,
			details: {reason: 'cancelled_no_artifacts'},
		});
		expect(run.stepSummary).toMatchObject({total: calls.length, failedCount: 0});
	});

	it('that was cancelled after something had failed has one, and what was under way is no part of the failure', async () => {
		const {http, testId, run, runId} = await cancelledAfter(numbered([dropped, underWay]));
		expect(run.stepSummary).toEqual({total: 2, completed: 1, passedCount: 0, failedCount: 1});
		const context = await contextOf(http, runId);
		checkIntegrity(context, runId);
		expect(context).toMatchObject({
			result: {status: 'cancelled', verdict: null},
			steps: [
				{description: 'GET /drop → no answer (7 ms)', status: 'failed'},
				{description: 'POST /slow → stopped before it answered', status: null},
			],
			failure: {rootCauseHypothesis: null, recommendedFixTarget: null, badges: []},
		});
		expect((await http.fail(getTestFailure, {params: {testId}})).body.details).toMatchObject({
			reason: 'no_failing_run',
		});
	});

	it('that was stored without a source is no_code', async () => {
		const {http, addTest, run} = await startWithProject();
		http.runner.script('Coupon', failed());
		const testId = await addTest('Coupon');
		const {runId} = await run(testId);
		await http.database.updateTable('runs').set({code_hash: null}).where('id', '=', runId).execute();
		for (const answer of [
			await http.fail(getRunFailure, {params: {runId}}),
			await http.fail(getTestFailure, {params: {testId}}),
			await http.fail(getTestFailureSummary, {params: {testId}}),
		])
			expect(answer.body).toMatchObject({code: 'NOT_FOUND', details: {reason: 'no_code'}});
	});

	it('that is unknown, or of another account, is not_found', async () => {
		const {http, addTest, run} = await startWithProject();
		http.runner.script('Coupon', failed());
		const testId = await addTest('Coupon');
		const {runId} = await run(testId);
		const {key} = await http.newAccount();
		const answers = [
			await http.fail(getRunFailure, {params: {runId}, key}),
			await http.fail(getRunFailure, {params: {runId: 'run_nothing'}}),
			await http.fail(getTestFailure, {params: {testId}, key}),
			await http.fail(getTestFailureSummary, {params: {testId}, key}),
		];
		for (const {body} of answers) expect(body).toMatchObject({code: 'NOT_FOUND', details: {reason: 'not_found'}});
		const reader = await http.newKey({scopes: ['read:projects']});
		expect((await http.fail(getRunFailure, {params: {runId}, key: reader})).body.code).toBe('AUTH_FORBIDDEN');
	});
});

describe('a real Python test against a real API', () => {
	it('that fails is explained by the value, its place, the line and what was sent', async () => {
		const api = createServer((request, response) => {
			request.resume().once('end', () => {
				response.writeHead(201, {'content-type': 'application/json'});
				response.end(JSON.stringify({id: 'cpn_1', code: 'SPRING', percentOff: 0.15}));
			});
		});
		await new Promise<void>(resolve => api.listen(0, '127.0.0.1', resolve));
		const {http, addTest, run} = await startWithProject(`http://127.0.0.1:${(api.address() as AddressInfo).port}`);
		const directory = mkdtempSync(join(tmpdir(), 'svc-failure-'));
		const python = createBackendRunner({
			scratchDir: join(directory, 'scratch'),
			dataDir: directory,
			env: process.env,
		});
		onTestFinished(async () => {
			await python.stop();
			api.closeAllConnections();
			await new Promise(resolve => api.close(resolve));
			rmSync(directory, {recursive: true, force: true});
		});
		http.runner.script('Coupon', async (job: RunJob): Promise<ScriptedOutcome> => {
			const {captures: _, ...outcome} = await python.run(job).result;
			return outcome;
		});
		const code = [
			'import json, urllib.request',
			'def test_coupon():',
			'    body = json.dumps({"code": "SPRING", "percentOff": 15}).encode()',
			'    request = urllib.request.Request(f"{BASE_URL}/coupons", data=body, method="POST")',
			'    coupon = json.load(urllib.request.urlopen(request, timeout=120))',
			'    print("created", coupon["id"])',
			'    assert coupon["percentOff"] == 15, f"15 percent came back as {coupon[\'percentOff\']}"',
		].join('\n');
		const {runId} = await run(await addTest('Coupon', code));
		const context = await contextOf(http, runId);
		checkIntegrity(context, runId);
		expect(context.failure.rootCauseHypothesis).toBe(
			'POST /coupons answered 201 with 0.15 at `$.percentOff`; the test expected 15 (line 7). The request itself sent 15 as `percentOff`, 100 times what came back.',
		);
		expect(context.failure.recommendedFixTarget).toMatchObject({kind: 'code', reference: 'POST /coupons'});
		expect(await (await fetch(context.failure.evidence.at(-1)!.url)).text()).toBe('created cpn_1\n');
	});
});
