import type {Dashboard, Keeper} from '../../source/stores/dashboard.ts';
import {failuresStore} from '../../source/stores/failures.ts';
import {keepBatch} from '../../source/stores/keep-batch.ts';

/** Failures whose kind is asked for at once; the kind of the others follows from what the batch tells of them. */
const maxDigests = 300;

/** Follows the batch, and asks of what kind each failure is as soon as it failed. */
export async function keepFailures(keeper: Keeper, batchId: string, signal: AbortSignal): Promise<void> {
	const {dashboard} = keeper;
	const look = () => lookAtFailed(dashboard, batchId, signal);
	let last = look();
	const unsubscribe = dashboard.batches.store.subscribe(({batch}, before) => {
		if (batch?.members !== before.batch?.members) last = look();
	});
	try {
		await keepBatch(keeper, batchId, signal);
		await last;
	} finally {
		unsubscribe();
	}
}

async function lookAtFailed(dashboard: Dashboard, batchId: string, signal: AbortSignal): Promise<void> {
	const {batch} = dashboard.batches.store.getState();
	if (batch?.batchId !== batchId) return;
	const failed = batch.members.filter(({status}) => status === 'failed').slice(0, maxDigests);
	try {
		await dashboard.storeOf(failuresStore).look(
			failed.map(({runId}) => runId),
			signal,
		);
	} catch (error) {
		if (!signal.aborted) throw error;
	}
}
