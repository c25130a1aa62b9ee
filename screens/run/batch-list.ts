import type {BatchMember} from '../../contract/batch.ts';
import {activeRowId, type BatchRow, batchRowId, brokenRowId, selectBatchRows} from '../../source/stores/batch-rows.ts';
import {type Dashboard, storeKey} from '../../source/stores/dashboard.ts';
import {currentView} from '../../source/stores/navigation.ts';
import type {RowList} from '../../source/stores/screen.ts';
import {isActive} from '../../source/view-model/batch-progress.ts';
import {type CurrentList, listOf, selectedRow} from '../current-list.ts';

/** One selector a dashboard, so that two of them do not make each other forget. */
const rowsOf = storeKey(() => selectBatchRows());

export function batchRows(dashboard: Dashboard): RowList<BatchRow> {
	const {batch, batchId} = dashboard.batches.store.getState();
	const {filter, only, folded} = currentView(dashboard.navigation.store.getState());
	const rows = batch ? dashboard.storeOf(rowsOf)(batch, filter, only, folded) : [];
	return {
		rows,
		idOf: batchRowId,
		copyIdOf: row => (row.kind === 'member' ? row.id : batchId),
		followId: batch === null ? null : isActive(batch) ? activeRowId(rows) : brokenRowId(rows),
		// Heads of waves do not count.
		shown: () => rows.filter(({kind}) => kind === 'member').length,
	};
}

export const batchList = (dashboard: Dashboard): CurrentList<BatchRow> => listOf(dashboard, batchRows(dashboard));

/** The member under the cursor of the run screen. */
export function selectedMember(dashboard: Dashboard): BatchMember | null {
	const row = selectedRow(batchList(dashboard));
	return row?.kind === 'member' ? row.member : null;
}
