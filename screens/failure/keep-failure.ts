import {failureStore} from '../../source/stores/failure.ts';
import type {Keeper} from '../../source/stores/dashboard.ts';
import {keepFailures} from '../failures/keep-failures.ts';

/** Reads a failed run; the batch around it says which failures come before and after it. */
export async function keepFailure(
	keeper: Keeper,
	{batchId, runId}: {batchId: string; runId: string},
	signal: AbortSignal,
): Promise<void> {
	const store = keeper.dashboard.storeOf(failureStore);
	await Promise.all([keeper.persist(() => store.load(runId, signal), signal), keepFailures(keeper, batchId, signal)]);
}
