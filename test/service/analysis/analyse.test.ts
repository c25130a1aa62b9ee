import {describe, expect, it} from 'vitest';
import {analyse} from '../../../service/analysis/analyse.ts';
import {call, failure} from './failure.ts';
import {status} from './rule-table.ts';

describe('a blocked run', () => {
	const blockedBy = {
		variable: 'coupon_id',
		reason: 'producer_failed',
		producer: {testId: 'tst_1', title: 'Create a coupon'},
		didYouMean: null,
	};
	const blocked = {
		status: 'blocked',
		failureKind: null,
		error: 'Blocked: variable "coupon_id" was not found because its producer "Create a coupon" failed.',
		trace: 'Blocked: …\nFix "Create a coupon" and rerun it: this test then runs with it.',
		blockedBy,
	} as const;

	it('points to the root producer, and says what failed there', () => {
		const facts = failure({
			asserted: 'expected 201, got 500',
			at: status,
			calls: [call({to: 'POST /coupons', status: 500, got: {}})],
		});
		const analysis = analyse(failure({...blocked, root: {title: 'Create a coupon', facts}}));
		expect(analysis.rootCauseHypothesis).toBe(
			'Blocked: variable "coupon_id" was not found because its producer "Create a coupon" failed. "Create a coupon": POST /coupons answered 500 with {}; the test expected 201 (line 2).',
		);
		expect(analysis.recommendedFixTarget).toMatchObject({kind: 'code', reference: 'POST /coupons'});
		expect(analysis.recommendedFixTarget?.rationale).toMatch(
			/^Root of the chain \("Create a coupon"\)\. Code of the API/,
		);
		expect(analysis.signature).toBe('blocked by "Create a coupon"');
	});

	it('without a known root names the producer and the advice of its trace', () => {
		const analysis = analyse(failure(blocked));
		expect(analysis.rootCauseHypothesis).toBe(blocked.error);
		expect(analysis.recommendedFixTarget).toEqual({
			kind: 'code',
			reference: 'Create a coupon',
			rationale: 'Fix "Create a coupon" and rerun it: this test then runs with it.',
		});
	});

	it.each([
		['no_producer', 'code', 'checkout.py'],
		['circular_dependency', 'code', 'checkout.py'],
		['stale_capture', 'data', 'coupon_id'],
		['auth_failing', 'env', 'authentication of the project'],
		['producer_cancelled', 'unknown', 'Create a coupon'],
	])('for the reason %s recommends %s', (reason, kind, reference) => {
		const {recommendedFixTarget} = analyse(failure({...blocked, blockedBy: {...blockedBy, reason}}));
		expect(recommendedFixTarget).toMatchObject({kind, reference});
	});
});

describe('a hypothesis that has no evidence is null', () => {
	it.each([
		[
			'an assertion with nothing but a message',
			failure({error: 'AssertionError: no', at: 'assert False, "no"', calls: [call({to: 'GET /a', got: {}})]}),
		],
		['a cancelled run', failure({status: 'cancelled', failureKind: null})],
		['an error of a kind nobody knows', failure({error: 'Boom: x', at: 'raise Boom("x")'})],
	])('%s', (_, facts) => {
		expect(analyse(facts)).toMatchObject({rootCauseHypothesis: null, recommendedFixTarget: null});
	});
});

describe('the evidence', () => {
	it('shows the call the hypothesis is about, the traceback and the output', () => {
		const facts = failure({
			asserted: 'expected 201, got 500',
			at: status,
			apiOutput: 'one\ntwo\n',
			calls: [call({to: 'POST /coupons', status: 500, got: {}}), call({to: 'GET /health'})],
		});
		expect(analyse(facts).evidence).toEqual([
			{kind: 'network', part: {kind: 'call', seq: 1}, summary: 'POST /coupons answered 500 in 12 ms', seq: 1},
			{kind: 'log', part: {kind: 'trace'}, summary: 'AssertionError: expected 201, got 500', seq: null},
			{kind: 'log', part: {kind: 'output'}, summary: 'Output of the test, 2 lines', seq: null},
			{kind: 'network', part: {kind: 'call', seq: 2}, summary: 'GET /health answered 200 in 12 ms', seq: 2},
		]);
	});

	it('of a run that left nothing is what was seen of its end', () => {
		expect(analyse(failure({error: 'this test checks nothing'})).evidence).toEqual([
			{kind: 'log', part: {kind: 'trace'}, seq: null, summary: 'this test checks nothing'},
		]);
		expect(analyse(failure({})).evidence).toEqual([]);
	});
});

describe('the commands of an advice', () => {
	const refused = (id: string, calls: Parameters<typeof call>[0][]) =>
		failure({
			testId: id,
			projectId: 'prj_7',
			asserted: 'expected 201, got 401',
			at: `${status} # headers=__AUTH_HEADERS__`,
			code: 'r = requests.post(url, headers=__AUTH_HEADERS__)\nassert r.status_code == 201\n',
			calls: calls.map(call),
		});

	it('have the project in them', () => {
		const advice = analyse(refused('tst_7', [{to: 'POST /users', status: 401, got: {}}])).recommendedFixTarget;
		expect(advice?.rationale).toContain('svc project credential prj_7 --type <auth-type>');
		expect(advice?.rationale).not.toContain('<project-id>');
	});

	it('speak of the test that failed, not of the one that it blocked', () => {
		const undeclared = failure({
			testId: 'tst_root',
			error: "KeyError: 'user_id'",
			failureKind: 'unknown',
			at: 'x = variables["user_id"]',
		});
		const facts = failure({
			testId: 'tst_blocked',
			status: 'blocked',
			error: 'Blocked: variable "a" was not found because its producer "Root" failed.',
			blockedBy: {
				variable: 'a',
				reason: 'producer_failed',
				producer: {testId: 'tst_root', title: 'Root'},
				didYouMean: null,
			},
			root: {title: 'Root', facts: undeclared},
		});
		expect(analyse(facts).recommendedFixTarget?.rationale).toContain('svc test update tst_root --needs user_id');
	});
});
