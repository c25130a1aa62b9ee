import {runCompareLines} from '../../components/run-compare-lines.ts';
import type {PaneLine} from '../../components/text-pane.tsx';
import {useChanges} from '../../hooks/use-changes.ts';
import {useDashboard} from '../../hooks/use-dashboard.ts';
import {runComparisonStore} from '../../source/stores/comparison.ts';
import {type Dashboard, storeKey} from '../../source/stores/dashboard.ts';
import {memoizeBy} from '../../source/stores/memoize.ts';
import {cursorOn} from '../../source/stores/navigation.ts';
import type {Actions} from '../action.ts';
import type {Layout} from '../layout.ts';
import {Pane} from '../list-screen.tsx';
import {ListState} from '../list-state.tsx';
import type {Look, ScreenView, Stage} from '../screen-view.ts';
import {shownRuns} from './shown-comparison.ts';

/** Made once for each width: an error may be long, and keys ask for the lines again and again. */
const linesOf = storeKey(() =>
	memoizeBy(
		(comparison: NonNullable<ReturnType<typeof shownRuns>>, {glyphs, width}: Omit<Look, 'now'>) => [
			comparison,
			glyphs,
			width,
		],
		runCompareLines,
	),
);

function detailLines(dashboard: Dashboard, {glyphs, width}: Look): readonly PaneLine[] {
	const comparison = shownRuns(dashboard);
	return comparison ? dashboard.storeOf(linesOf)(comparison, {glyphs, width}) : [];
}

function Body({layout: {detail, body}}: {layout: Layout}) {
	const dashboard = useDashboard();
	const {store} = dashboard.storeOf(runComparisonStore);
	useChanges([store]);
	const area = detail ?? body;
	if (shownRuns(dashboard) === null)
		return (
			<ListState
				area={area}
				isLoaded={false}
				error={store.getState().error}
				isFiltered={false}
				empty={{title: '', lines: []}}
			/>
		);
	return <Pane area={area} lines={detailLines} />;
}

function compareRunsActions({dashboard}: Stage): Actions {
	const openRun = (side: 'before' | 'after') => ({
		do() {
			const run = shownRuns(dashboard)?.[side];
			if (!run?.batchId) return;
			const {batchId, projectId, runId} = run;
			dashboard.navigation.open({screen: 'run', batchId, projectId}, cursorOn(runId));
		},
		isAvailable: () => shownRuns(dashboard)?.[side].batchId !== undefined,
	});
	return {'compare-runs.before': openRun('before'), 'compare-runs.after': openRun('after')};
}

export const compareRunsView: ScreenView = {Body, actions: compareRunsActions, detailLines};
