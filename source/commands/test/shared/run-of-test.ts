import {getTest} from '../../../../contract/routes/tests.ts';
import type {Context} from '../../../context.ts';
import {ApiError} from '../../../errors/api-error.ts';
import {shellWord} from '../../../view-model/shell-word.ts';

/** "A run of another test is NOT_FOUND". @param testId as the caller wrote it: also the beginning of an id, or a name */
export async function requireRunOf(
	testId: string,
	run: {runId: string; testId: string},
	{client}: Context,
): Promise<void> {
	if (run.testId === testId) return;
	const {id} = await client.call(getTest, {params: {testId}});
	if (run.testId === id) return;
	throw new ApiError('NOT_FOUND', `Test ${testId} has no run ${run.runId}.`, {
		nextAction: `svc test result ${shellWord(testId)} --history`,
		details: {resource: 'run', id: run.runId, reason: 'not_found'},
	});
}
