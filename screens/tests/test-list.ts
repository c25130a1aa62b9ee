import type {Test} from '../../contract/test.ts';
import {type Dashboard, storeKey} from '../../source/stores/dashboard.ts';
import {currentView} from '../../source/stores/navigation.ts';
import type {RowList} from '../../source/stores/screen.ts';
import {selectTests} from '../../source/stores/test-rows.ts';
import {listOf, selectedRow} from '../current-list.ts';

/** One selector a dashboard, so that two of them do not make each other forget. */
const rowsOf = storeKey(() => selectTests());

export function testList(dashboard: Dashboard): RowList<Test> {
	const {tests, flaky} = dashboard.tests.store.getState();
	const {filter, only, sort} = currentView(dashboard.navigation.store.getState());
	return {rows: dashboard.storeOf(rowsOf)(tests, filter, only, sort, flaky), idOf: ({id}) => id};
}

export const selectedTest = (dashboard: Dashboard): Test | undefined =>
	selectedRow(listOf(dashboard, testList(dashboard)));

/** The tests that keys act on: the selected ones, else the one under the cursor. */
export function chosenTests(dashboard: Dashboard): readonly Test[] {
	const {marked, tests} = dashboard.tests.store.getState();
	if (marked.size > 0) return tests.filter(({id}) => marked.has(id));
	const test = selectedTest(dashboard);
	return test ? [test] : [];
}
