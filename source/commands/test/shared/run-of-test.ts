import {ApiError} from '../../../errors/api-error.ts';

/** "A run of another test is NOT_FOUND". */
export function requireRunOf(testId: string, run: {runId: string; testId: string}): void {
	if (run.testId === testId) return;
	throw new ApiError('NOT_FOUND', `Test ${testId} has no run ${run.runId}.`, {
		nextAction: `svc test result ${testId} --history`,
		details: {resource: 'run', id: run.runId, reason: 'not_found'},
	});
}
