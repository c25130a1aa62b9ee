import type {ProjectId} from '../../contract/ids.ts';
import {historyDetailLines} from '../../components/history-detail-lines.ts';
import {batchColumns, batchHistoryCells, runColumns, runHistoryCells} from '../../components/history-row.ts';
import type {PaneLine} from '../../components/text-pane.tsx';
import {useDashboard, useSelected} from '../../hooks/use-dashboard.ts';
import type {Dashboard} from '../../source/stores/dashboard.ts';
import {type HistoryRow, historyStore} from '../../source/stores/history.ts';
import {cursorOn} from '../../source/stores/navigation.ts';
import {isRed} from '../../source/view-model/statuses.ts';
import {attempt} from '../action.ts';
import type {Layout} from '../layout.ts';
import {ListScreen} from '../list-screen.tsx';
import type {Look, ScreenView} from '../screen-view.ts';
import {historyActions} from './history-actions.ts';
import {historyList, historyRows, selectedHistoryRow, shownSubject} from './history-list.ts';

const noBatches = {
	title: 'No run yet',
	needs: 'run:tests' as const,
	lines: ['What was run is listed here, newest first.', '', 'Press 2, then a to run all tests.'],
};
const noRuns = {
	title: 'This test has not run yet',
	needs: 'run:tests' as const,
	lines: ['Its runs are listed here, newest first.', '', 'Press Esc, then r to run it.'],
};

function detailLines(dashboard: Dashboard, {glyphs, width}: Look): readonly PaneLine[] {
	const row = selectedHistoryRow(dashboard);
	const isMetered = dashboard.session.store.getState().credits !== null;
	return row ? historyDetailLines(row, {glyphs, width, isMetered}) : [];
}

/** Rows below the cursor at which older ones are read. */
const margin = 10;

/** The end of what was read is near: older rows are read. */
async function readOlder(dashboard: Dashboard, id: string, signal: AbortSignal): Promise<void> {
	const {rows} = historyList(dashboard);
	if (rows.findIndex(row => row.id === id) < rows.length - margin) return;
	attempt(dashboard, () => dashboard.storeOf(historyStore).loadOlder(shownSubject(dashboard), signal));
}

function Body({layout}: {layout: Layout}) {
	const dashboard = useDashboard();
	const {ids} = useSelected(dashboard.storeOf(historyStore).picks, state => state);
	const place = {
		layout,
		detailLines,
		onRest: readOlder,
		isMarked: ({id}: HistoryRow) => ids.includes(id),
	};
	return shownSubject(dashboard).testId === null ? (
		<ListScreen {...place} columns={batchColumns} cells={batchHistoryCells} empty={noBatches} />
	) : (
		<ListScreen {...place} columns={runColumns} cells={runHistoryCells} empty={noRuns} />
	);
}

/** Shows a batch, a failed run as the failure that it is, or a run in its batch. */
function openRow({navigation, ui}: Dashboard, row: HistoryRow, projectId: ProjectId): void {
	const {batchId} = row.kind === 'batch' ? {batchId: undefined} : row.run;
	if (row.kind === 'batch') navigation.open({screen: 'run', batchId: row.id, projectId});
	else if (batchId && isRed(row.run.status)) navigation.open({screen: 'failure', batchId, projectId, runId: row.id});
	else if (row.run.batchId) navigation.open({screen: 'run', batchId: row.run.batchId, projectId}, cursorOn(row.id));
	else ui.toast('This service does not say in which batch it ran.');
}

export const historyView: ScreenView = {
	Body,
	actions: historyActions,
	detailLines,
	open({dashboard}) {
		const row = selectedHistoryRow(dashboard);
		if (row && historyRows(dashboard).length > 0) openRow(dashboard, row, shownSubject(dashboard).projectId);
	},
};
