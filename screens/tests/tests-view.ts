import type {ScreenView} from '../screen-definition.ts';
import {testActions} from './test-actions.ts';
import {selectedTest} from './test-list.ts';
import {testPaneLines} from './test-pane-lines.ts';
import {TestsBody} from './tests-body.tsx';

export const testsView: ScreenView = {
	Body: TestsBody,
	actions: testActions,
	detailLines: (dashboard, look) => testPaneLines(dashboard, selectedTest(dashboard) ?? null, look),
};
