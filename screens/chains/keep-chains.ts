import {chainsStore} from '../../source/stores/chains.ts';
import type {Keeper} from '../../source/stores/dashboard.ts';
import {keepBatchView} from '../../source/stores/keep-batch.ts';
import type {ChainsPlace} from './chains-place.ts';

/** Reads the chains of a batch as they go on, or those that a project declares. */
export async function keepChains(
	keeper: Keeper,
	{batchId, projectId}: ChainsPlace,
	signal: AbortSignal,
): Promise<void> {
	const {dashboard, persist} = keeper;
	const {tests} = dashboard;
	const chains = dashboard.storeOf(chainsStore);
	if (batchId !== undefined) {
		await keepBatchView(keeper, batchId, inner => chains.load({batchId}, inner), signal);
		return;
	}
	if (projectId === null) return;
	tests.open(projectId);
	await Promise.all([
		persist(() => chains.load({projectId}, signal), signal),
		tests.store.getState().project === null ? persist(() => tests.loadProject(signal), signal) : undefined,
	]);
}
