import {useEffect} from 'react';
import {testListDetailLines} from '../../components/test-list-detail-lines.ts';
import {testListCells, testListColumns} from '../../components/test-list-row.ts';
import type {PaneLine} from '../../components/text-pane.tsx';
import {useDashboard, useSelected} from '../../hooks/use-dashboard.ts';
import {type Dashboard, storeKey} from '../../source/stores/dashboard.ts';
import {memoizeBy} from '../../source/stores/memoize.ts';
import {currentView} from '../../source/stores/navigation.ts';
import type {TestListRow} from '../../source/stores/test-list-rows.ts';
import {testListsStore} from '../../source/stores/test-lists.ts';
import {isRed} from '../../source/view-model/statuses.ts';
import {foldGroup} from '../actions/list-actions.ts';
import {attempt} from '../action.ts';
import {listOf, listWindow} from '../current-list.ts';
import {openFailureOfTest} from '../failures/open-failure.ts';
import type {Layout} from '../layout.ts';
import {ListScreen} from '../list-screen.tsx';
import type {Look, ScreenView} from '../screen-view.ts';
import {testListActions} from './test-list-actions.ts';
import {selectedTestList, testListList} from './test-list-list.ts';

const empty = {
	title: 'No test lists yet',
	needs: 'write:tests' as const,
	lines: [
		'A test list holds tests of any project, to be run together: a smoke test, a release check.',
		'',
		'Press n to create one. Tests that are selected on the Tests screen (2, then Space) can come along.',
	],
};

/** Long lists have long panes, and the lines are asked for at every key of the pane. */
const linesOf = storeKey(() =>
	memoizeBy((row: TestListRow, {glyphs, width, now}: Look) => [row, glyphs, width, now], testListDetailLines),
);

function detailLines(dashboard: Dashboard, look: Look): readonly PaneLine[] {
	const row = selectedTestList(dashboard);
	return row ? dashboard.storeOf(linesOf)(row, look) : [];
}

function Body({layout}: {layout: Layout}) {
	const dashboard = useDashboard();
	const lists = dashboard.storeOf(testListsStore);
	const data = useSelected(lists.store, state => state.data);
	const marked = useSelected(lists.marked, state => state);
	useSelected(dashboard.navigation.store, ({views}) => views);
	const {folded: opened} = currentView(dashboard.navigation.store.getState());
	const list = listOf(dashboard, testListList(dashboard));
	const {top, end} = listWindow(list);
	const visibleIds = [...new Set(list.rows.slice(top, end).map(row => row.list.id))];
	const open = visibleIds.filter(id => opened.includes(id));
	const wanted = `${visibleIds.join(' ')} / ${open.join(' ')}`;

	// biome-ignore lint/correctness/useExhaustiveDependencies: read again when other rows are seen or the lists were read anew
	useEffect(() => {
		void lists.lookAt(visibleIds, open);
	}, [lists, wanted, data]);

	return (
		<ListScreen
			layout={layout}
			columns={testListColumns}
			cells={testListCells}
			empty={empty}
			detailLines={detailLines}
			isMarked={({id}: TestListRow) => marked.has(id)}
		/>
	);
}

export const testListsView: ScreenView = {
	Body,
	actions: testListActions,
	detailLines,
	open({dashboard}) {
		const row = selectedTestList(dashboard);
		if (row?.kind === 'list' && row.list.caseCount > 0) foldGroup(dashboard, row.id);
		else if (row?.kind === 'case' && isRed(row.test.status))
			attempt(dashboard, () => openFailureOfTest(dashboard, row.test.testId));
		else if (row) dashboard.navigation.setFocus('detail');
	},
};
