import {failureStore} from '../../source/stores/failure.ts';
import type {Keeper} from '../../source/stores/dashboard.ts';
import {redTestsStore} from '../../source/stores/red-tests.ts';
import {batchOfFailures} from '../failures/failure-list.ts';
import {keepFailures} from '../failures/keep-failures.ts';

/** Reads a failed run; its batch, or its project where no batch was opened, says which failures come before and after it. */
export async function keepFailure(
	keeper: Keeper,
	{batchId, runId, projectId}: {batchId: string; runId: string; projectId: string | null},
	signal: AbortSignal,
): Promise<void> {
	const store = keeper.dashboard.storeOf(failureStore);
	const red = keeper.dashboard.storeOf(redTestsStore);
	const isOfProject = batchOfFailures(keeper.dashboard) === null && projectId !== null;
	const isKnown = () => red.store.getState().data?.members.some(member => member.runId === runId) ?? false;
	const readRed = async () => {
		if (isOfProject && !isKnown()) await keeper.persist(() => red.load(projectId, signal), signal);
	};
	await Promise.all([
		keeper.persist(() => store.load(runId, signal), signal),
		keepFailures(keeper, batchId, signal),
		readRed(),
	]);
}
