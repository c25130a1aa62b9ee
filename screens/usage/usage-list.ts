import type {LedgerEntry} from '../../contract/ledger.ts';
import {type Dashboard, storeKey} from '../../source/stores/dashboard.ts';
import {currentView} from '../../source/stores/navigation.ts';
import type {RowList} from '../../source/stores/screen.ts';
import {selectEntries, usageStore} from '../../source/stores/usage.ts';
import {listOf, selectedRow} from '../current-list.ts';

const rowsOf = storeKey(() => selectEntries());
const noEntries: readonly LedgerEntry[] = [];

export const shownEntries = (dashboard: Dashboard): readonly LedgerEntry[] =>
	dashboard.storeOf(usageStore).store.getState().data?.entries ?? noEntries;

export function usageList(dashboard: Dashboard): RowList<LedgerEntry> {
	const {filter, only} = currentView(dashboard.navigation.store.getState());
	return {
		rows: dashboard.storeOf(rowsOf)(shownEntries(dashboard), filter, only),
		idOf: ({entryId}) => entryId,
		copyIdOf: ({runId, entryId}) => runId ?? entryId,
	};
}

export const selectedEntry = (dashboard: Dashboard): LedgerEntry | undefined =>
	selectedRow(listOf(dashboard, usageList(dashboard)));
