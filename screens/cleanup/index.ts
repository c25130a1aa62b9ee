import type {BatchId, ProjectId} from '../../contract/ids.ts';
import {cleanupStore} from '../../source/stores/cleanup.ts';
import type {Keeper, Dashboard} from '../../source/stores/dashboard.ts';
import type {Place} from '../../source/stores/screen.ts';
import {batchStart} from '../../source/stores/start-ways.ts';
import {headerCount, defineScreen} from '../screen-definition.ts';
import {bind} from '../bind.ts';
import {batchInReach, knownBatch, knownSummary} from '../go-to.ts';
import {cleanupList, countCards, countRows} from './cleanup-list.ts';
import {keepBatch} from '../../source/stores/keep-batch.ts';

/**
 * How many records of the batch in reach were not deleted, as far as was read last: a batch that has ended is not read
 * again, what was deleted of it since is told by its cleanup.
 */
function leftBehind(dashboard: Dashboard): number {
	const batch = knownBatch(dashboard);
	const {data} = dashboard.storeOf(cleanupStore).store.getState();
	const isAbout = data !== null && data.batchId === batchInReach(dashboard);
	const isNewer = isAbout && (batch === null || data.version >= batch.version);
	return isNewer
		? data.progress.orphaned + data.progress.failed
		: (batch?.cleanup.orphaned ?? knownSummary(dashboard)?.orphaned ?? 0);
}

type CleanupPlace = Place & {batchId: BatchId; projectId: ProjectId | null};

/** Follows a cleanup until nothing of it changes any more, and the batch: the strip and the way here tell of it. */
async function keepCleanup(keeper: Keeper, {batchId}: CleanupPlace, signal: AbortSignal): Promise<void> {
	const following = () => keeper.dashboard.storeOf(cleanupStore).follow(batchId, signal);
	await Promise.all([keepBatch(keeper, batchId, signal), following()]);
}

/** Screen 7: what a batch created, and what became of it. */
export const cleanupScreen = defineScreen<CleanupPlace>({
	name: 'cleanup',
	title: 'Cleanup',
	short: 'Clean',
	depth: 6,
	scope: 'batch',
	keys: ['7'],
	shape: {panes: 'both', headLines: () => 3, headingLines: 1, widestPane: 60},
	bindings: [
		bind('cleanup', 'start', ['s'], 'start the cleanup that waits for a word (asks)', 'start', 'run:tests'),
		bind('cleanup', 'retry', ['r'], 'send the failed DELETE of the record again (asks)', 'try again', 'run:tests'),
		bind('cleanup', 'delete', ['D'], 'delete the record that was left alone (asks)', 'delete', 'run:tests'),
		bind(
			'cleanup',
			'endpoint',
			['E'],
			'tell the endpoint that deletes such a record, and try it (asks)',
			'tell its DELETE',
			'write:tests',
		),
		bind('cleanup', 'retryAll', ['R'], 'try all that can be deleted by now (asks)', 'try all', 'run:tests'),
		bind('cleanup', 'handle', ['H'], 'say where the handle is that names a record', 'tell its handle', 'write:tests'),
		bind('cleanup', 'dismiss', ['d'], 'dismiss the orphan, or bring it back (asks)', 'dismiss', 'write:tests'),
		bind('cleanup', 'curl', ['C'], 'copy its DELETE as a curl line', 'copy curl'),
		bind('cleanup', 'only', ['x'], 'show only records of a status', 'status'),
		bind('cleanup', 'family', ['t'], 'show only records of a type'),
		bind('cleanup', 'creator', ['b'], 'jump to the test that created it'),
		bind('cleanup', 'fold', ['space', 'z'], 'fold or unfold the section'),
	],
	starts: {cleanup: batchStart('cleanup')},
	sources: dashboard => [dashboard.storeOf(cleanupStore).store, dashboard.tests.store],
	state(dashboard) {
		const {data, error} = dashboard.storeOf(cleanupStore).store.getState();
		return {isLoaded: data !== null, error, count: countRows(dashboard)};
	},
	list: cleanupList,
	attention: dashboard => [{kind: 'blocked', count: leftBehind(dashboard)}],
	headerEnd: dashboard => headerCount(countCards(dashboard), 'record'),
	keep: keepCleanup,
	loadView: async () => (await import('./cleanup-view.tsx')).cleanupView,
	loadPage: async () => (await import('./cleanup-page.ts')).cleanupPage,
});
