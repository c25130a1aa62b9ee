import type {Place} from '../../source/stores/place.ts';
import {keepBatch} from '../../source/stores/keep-batch.ts';
import type {Keeper} from '../../source/stores/dashboard.ts';
import {isPartial} from '../../contract/whole-runs.ts';

/** Follows the batch; of one that ran some tests it also reads which batch decides how the project stands. */
export async function keepRun(
	keeper: Keeper,
	{batchId}: Place & {batchId: string},
	signal: AbortSignal,
): Promise<void> {
	const {batches, tests} = keeper.dashboard;
	let reading: Promise<unknown> | null = null;
	const look = (): void => {
		const {batch} = batches.store.getState();
		if (reading !== null || batch?.batchId !== batchId || batch.projectId === null || !isPartial(batch)) return;
		tests.open(batch.projectId);
		reading = keeper.persist(() => tests.loadStanding(signal), signal);
	};
	const unsubscribe = batches.store.subscribe(look);
	look();
	await keepBatch(keeper, batchId, signal).finally(unsubscribe);
	await reading;
}
