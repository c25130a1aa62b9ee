import type {ProjectId} from '../../contract/ids.ts';
import {batchComparisonStore} from '../../source/stores/comparison.ts';
import type {Place} from '../../source/stores/screen.ts';
import {headerCount, defineScreen} from '../screen-definition.ts';
import {bind} from '../bind.ts';
import {knownBatch} from '../go-to.ts';
import {compareList, shownComparison} from './compare-list.ts';
import {keepCompare} from './keep-compare.ts';

/** Two batches of one project, in any order. */
type ComparePlace = Place & {projectId: ProjectId | null; one: string; other: string};

/** Screen 13: two batches side by side, member by member. It is opened from the history and from a run. */
export const compareScreen = defineScreen<ComparePlace>({
	name: 'compare',
	title: 'Compare',
	// Above the history, below the run screen: Esc comes back from a run that was opened here.
	depth: 3,
	scope: 'project',
	keys: [],
	shape: {panes: 'both', headLines: rows => (rows >= 24 ? 4 : 3), headingLines: 1},
	bindings: [
		bind('compare', 'only', ['x'], 'show only one kind of change', 'change'),
		bind('compare', 'sort', ['s'], 'choose the order', 'order'),
		bind('compare', 'before', ['b'], 'open the run before, with the cursor on this test', 'before'),
		bind('compare', 'after', ['a'], 'open the run after, with the cursor on this test', 'after'),
	],
	starts: {},
	sources: dashboard => [dashboard.storeOf(batchComparisonStore).store, dashboard.tests.store],
	state(dashboard) {
		const {error} = dashboard.storeOf(batchComparisonStore).store.getState();
		const comparison = shownComparison(dashboard);
		return {isLoaded: comparison !== null, error, count: comparison?.members.length ?? 0};
	},
	list: compareList,
	headerEnd: dashboard => headerCount(shownComparison(dashboard)?.members.length ?? 0, 'test'),
	async goTo(dashboard) {
		const {batchId: other, previousBatchId: one = null, projectId = null} = knownBatch(dashboard) ?? {};
		if (one !== null && other) dashboard.navigation.open({screen: 'compare', projectId, one, other});
		else dashboard.ui.toast('Open a run first, then C; or pick two in the history (gh) and press c.');
	},
	keep: keepCompare,
	loadView: async () => (await import('./compare-view.tsx')).compareView,
	loadPage: async () => (await import('./compare-page.ts')).comparePage,
});
