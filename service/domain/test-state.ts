import type {ExecutionStatus, RunStatus, TestStatus} from '../../source/contract/enums.ts';
import {isVerdict} from './run-state.ts';

/**
 * Status of a test after its newest run moved to `run` ("States: test"): the same word, except that a cancelled run
 * gives the test its last verdict back.
 *
 * @param verdict last verdict of the test, null when it has none
 */
export function testStatusAfter(run: RunStatus, verdict: TestStatus | null): TestStatus {
	return run === 'cancelled' ? (verdict ?? 'cancelled') : run;
}

/** What `executionStatus` of a result says about the run it describes. */
export function executionStatusOf(run: RunStatus): ExecutionStatus {
	return isVerdict(run) ? 'completed' : (run as 'queued' | 'running' | 'cancelled');
}
