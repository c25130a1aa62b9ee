import type {Batch, BatchMember} from '../../contract/batch.ts';
import type {Call} from '../../contract/call.ts';
import {type FailureContext, failureContext} from '../../contract/result.ts';
import {call} from '../../contract/call.ts';
import {sampleBatch, sampleMember, sampleProject, sampleResult, sampleTest} from './wire-samples.ts';
import {WireWorld} from './wire-world.ts';

const source = [
	'import requests',
	'',
	'def test_coupon():',
	'    coupon = requests.post(f"{BASE_URL}/coupons").json()',
	'    assert coupon["percentOff"] == 15',
	'',
	'test_coupon()',
].join('\n');

const trace = [
	'Traceback (most recent call last):',
	'  File "Create a coupon.py", line 7, in <module>',
	'    test_coupon()',
	'  File "Create a coupon.py", line 5, in test_coupon',
	'    assert coupon["percentOff"] == 15',
	'AssertionError: expected 15, got 0.15',
].join('\n');

const moment = '2026-01-31T09:29:50.000Z';

export const sampleCall = (overrides: Partial<Call> = {}): Call =>
	call.parse({
		callId: 'cal_1',
		seq: 1,
		kind: 'test',
		testId: 'tst_coupon',
		runId: 'run_coupon',
		chainId: null,
		testTitle: 'Create a coupon',
		step: null,
		method: 'POST',
		url: 'http://shop.test/coupons',
		query: null,
		requestHeaders: {'content-type': 'application/json', authorization: '•••'},
		requestBody: '{"percentOff": 15}',
		requestEncoding: 'utf8',
		responseEncoding: 'utf8',
		requestBytes: 18,
		responseBytes: 20,
		error: null,
		status: 201,
		statusClass: '2xx',
		responseHeaders: {'content-type': 'application/json'},
		responseBody: '{"percentOff": 0.15}',
		truncated: false,
		latencyMs: 7,
		startedAt: moment,
		passed: null,
		produces: [],
		uses: [],
		...overrides,
	});

type FailureOverrides = {
	failure?: Partial<FailureContext['failure']>;
	result?: object;
	code?: string;
	steps?: object[];
};

/** Everything about the run of the failed member. */
export function sampleFailure(
	{testId, runId}: Pick<BatchMember, 'testId' | 'runId'>,
	{failure, result, code = source, steps = []}: FailureOverrides = {},
): FailureContext {
	const snapshotId = `snp_${runId}`;
	return failureContext.parse({
		snapshotId,
		testId,
		projectId: 'prj_1',
		result: {
			...sampleResult(),
			testId,
			snapshotId,
			status: 'failed',
			verdict: 'failed',
			executionStatus: 'completed',
			summary: 'The test failed after 0.1 s.',
			runIdIfAvailable: runId,
			codeVersion: 'v1',
			failureKind: 'assertion',
			...result,
		},
		steps,
		code: {testId, language: 'python', framework: 'pytest', code, codeVersion: 'v1'},
		failure: {
			rootCauseHypothesis: 'POST /coupons answered 201 with 0.15 at `$.percentOff`; the test expected 15 (line 5).',
			recommendedFixTarget: {kind: 'code', reference: 'POST /coupons', rationale: 'Look at how its handler fills it.'},
			evidence: [
				{kind: 'network', stepIndex: 1, url: 'http://svc.test/ast_1', summary: 'POST /coupons answered 201 in 7 ms'},
			],
			apiOutput: 'printed by the test',
			trace,
			signature: 'POST /coupons 201 AssertionError: expected <n>, got <n>',
			badges: ['new'],
			...failure,
		},
	});
}

type FailedWorld = {
	world: WireWorld;
	batch: Batch;
	/** Failures by run; a run without one is answered as not found. */
	failures: Map<string, FailureContext>;
	calls: Call[];
};

const member = (id: string, name: string, overrides: Partial<BatchMember> = {}): BatchMember =>
	sampleMember({testId: `tst_${id}`, runId: `run_${id}`, name, durationMs: 111, status: 'failed', ...overrides});

/**
 * A service whose latest batch is red: two failures of one kind, one of another, three tests blocked by the first, one
 * blocked because nothing produces what it needs, and one that passed.
 */
export function createFailedWorld(): FailedWorld {
	const world = new WireWorld();
	const producer = {testId: 'tst_coupon', title: 'Create a coupon'};
	const blocked = (id: string, name: string): BatchMember =>
		member(id, name, {
			status: 'blocked',
			wave: 2,
			durationMs: null,
			blockedBy: {variable: 'coupon_id', reason: 'producer_failed', producer, didYouMean: null},
		});
	const members = [
		member('login', 'Log in', {status: 'passed'}),
		member('coupon', 'Create a coupon', {failureKind: 'assertion', error: 'AssertionError: expected 15, got 0.15'}),
		member('voucher', 'Create a voucher', {failureKind: 'assertion', error: 'AssertionError: expected 20, got 0.2'}),
		member('report', 'Read the report', {failureKind: 'timeout', error: 'It took longer than 30 s.'}),
		blocked('find', 'Find a coupon'),
		blocked('use', 'Use a coupon'),
		blocked('order', 'Order at the reduced price'),
		member('stray', 'Delete an invoice', {
			status: 'blocked',
			durationMs: null,
			blockedBy: {variable: 'invoice_id', reason: 'no_producer', producer: null, didYouMean: null},
		}),
	];
	const batch = sampleBatch(members);
	world.projects = [sampleProject({name: 'shop-api', lastBatchId: 'bat_1'})];
	world.tests = members.map(({testId, name, status}) => sampleTest({id: testId, name, status}));
	world.batches.set('bat_1', batch);
	const failures = new Map<string, FailureContext>();
	for (const other of members) if (other.status !== 'passed') failures.set(other.runId, sampleFailure(other));
	const report = members[3];
	if (report)
		failures.set(
			report.runId,
			sampleFailure(report, {failure: {signature: 'GET /report timeout', badges: ['flaky'], evidence: []}}),
		);
	const calls = [sampleCall(), sampleCall({callId: 'cal_2', runId: 'run_report', testId: 'tst_report'})];
	world.answers['getRunFailure'] = ({params}) => failures.get(params['runId'] ?? '');
	world.answers['listBatchCalls'] = ({query}) => ({
		batchId: 'bat_1',
		available: true,
		summary: {tests: 1, calls: calls.length, endpoints: 1, cleanupDeletes: 0},
		items: [
			{
				groupKey: 'POST /coupons',
				endpointId: null,
				method: 'POST',
				path: '/coupons',
				family: 'coupons',
				calls: calls.length,
				passed: 0,
				failed: 0,
				items: calls.filter(({testId}) => testId === query['testId']),
				other: {count: 0, counts: {discovery: 0, auth: 0, cleanup: 0, prerequisite: 0}, items: []},
			},
		],
		edges: [],
		nextToken: null,
	});
	return {world, batch, failures, calls};
}
