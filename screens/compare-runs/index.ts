import type {ProjectId} from '../../contract/ids.ts';
import {pairKey, runComparisonStore} from '../../source/stores/comparison.ts';
import type {Place, RowList} from '../../source/stores/screen.ts';
import {bind} from '../bind.ts';
import {defineScreen} from '../screen-definition.ts';
import {shownRuns} from './shown-comparison.ts';

/** Two runs, in any order. */
type CompareRunsPlace = Place & {projectId: ProjectId | null; one: string; other: string};

const noRows: RowList<never> = {rows: [], idOf: () => ''};

/** Screen 13: two runs side by side, as `svc test diff` tells them. It is opened from the history and from two batches. */
export const compareRunsScreen = defineScreen<CompareRunsPlace>({
	name: 'compare-runs',
	title: 'Compare runs',
	// Above two batches, below the run screen: Esc comes back from a run that was opened here.
	depth: 4,
	scope: 'project',
	keys: [],
	shape: {panes: 'detail'},
	bindings: [
		bind('compare-runs', 'before', ['b'], 'open the run before in its batch', 'before'),
		bind('compare-runs', 'after', ['a'], 'open the run after in its batch', 'after'),
	],
	starts: {},
	sources: dashboard => [dashboard.storeOf(runComparisonStore).store],
	state(dashboard) {
		const {error} = dashboard.storeOf(runComparisonStore).store.getState();
		return {isLoaded: shownRuns(dashboard) !== null, error, count: 0};
	},
	list: () => noRows,
	crumb: dashboard => shownRuns(dashboard)?.after.testTitle ?? 'Compare runs',
	goTo: async ({ui}) => ui.toast('Two runs of a test are compared from its history: H on the test, then c.'),
	canGoTo: () => true,
	keep: ({dashboard, persist}, {one, other}, signal) =>
		persist(() => dashboard.storeOf(runComparisonStore).load(pairKey(one, other), signal), signal).then(
			() => undefined,
		),
	loadView: async () => (await import('./compare-runs-view.tsx')).compareRunsView,
	loadPage: async () => (await import('./compare-runs-page.ts')).compareRunsPage,
});
