import type {Dashboard} from '../../source/stores/dashboard.ts';

/** Opens the viewer of a failure of the shown batch. @param tab of the viewer; absent = as it was left */
export function openFailure({batches, navigation}: Dashboard, runId: string, tab?: string | null): void {
	const {batch} = batches.store.getState();
	if (!batch) return;
	const place = {screen: 'failure', batchId: batch.batchId, projectId: batch.projectId, runId};
	navigation.open(place, tab === undefined ? undefined : {tab});
}
