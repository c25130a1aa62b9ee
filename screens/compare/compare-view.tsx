import {compareDetailLines} from '../../components/compare-detail-lines.ts';
import {CompareHead} from '../../components/compare-head.tsx';
import {comparedCells, comparedColumns} from '../../components/compare-row.ts';
import type {PaneLine} from '../../components/text-pane.tsx';
import {useChanges} from '../../hooks/use-changes.ts';
import {useDashboard, useMinute} from '../../hooks/use-dashboard.ts';
import {batchComparisonStore, comparisonOrders} from '../../source/stores/comparison.ts';
import type {Dashboard} from '../../source/stores/dashboard.ts';
import {cursorOn} from '../../source/stores/navigation.ts';
import {memberChanges} from '../../source/view-model/compare-batches.ts';
import type {Actions} from '../action.ts';
import {chooseOnly, chooseOrder} from '../actions/choices.ts';
import type {Layout} from '../layout.ts';
import {ListScreen} from '../list-screen.tsx';
import type {Look, ScreenView, Stage} from '../screen-view.ts';
import {selectedMember, shownComparison} from './compare-list.ts';

const empty = {title: 'Nothing to compare', lines: ['Neither of the two runs has a test.', '', 'Esc goes back.']};

function detailLines(dashboard: Dashboard, {glyphs, width}: Look): readonly PaneLine[] {
	const member = selectedMember(dashboard);
	return member ? compareDetailLines(member, {glyphs, width}) : [];
}

function Body({layout}: {layout: Layout}) {
	const dashboard = useDashboard();
	useChanges([dashboard.storeOf(batchComparisonStore).store]);
	const comparison = shownComparison(dashboard);
	const minute = useMinute();
	return (
		<ListScreen
			layout={layout}
			columns={comparedColumns}
			cells={comparedCells}
			empty={empty}
			head={comparison && <CompareHead comparison={comparison} now={minute} width={layout.body.width} />}
			detailLines={detailLines}
		/>
	);
}

/** Both runs of the test under the cursor, step by step. */
function openRuns({navigation, ui}: Dashboard, member: ReturnType<typeof selectedMember>): void {
	const {before, after} = member ?? {};
	if (before && after)
		navigation.open({screen: 'compare-runs', projectId: after.projectId, one: before.runId, other: after.runId});
	else if (member) ui.toast('It was part of only one of the two runs.');
}

function compareActions({dashboard}: Stage): Actions {
	const {navigation} = dashboard;
	const openRun = (side: 'before' | 'after') => ({
		do() {
			const batch = shownComparison(dashboard)?.[side];
			const runId = selectedMember(dashboard)?.[side]?.runId;
			if (!batch) return;
			const place = {screen: 'run', batchId: batch.batchId, projectId: batch.projectId};
			navigation.open(place, runId === undefined ? undefined : cursorOn(runId));
		},
		isAvailable: () => shownComparison(dashboard) !== null,
	});
	return {
		'compare.only': {do: () => chooseOnly(dashboard, 'Show only', memberChanges)},
		'compare.sort': {do: () => chooseOrder(dashboard, 'Order of tests', comparisonOrders)},
		'compare.before': openRun('before'),
		'compare.after': openRun('after'),
	};
}

export const compareView: ScreenView = {
	Body,
	actions: compareActions,
	detailLines,
	open: ({dashboard}) => openRuns(dashboard, selectedMember(dashboard)),
};
