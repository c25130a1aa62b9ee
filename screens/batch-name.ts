import type {Dashboard} from '../source/stores/dashboard.ts';
import {formatAgo} from '../source/terminal/durations.ts';
import {isActive} from '../source/view-model/batch-progress.ts';

/** What a batch is called where people read of it: when it ended says more than its id. */
export function batchName({batches, ui}: Dashboard, batchId: string): string {
	const {batch} = batches.store.getState();
	if (batch?.batchId !== batchId) return 'Run';
	if (isActive(batch)) return 'Run, under way';
	return `Run, ${formatAgo(Date.parse(batch.finishedAt ?? batch.createdAt), ui.store.getState().minute)}`;
}
