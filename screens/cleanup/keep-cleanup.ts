import {cleanupStore} from '../../source/stores/cleanup.ts';
import type {Keeper} from '../../source/stores/dashboard.ts';
import type {CleanupPlace} from './cleanup-place.ts';

/** Follows a cleanup until nothing of it changes any more, and learns the name of the project. */
export async function keepCleanup(
	{dashboard, persist}: Keeper,
	{batchId, projectId}: CleanupPlace,
	signal: AbortSignal,
): Promise<void> {
	const {tests} = dashboard;
	const naming = async () => {
		if (projectId === null) return;
		tests.open(projectId);
		if (tests.store.getState().project === null) await persist(() => tests.loadProject(signal), signal);
	};
	await Promise.all([naming(), dashboard.storeOf(cleanupStore).follow(batchId, signal)]);
}
