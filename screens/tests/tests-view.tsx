import {memo} from 'react';
import {testCells, testColumns} from '../../components/test-row.ts';
import {TextPane} from '../../components/text-pane.tsx';
import {isTerminal} from '../../contract/enums.ts';
import type {Test} from '../../contract/test.ts';
import {useChanges} from '../../hooks/use-changes.ts';
import {useDashboard, useSelected, useMinute} from '../../hooks/use-dashboard.ts';
import {useGlyphs} from '../../hooks/use-terminal.ts';
import type {Dashboard} from '../../source/stores/dashboard.ts';
import {failuresStore} from '../../source/stores/failures.ts';
import {flakyCheckStore} from '../../source/stores/flaky-check.ts';
import type {TestHistory} from '../../source/stores/tests.ts';
import {isRed} from '../../source/view-model/statuses.ts';
import {attempt} from '../action.ts';
import {listOf} from '../current-list.ts';
import {openFailureOfTest} from '../failures/open-failure.ts';
import type {Area, Layout} from '../layout.ts';
import {ListScreen} from '../list-screen.tsx';
import {ListState} from '../list-state.tsx';
import type {ScreenView} from '../screen-view.ts';
import {lookAtFailure} from './failed-run.ts';
import {testList, selectedTest} from './test-list.ts';
import {testPaneLines} from './test-pane-lines.ts';
import {testActions} from './test-actions.ts';
import {firstTestLines} from './tests-page.ts';
import {testDetailsStore} from '../../source/stores/test-detail.ts';

/** The last run of a test, once it has ended. */
const endedRunId = (history: TestHistory | undefined): string | null =>
	history && isTerminal(history.last.status) ? history.last.runId : null;

/** The test ran again since its details were read. */
function isBehind(dashboard: Dashboard, testId: string): boolean {
	const {detail} = dashboard.storeOf(testDetailsStore).store.getState();
	const ended = endedRunId(dashboard.tests.store.getState().histories.get(testId));
	return detail?.test.id === testId && ended !== null && !detail.runs.some(({runId}) => runId === ended);
}

async function onRest(dashboard: Dashboard, testId: string, signal: AbortSignal): Promise<void> {
	const details = dashboard.storeOf(testDetailsStore);
	// What was read before the test ran again is read again; what is read now is not behind.
	if (isBehind(dashboard, testId)) await details.reload(signal);
	else await details.show(testId, signal);
	const test = details.store.getState().detail?.test;
	if (test?.id === testId) await lookAtFailure(dashboard, test, signal);
}

/** A test that was asked for by its id is shown before the list has reached it. */
function awaitedTest(dashboard: Dashboard): string | null {
	const {id} = listOf(dashboard, testList(dashboard)).view;
	const {isComplete} = dashboard.tests.store.getState();
	return !isComplete && selectedTest(dashboard)?.id !== id ? id : null;
}

/** Tests of a project, and everything about the one under the cursor. */
function Body({layout}: {layout: Layout}) {
	const dashboard = useDashboard();
	const {project, histories, flaky, marked} = useSelected(dashboard.tests.store, state => state);
	useSelected(dashboard.navigation.store, ({views}) => views);
	const lines = project ? firstTestLines(project) : [];
	return (
		<ListScreen
			layout={layout}
			columns={testColumns}
			cells={testCells}
			factsOf={({id}: Test) => ({history: histories.get(id), isFlaky: flaky.has(id)})}
			empty={{title: 'No tests yet', needs: 'write:tests', lines}}
			Detail={TestPane}
			awaitedId={awaitedTest(dashboard)}
			onRest={onRest}
			restKey={id => endedRunId(histories.get(id))}
			isMarked={({id}) => marked.has(id)}
		/>
	);
}

const TestPane = memo(({area, id, row = null}: {area: Area; id: string | null; row: Test | null | undefined}) => {
	const dashboard = useDashboard();
	const glyphs = useGlyphs();
	const {error, detail} = useSelected(dashboard.storeOf(testDetailsStore).store, state => state);
	useChanges([dashboard.storeOf(flakyCheckStore).store, dashboard.storeOf(failuresStore).store]);
	// Its last run may be known after its details.
	useSelected(dashboard.tests.store, ({histories}) => (id === null ? undefined : histories.get(id)?.last));
	const scroll = useSelected(dashboard.navigation.store, ({detailScroll}) => detailScroll);
	const now = useMinute();
	if (id === null) return null;
	if (error !== null && detail === null)
		return <ListState area={area} isLoaded error={error} isFiltered={false} empty={{title: '', lines: []}} />;
	const lines = testPaneLines(dashboard, row, {glyphs, width: area.width - 1, now});
	return <TextPane lines={lines} scroll={scroll} {...area} />;
});

export const testsView: ScreenView = {
	Body,
	actions: testActions,
	open({dashboard}) {
		const test = selectedTest(dashboard);
		if (test && isRed(test.status)) attempt(dashboard, () => openFailureOfTest(dashboard, test.id));
		else if (test) dashboard.navigation.setFocus('detail');
	},
	detailLines: (dashboard, look) => testPaneLines(dashboard, selectedTest(dashboard) ?? null, look),
};
