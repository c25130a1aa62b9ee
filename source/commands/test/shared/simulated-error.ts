import {ApiError} from '../../../errors/api-error.ts';
import {choice, refuseWithout} from '../../flag.ts';

/** "`--dry-run-simulate-error PRECONDITION_FAILED` (only with `--dry-run`, else exit 5)" */
export const simulateErrorFlag = choice('Answer a dry run with this error (--dry-run)', ['PRECONDITION_FAILED'], {
	placeholder: '<code>',
});

export const checkSimulation = (wanted: string | undefined, {dryRun}: {dryRun: boolean}): void =>
	refuseWithout('dry-run-simulate-error', wanted !== undefined, 'dry-run', dryRun);

/** What the service answers when something changed under a guarded write. @param details what is there now */
export const simulatedError = (message: string, details: Record<string, unknown>): ApiError =>
	new ApiError('PRECONDITION_FAILED', message, {
		nextAction: 'Read what is stored now, apply the change to it, and send it with the current version.',
		details,
	});
