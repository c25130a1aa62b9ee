import {Box} from 'ink';
import {memo, useEffect} from 'react';
import {gutterWidth, ListHeading} from '../../components/list-row.tsx';
import {testCells, TestRow, testColumns} from '../../components/test-row.tsx';
import {TextPane} from '../../components/text-pane.tsx';
import {listRowWidth, WindowedList} from '../../components/windowed-list.tsx';
import {useChanges} from '../../hooks/use-changes.ts';
import {useDashboard, useSelected, useMinute} from '../../hooks/use-dashboard.ts';
import {useFittedColumns} from '../../hooks/use-fitted-columns.ts';
import {useRested} from '../../hooks/use-rested.ts';
import {isTerminal} from '../../contract/enums.ts';
import type {TestId} from '../../contract/ids.ts';
import type {Test} from '../../contract/test.ts';
import {useGlyphs} from '../../hooks/use-terminal.ts';
import type {Dashboard} from '../../source/stores/dashboard.ts';
import type {TestHistory} from '../../source/stores/tests.ts';
import {failuresStore} from '../../source/stores/failures.ts';
import {flakyCheckStore} from '../../source/stores/flaky-check.ts';
import {listOf, listWindow} from '../current-list.ts';
import type {Area, Layout} from '../layout.ts';
import {ListAndPane} from '../list-and-pane.tsx';
import {ListState} from '../list-state.tsx';
import {lookAtFailure} from './failed-run.ts';
import {testId, testList, selectedTest} from './test-list.ts';
import {testPaneLines} from './test-pane-lines.ts';
import {firstTestLines} from './tests-page.ts';
import {isRed} from '../../source/view-model/statuses.ts';
import {attempt} from '../actions/action.ts';
import {openFailureOfTest} from '../failures/open-failure.ts';
import type {ScreenView} from '../screen-view.ts';
import {testActions} from './test-actions.ts';

/** Tests of a project, and everything about the one under the cursor. */
export function TestsBody({layout}: {layout: Layout}) {
	const dashboard = useDashboard();
	const {tests, isComplete} = useSelected(dashboard.tests.store, state => ({
		tests: state.tests,
		isComplete: state.isComplete,
	}));
	useSelected(dashboard.navigation.store, ({views}) => views);
	const list = listOf(dashboard, testList(dashboard));
	const selected = list.rows[listWindow(list).cursor];
	// A test that was asked for by its id is shown before the list has reached it.
	const awaited = !isComplete && list.view.id !== null && selected?.id !== list.view.id ? list.view.id : null;
	const shown = awaited === null ? (selected ?? null) : null;
	const rested = useRested(awaited ?? selected?.id ?? null);

	const lastRunId = useSelected(dashboard.tests.store, ({histories}) => ({
		id: rested === null ? null : endedRunId(histories.get(rested)),
	})).id;

	// biome-ignore lint/correctness/useExhaustiveDependencies: read again when the test has run again
	useEffect(() => {
		if (rested === null) return;
		const left = new AbortController();
		const signal = AbortSignal.any([left.signal, dashboard.context.ended]);
		const read = async () => {
			// What was read before the test ran again is read again; what is read now is not behind.
			if (isBehind(dashboard, rested)) await dashboard.details.reload(signal);
			else await dashboard.details.show(rested, signal);
			const test = dashboard.details.store.getState().detail?.test;
			if (test?.id === rested) await lookAtFailure(dashboard, test, signal);
		};
		read().catch((error: unknown) => {
			if (!signal.aborted) throw error;
		});
		return () => left.abort();
	}, [rested, lastRunId, dashboard]);

	const {body, list: listArea, detail, direction} = layout;
	// What to do where there is nothing has all the room: a command is never folded.
	const isEmpty = list.rows.length === 0 && awaited === null;
	const restedTest =
		tests.length > 0 && shown?.id !== rested ? (list.rows.find(({id}) => id === rested) ?? null) : shown;
	return (
		<ListAndPane
			layout={layout}
			list={list}
			rows={
				isEmpty ? (
					<TestList area={body} hasEdge={false} />
				) : (
					listArea && <TestList area={listArea} hasEdge={direction === 'row' && detail !== null} />
				)
			}
			pane={isEmpty || !detail || rested === null ? null : <TestPane area={detail} test={restedTest} />}
		/>
	);
}

/** The last run of a test, once it has ended. */
const endedRunId = (history: TestHistory | undefined): string | null =>
	history && isTerminal(history.last.status) ? history.last.runId : null;

/** The test ran again since its details were read. */
function isBehind({details, tests}: Dashboard, testId: TestId): boolean {
	const {detail} = details.store.getState();
	const ended = endedRunId(tests.store.getState().histories.get(testId));
	return detail?.test.id === testId && ended !== null && !detail.runs.some(({runId}) => runId === ended);
}

const TestList = memo(({area, hasEdge}: {area: Area; hasEdge: boolean}) => {
	const dashboard = useDashboard();
	const {tests, project, isLoaded, error, histories, marked, flaky} = useSelected(
		dashboard.tests.store,
		state => state,
	);
	const {focus} = useSelected(dashboard.navigation.store, state => ({views: state.views, focus: state.focus}));
	const list = listOf(dashboard, testList(dashboard));
	const {cursor, top, end} = listWindow(list);
	const glyphs = useGlyphs();
	const minute = useMinute();
	const width = listRowWidth(area.width);
	const columns = useFittedColumns(testColumns, width - gutterWidth, list.rows.slice(top, end), test =>
		testCells(test, histories.get(test.id), minute, glyphs, flaky.has(test.id)),
	);
	if (list.rows.length === 0)
		return (
			<ListState
				area={area}
				isLoaded={isLoaded}
				error={error}
				isFiltered={tests.length > 0}
				empty={{title: 'No tests yet', needs: 'write:tests' as const, lines: project ? firstTestLines(project) : []}}
			/>
		);
	return (
		<Box flexDirection="column" width={area.width} height={area.height}>
			<ListHeading columns={columns} width={width} />
			<WindowedList
				rows={list.rows}
				top={top}
				height={list.height}
				width={area.width}
				hasEdge={hasEdge}
				keyOf={testId}
				renderRow={(test, index) => (
					<TestRow
						test={test}
						history={histories.get(test.id)}
						isFlaky={flaky.has(test.id)}
						columns={columns}
						isSelected={index === cursor}
						isMarked={marked.has(test.id)}
						isFocused={focus === 'list'}
						width={width}
						now={minute}
					/>
				)}
			/>
		</Box>
	);
});

const TestPane = memo(({area, test}: {area: Area; test: Test | null}) => {
	const dashboard = useDashboard();
	const glyphs = useGlyphs();
	const details = useSelected(dashboard.details.store, state => state);
	useChanges([dashboard.storeOf(flakyCheckStore).store, dashboard.storeOf(failuresStore).store]);
	const scroll = useSelected(dashboard.navigation.store, ({detailScroll}) => detailScroll);
	const now = useMinute();
	if (details.error !== null && details.detail === null)
		return <ListState area={area} isLoaded error={details.error} isFiltered={false} empty={{title: '', lines: []}} />;
	const lines = testPaneLines(dashboard, test, {glyphs, width: area.width - 1, now});
	return <TextPane lines={lines} scroll={scroll} width={area.width} height={area.height} />;
});

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
