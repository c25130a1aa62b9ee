import {cleanupStore} from '../../source/stores/cleanup.ts';
import type {Dashboard} from '../../source/stores/dashboard.ts';
import {batchInReach, knownBatch, knownSummary} from '../go-to.ts';

/**
 * How many records of the batch in reach were not deleted, as far as was read last: a batch that has ended is not read
 * again, what was deleted of it since is told by its cleanup.
 */
export function leftBehind(dashboard: Dashboard): number {
	const batch = knownBatch(dashboard);
	const {data} = dashboard.storeOf(cleanupStore).store.getState();
	const isAbout = data !== null && data.batchId === batchInReach(dashboard);
	const isNewer = isAbout && (batch === null || data.version >= batch.version);
	return isNewer
		? data.progress.orphaned + data.progress.failed
		: (batch?.cleanup.orphaned ?? knownSummary(dashboard)?.orphaned ?? 0);
}
