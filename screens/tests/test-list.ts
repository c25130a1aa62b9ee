import type {Test} from '../../contract/test.ts';
import type {Dashboard} from '../../source/stores/dashboard.ts';
import {currentView} from '../../source/stores/navigation.ts';
import type {RowList} from '../../source/stores/screen.ts';
import {listOf, selectedRow} from '../current-list.ts';

export const testId = ({id}: Test): string => id;

export function testList(dashboard: Dashboard): RowList<Test> {
	const {tests, flaky} = dashboard.tests.store.getState();
	const {filter, only, sort} = currentView(dashboard.navigation.store.getState());
	return {rows: dashboard.rows.tests(tests, filter, only, sort, flaky), idOf: testId};
}

export const selectedTest = (dashboard: Dashboard): Test | undefined =>
	selectedRow(listOf(dashboard, testList(dashboard)));
