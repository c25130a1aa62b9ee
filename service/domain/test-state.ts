import type {ExecutionStatus, RunStatus, TestStatus} from '../../contract/enums.ts';
import {isVerdict} from './run-state.ts';

/** What decides how far a run may speak for its test. */
export type TestStanding = {
	status: TestStatus;
	/** Last verdict; null when no run has ended with one. */
	verdict: string | null;
	/** The run is the newest one of the test: "the newest run decides the test's status". */
	newest: boolean;
	/** A newer run has ended with a verdict already. */
	newerVerdict: boolean;
};

/**
 * What a run tells its test. `skipped`: a teardown test had nothing to remove. Its run counts as `blocked` in the batch, and
 * says as little about the test as one that was cancelled.
 */
export type Move = RunStatus | 'skipped';

/** What a run can tell that says something about its test. */
export type Speaking = Exclude<Move, 'cancelled' | 'skipped'>;

/** Status and verdict of a test after one of its runs moved to `run` ("States: test"). */
export function testAfter(test: TestStanding, run: Move): {status: TestStatus; verdict: string | null} {
	const verdict = isVerdict(run) && !test.newerVerdict ? run : test.verdict;
	if (test.newest) {
		// A run that says nothing leaves the last verdict unchanged.
		const last = verdict as TestStatus | null;
		const status = run === 'cancelled' ? (last ?? 'cancelled') : run === 'skipped' ? (last ?? 'ready') : run;
		return {status, verdict};
	}
	const newestInFlight = test.status === 'queued' || test.status === 'running';
	const follows = isVerdict(run) && !test.newerVerdict && !newestInFlight;
	return {status: follows ? run : test.status, verdict};
}

/**
 * What a test becomes when its newest run moves to `run`; a verdict that is absent stays. Nothing has to be known of the
 * test for that, except after a run that says nothing: the last verdict is its status then.
 */
export function testAfterNewest(run: Speaking): {status: TestStatus; verdict?: string} {
	const {status, verdict} = testAfter({status: 'queued', verdict: null, newest: true, newerVerdict: false}, run);
	return verdict === null ? {status} : {status, verdict};
}

/** What `executionStatus` of a result says about the run it describes. */
export function executionStatusOf(run: RunStatus): ExecutionStatus {
	return isVerdict(run) ? 'completed' : (run as 'queued' | 'running' | 'cancelled');
}
