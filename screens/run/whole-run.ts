import type {BatchSummary} from '../../contract/batch.ts';
import type {Dashboard} from '../../source/stores/dashboard.ts';
import {isPartial} from '../../contract/whole-runs.ts';

/** The run that decides how the project stands, where the shown one ran a part of its tests; null where there is none. */
export function wholeRun({batches, tests}: Dashboard): BatchSummary | null {
	const {batch} = batches.store.getState();
	const {projectId, standing} = tests.store.getState();
	if (batch === null || !isPartial(batch) || batch.projectId !== projectId) return null;
	return standing !== null && standing.batchId !== batch.batchId ? standing : null;
}
