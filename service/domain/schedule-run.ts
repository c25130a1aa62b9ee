import type {RunStatus, TerminalRunStatus} from '../../contract/enums.ts';
import type {Ref} from '../../contract/fields.ts';
import type {TestId} from '../../contract/ids.ts';
import type {ScheduleRun, SkippedReason} from '../../contract/schedule.ts';

/** "10 completed runs in a row without a passing test." */
export const runsUntilPause = 10;

/** How one test of a batch ended. */
export type EndedMember = {
	testId: TestId;
	name: string;
	status: RunStatus;
	/** In the cleanup wave. */
	teardown: boolean;
	/** A teardown test whose record was never created. */
	skipped: boolean;
};

/** Counts of what ran; a cleanup test that had nothing to remove is none of them. */
export function statsOf(members: readonly Pick<EndedMember, 'status' | 'skipped'>[]): ScheduleRun['stats'] {
	const ran = members.filter(({skipped}) => !skipped);
	const count = (...statuses: RunStatus[]) => ran.filter(({status}) => statuses.includes(status)).length;
	return {
		total: ran.length,
		passed: count('passed'),
		failed: count('failed'),
		blocked: count('blocked'),
		running: count('queued', 'running'),
		cancelled: count('cancelled'),
	};
}

/**
 * What has changed "against the run just before, tests in both: passed → failed or blocked; failed or blocked →
 * passed". Each in the order of names.
 */
export function changesBetween(
	before: readonly EndedMember[],
	after: readonly EndedMember[],
): {newlyFailed: Ref[]; newlyRecovered: Ref[]} {
	const earlier = new Map(before.filter(({skipped}) => !skipped).map(({testId, status}) => [testId, status]));
	const isBroken = (status: RunStatus | undefined) => status === 'failed' || status === 'blocked';
	const refs = (isIn: (was: RunStatus | undefined, is: RunStatus) => boolean): Ref[] =>
		after
			.filter(({testId, status, skipped}) => !skipped && isIn(earlier.get(testId), status))
			.map(({testId, name}) => ({testId, title: name}))
			.sort((a, b) => (a.title === b.title ? 0 : a.title < b.title ? -1 : 1));
	return {
		newlyFailed: refs((was, is) => was === 'passed' && isBroken(is)),
		newlyRecovered: refs((was, is) => isBroken(was) && is === 'passed'),
	};
}

/**
 * How many completed runs in a row had no passing test, after one more. "A pass resets; runs without tests and skipped
 * ones do not count." Nor does one that was cancelled: it was not completed. As for the outcome of a batch, the cleanup
 * wave does not count.
 */
export function countWithoutPass(
	before: number,
	outcome: TerminalRunStatus,
	members: readonly Pick<EndedMember, 'status' | 'teardown'>[],
): number {
	const tests = members.filter(({teardown}) => !teardown);
	if (tests.some(({status}) => status === 'passed')) return 0;
	return outcome === 'cancelled' || tests.length === 0 ? before : before + 1;
}

/** Why a trigger started nothing, when that only means that this fire is skipped; null: it is a fault. */
export function skippedReasonOf(error: {code: string; details: Record<string, unknown>}): SkippedReason | null {
	if (error.code === 'INSUFFICIENT_CREDITS') return 'insufficient_credits';
	if (error.code === 'CONFLICT' && error.details['reason'] === 'run_in_flight') return 'previous_run_in_flight';
	return null;
}
