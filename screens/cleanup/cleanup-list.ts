import type {CleanupCard} from '../../contract/cleanup.ts';
import {type CleanupRow, selectCleanupRows} from '../../source/stores/cleanup-rows.ts';
import {cleanupStore} from '../../source/stores/cleanup.ts';
import {type Dashboard, storeKey} from '../../source/stores/dashboard.ts';
import {currentView} from '../../source/stores/navigation.ts';
import type {RowList} from '../../source/stores/screen.ts';
import {listOf, selectedRow} from '../current-list.ts';

/** One selector a dashboard, so that two of them do not make each other forget. */
const rowsOf = storeKey(() => selectCleanupRows());

export function cleanupList(dashboard: Dashboard): RowList<CleanupRow> {
	const {data} = dashboard.storeOf(cleanupStore).store.getState();
	const {filter, only, folded} = currentView(dashboard.navigation.store.getState());
	const rows = dashboard.storeOf(rowsOf)(data, filter, only, folded);
	return {
		rows,
		idOf: ({id}) => id,
		copyIdOf: row => (row.kind === 'card' ? (row.card.capturedId ?? row.id) : row.kind === 'call' ? row.id : null),
		// What is left to do is under the cursor, until somebody moves it.
		followId: rows.find(({kind}) => kind !== 'section')?.id ?? null,
		shown: () => rows.filter(({kind}) => kind === 'card').length,
	};
}

export const selectedCleanupRow = (dashboard: Dashboard): CleanupRow | undefined =>
	selectedRow(listOf(dashboard, cleanupList(dashboard)));

/** The card under the cursor. */
export function selectedCard(dashboard: Dashboard): CleanupCard | null {
	const row = selectedCleanupRow(dashboard);
	return row?.kind === 'card' ? row.card : null;
}

/** Rows below the heads: records, and calls that made none. */
export function countRows(dashboard: Dashboard): number {
	return countCards(dashboard) + (dashboard.storeOf(cleanupStore).store.getState().data?.calls?.length ?? 0);
}

export function countCards(dashboard: Dashboard): number {
	const {data} = dashboard.storeOf(cleanupStore).store.getState();
	return data === null ? 0 : data.orphaned.length + data.cleanedUp.length + data.pending.length;
}
