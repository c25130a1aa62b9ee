import {describe, expect, it} from 'vitest';
import type {Label} from '../../../contract/enums.ts';
import {chainErrorOf, type JudgedStep} from '../../../service/views/chain-error.ts';

const step = (index: number, status: Label, more: Partial<JudgedStep> = {}): JudgedStep => ({
	index,
	status,
	uses: [],
	testId: `tst_${index}`,
	error: null,
	isAssertion: false,
	blockedBy: null,
	cycle: null,
	...more,
});
const blockedBy = (reason: string, variable: string | null, testId: string | null) => ({
	reason,
	variable,
	producer: testId === null ? null : {testId, title: testId},
	didYouMean: null,
});

describe('the error of a chain', () => {
	it('is none while nothing is wrong', () => {
		expect(chainErrorOf([step(1, 'Pass'), step(2, 'Running'), step(3, 'Pending')])).toBeNull();
		expect(chainErrorOf([step(1, 'Cancelled')])).toBeNull();
	});

	it('is the step that failed, with the first line of what it said', () => {
		const failed = step(2, 'Failed', {error: 'AssertionError: 500\nmore', isAssertion: true});
		expect(chainErrorOf([step(1, 'Pass'), failed])).toMatchObject({
			kind: 'assertion_failed',
			message: 'step 2 failed its assertion: AssertionError: 500',
			stepIndex: 2,
		});
		expect(chainErrorOf([step(1, 'Failed', {error: 'timed out'})])?.message).toBe('step 1 failed: timed out');
	});

	it('is the first blocked step and the one to fix, however far up that is', () => {
		const steps = [
			step(1, 'Failed'),
			step(2, 'Blocked', {blockedBy: blockedBy('producer_failed', 'a', 'tst_1')}),
			step(3, 'Blocked', {blockedBy: blockedBy('producer_blocked', 'b', 'tst_1')}),
		];
		expect(chainErrorOf(steps)).toMatchObject({
			kind: 'blocked_by_step',
			stepIndex: 2,
			causeStepIndex: 1,
			variable: 'a',
		});
		expect(chainErrorOf(steps)?.message).toContain('fix step 1, then step 2 runs automatically on rerun');
		const cancelled = [
			step(1, 'Cancelled'),
			step(2, 'Blocked', {blockedBy: blockedBy('producer_cancelled', 'a', 'tst_1')}),
		];
		expect(chainErrorOf(cancelled)?.message).toContain('step 2 is blocked because step 1 was cancelled');
	});

	it.each(['not_captured', 'no_producer', 'name_mismatch', 'producer_unticked', 'stale_capture'])(
		'is a variable that was not found when the reason is %s',
		reason => {
			const uses = [{name: 'a', fromStep: 1, fromTestId: 'tst_1', fromTitle: null}];
			const blocked = step(2, 'Blocked', {
				uses,
				error: 'Blocked: variable "a" was not found',
				blockedBy: blockedBy(reason, 'a', null),
			});
			expect(chainErrorOf([step(1, 'Pass'), blocked])).toEqual({
				kind: 'variable_not_found',
				message: 'step 2: variable "a" was not found',
				stepIndex: 2,
				causeStepIndex: 1,
				variable: 'a',
				testIds: null,
			});
		},
	);

	it('is a failing login without a step to blame', () => {
		const blocked = step(1, 'Blocked', {
			error: 'Blocked: the login failed',
			blockedBy: blockedBy('auth_failing', null, null),
		});
		expect(chainErrorOf([blocked])).toMatchObject({
			kind: 'blocked_by_step',
			message: 'Blocked: the login failed',
			causeStepIndex: null,
		});
	});

	it('is a circular dependency before everything else', () => {
		const circular = step(3, 'Blocked', {
			error: 'circular',
			blockedBy: blockedBy('circular_dependency', null, null),
			cycle: ['tst_a', 'tst_b'],
		});
		expect(chainErrorOf([step(1, 'Failed'), circular])).toMatchObject({
			kind: 'circular_dependency',
			message: 'circular',
			testIds: ['tst_a', 'tst_b'],
		});
	});
});
