import type {Test} from '../../contract/test.ts';
import type {Dashboard} from '../../source/stores/dashboard.ts';
import {selectedTest} from './test-list.ts';

/** The tests that keys act on: the selected ones, else the one under the cursor. */
export function chosenTests(dashboard: Dashboard): readonly Test[] {
	const {marked, tests} = dashboard.tests.store.getState();
	if (marked.size > 0) return tests.filter(({id}) => marked.has(id));
	const test = selectedTest(dashboard);
	return test ? [test] : [];
}
