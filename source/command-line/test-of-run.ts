import {getRun} from '../../contract/routes/runs.ts';
import type {Context} from '../context.ts';
import {ApiError} from '../errors/api-error.ts';
import {shellWord} from '../view-model/shell-word.ts';

/**
 * Where the id of a run was given for that of a test: whose run it is, with the command that was meant. Any other error
 * is returned as it is, and so is this one when nothing is known of the run.
 * @param path the words of the command
 */
export async function withTestOfRun(
	error: ApiError,
	path: readonly string[],
	{client, signal}: Pick<Context, 'client' | 'signal'>,
): Promise<ApiError> {
	const {resource, id: runId} = error.details;
	if (resource !== 'test' || typeof runId !== 'string' || !runId.startsWith('run_')) return error;
	const run = await client.call(getRun, {params: {runId}, signal}).catch(() => null);
	if (run === null) return error;
	const command = path.join(' ');
	const {code, message, requestId, details} = error;
	return new ApiError(code, message, {
		nextAction:
			`${runId} is a run of ${run.testId}: svc ${command} ${shellWord(run.testId)}` +
			(command === 'test steps' ? ` --run-id ${runId}` : ''),
		requestId,
		details,
		cause: error,
	});
}
