import {isRed} from '../../source/view-model/statuses.ts';
import {attempt} from '../actions/report.ts';
import {openFailureOfTest} from '../failures/open-failure.ts';
import type {ScreenView} from '../screen-view.ts';
import {testActions} from './test-actions.ts';
import {selectedTest} from './test-list.ts';
import {testPaneLines} from './test-pane-lines.ts';
import {TestsBody} from './tests-body.tsx';

export const testsView: ScreenView = {
	Body: TestsBody,
	actions: testActions,
	open({dashboard}) {
		const test = selectedTest(dashboard);
		if (test && isRed(test.status)) attempt(dashboard, () => openFailureOfTest(dashboard, test.id));
		else if (test) dashboard.navigation.setFocus('detail');
	},
	detailLines: (dashboard, look) => testPaneLines(dashboard, selectedTest(dashboard) ?? null, look),
};
