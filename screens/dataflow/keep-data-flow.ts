import {callsStore} from '../../source/stores/calls.ts';
import type {Keeper} from '../../source/stores/dashboard.ts';
import {keepBatchView} from '../../source/stores/keep-batch.ts';
import type {DataFlowPlace} from './data-flow-place.ts';

/** Reads the calls of a batch as they come; of a project that has not run, that there are none. */
export async function keepDataFlow(
	keeper: Keeper,
	{batchId, projectId}: DataFlowPlace,
	signal: AbortSignal,
): Promise<void> {
	const {dashboard, persist} = keeper;
	const {tests} = dashboard;
	const calls = dashboard.storeOf(callsStore);
	if (batchId !== undefined) {
		await keepBatchView(keeper, batchId, inner => calls.load({batchId}, inner), signal);
		return;
	}
	if (projectId === null) return;
	tests.open(projectId);
	await Promise.all([
		persist(() => calls.load({projectId}, signal), signal),
		tests.store.getState().project === null ? persist(() => tests.loadProject(signal), signal) : undefined,
	]);
}
