import {type Dashboard, storeKey} from '../../source/stores/dashboard.ts';
import {currentView} from '../../source/stores/navigation.ts';
import type {RowList} from '../../source/stores/screen.ts';
import {selectTestLists, type TestListRow} from '../../source/stores/test-list-rows.ts';
import {testListsStore} from '../../source/stores/test-lists.ts';
import {listOf, selectedRow} from '../current-list.ts';

/** One selector a dashboard, so that two of them do not make each other forget. */
const rowsOf = storeKey(() => selectTestLists());

export function testListList(dashboard: Dashboard): RowList<TestListRow> {
	const {store, details} = dashboard.storeOf(testListsStore);
	// Lists begin folded, so what the place remembers is which ones were opened.
	const {filter, folded: opened} = currentView(dashboard.navigation.store.getState());
	const rows = dashboard.storeOf(rowsOf)(store.getState().data, details.getState(), filter, opened);
	return {
		rows,
		idOf: ({id}) => id,
		copyIdOf: row => (row.kind === 'list' ? row.list.id : row.test.testId),
		shown: () => rows.filter(({kind}) => kind === 'list').length,
	};
}

export const selectedTestList = (dashboard: Dashboard): TestListRow | undefined =>
	selectedRow(listOf(dashboard, testListList(dashboard)));
