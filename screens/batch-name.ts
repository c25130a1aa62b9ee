import type {Dashboard} from '../source/stores/dashboard.ts';
import {formatAgo} from '../source/terminal/durations.ts';
import {counted} from '../source/view-model/counted.ts';
import {isActive} from '../source/view-model/batch-progress.ts';
import {isPartial} from '../contract/whole-runs.ts';

/** What a batch is called where people read of it: when it ended says more than its id. */
export function batchName({batches, tests, ui}: Dashboard, batchId: string): string {
	const {standing, latest} = tests.store.getState();
	const batch = [batches.store.getState().batch, standing, latest].find(known => known?.batchId === batchId);
	if (!batch) return 'Run';
	const what = isPartial(batch) ? `Run of ${counted(batch.summary.selected ?? batch.summary.total, 'test')}` : 'Run';
	if (isActive(batch)) return `${what}, under way`;
	return `${what}, ${formatAgo(Date.parse(batch.finishedAt ?? batch.createdAt), ui.store.getState().minute)}`;
}
