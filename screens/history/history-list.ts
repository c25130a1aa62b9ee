import type {ProjectId, TestId} from '../../contract/ids.ts';
import {type Dashboard, storeKey} from '../../source/stores/dashboard.ts';
import {type HistoryRow, historyStore} from '../../source/stores/history.ts';
import {selectHistory} from '../../source/stores/history-rows.ts';
import {currentPlace, currentView} from '../../source/stores/navigation.ts';
import type {RowList} from '../../source/stores/screen.ts';
import {listOf, selectedRow} from '../current-list.ts';

const rowsOf = storeKey(() => selectHistory());
const noRows: readonly HistoryRow[] = [];

/** What the shown place is the history of. */
export function shownSubject({navigation}: Dashboard): {projectId: ProjectId; testId: TestId | null} {
	const {projectId, ...ids} = currentPlace(navigation.store.getState());
	return {projectId: projectId ?? '', testId: ids['testId'] ?? null};
}

/** Rows of the shown place alone: what was read of another project or test is not shown here. */
export function historyRows(dashboard: Dashboard): readonly HistoryRow[] {
	const {key, data} = dashboard.storeOf(historyStore).store.getState();
	const {projectId, testId} = shownSubject(dashboard);
	return data !== null && key === (testId ?? projectId) ? data.rows : noRows;
}

export function historyList(dashboard: Dashboard): RowList<HistoryRow> {
	const {filter, only} = currentView(dashboard.navigation.store.getState());
	return {rows: dashboard.storeOf(rowsOf)(historyRows(dashboard), filter, only), idOf: ({id}) => id};
}

export const selectedHistoryRow = (dashboard: Dashboard): HistoryRow | undefined =>
	selectedRow(listOf(dashboard, historyList(dashboard)));
