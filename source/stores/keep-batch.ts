import type {Keeper} from './dashboard.ts';

/** Follows a batch for a screen that shows something of it, and learns the name of its project. */
export async function keepBatch({dashboard, persist}: Keeper, batchId: string, signal: AbortSignal): Promise<void> {
	const {batches, tests} = dashboard;
	let naming: Promise<unknown> = Promise.resolve();
	const nameProject = (): void => {
		const {batch} = batches.store.getState();
		if (batch?.batchId !== batchId || batch.projectId === null) return;
		unsubscribe();
		tests.open(batch.projectId);
		if (tests.store.getState().project === null) naming = persist(() => tests.loadProject(signal), signal);
	};
	const unsubscribe = batches.store.subscribe(nameProject);
	nameProject();
	await batches.follow(batchId, signal).finally(unsubscribe);
	await naming.catch((error: unknown) => {
		if (!signal.aborted) throw error;
	});
}
