import {scrollbar} from '../components/windowed-list.tsx';
import type {BatchMember} from '../source/contract/batch.ts';
import type {Project} from '../source/contract/project.ts';
import type {Test} from '../source/contract/test.ts';
import {isActive} from '../source/view-model/batch-progress.ts';
import {activeRowId, type BatchRow, batchRowId} from '../source/stores/batch-rows.ts';
import type {Dashboard} from '../source/stores/dashboard.ts';
import {
	type ListView,
	type Move,
	moveView,
	placeCursor,
	selectId,
	windowOf,
	type ListWindow,
} from '../source/stores/list-view.ts';
import {currentPlace, currentView, type PlaceView} from '../source/stores/navigation.ts';
import type {Glyphs} from '../source/terminal/glyphs.ts';
import {type Layout, layoutScreen, listHeight} from './layout.ts';

/** The list of the shown place, as key actions and screens see it. */
export type CurrentList<Row> = {
	rows: readonly Row[];
	view: ListView;
	height: number;
	idOf(row: Row): string;
};

export const projectId = ({id}: Project): string => id;
export const testId = ({id}: Test): string => id;

/** Panes of the shown place. */
export function currentLayout({navigation, ui}: Dashboard): Layout {
	const state = navigation.store.getState();
	const {columns, rows} = ui.store.getState();
	return layoutScreen({screen: currentPlace(state).screen, columns, rows, ...state});
}

export function projectList(dashboard: Dashboard): CurrentList<Project> {
	const {projects} = dashboard.projects.store.getState();
	const {filter, sort, list} = currentView(dashboard.navigation.store.getState());
	const rows = dashboard.rows.projects(projects, filter, sort);
	return {rows, view: list, height: listHeight('projects', currentLayout(dashboard)), idOf: projectId};
}

export function testList(dashboard: Dashboard): CurrentList<Test> {
	const {tests} = dashboard.tests.store.getState();
	const {filter, only, sort, list} = currentView(dashboard.navigation.store.getState());
	const rows = dashboard.rows.tests(tests, filter, only, sort);
	return {rows, view: list, height: listHeight('tests', currentLayout(dashboard)), idOf: testId};
}

export function batchList(dashboard: Dashboard): CurrentList<BatchRow> {
	const {batch} = dashboard.batches.store.getState();
	const view = currentView(dashboard.navigation.store.getState());
	const height = listHeight('run', currentLayout(dashboard));
	const rows = batch ? dashboard.rows.batch(batch, view.filter, view.only, view.folded) : [];
	const isRunning = batch !== null && isActive(batch);
	return {rows, view: followedView(rows, view, isRunning, height), height, idOf: batchRowId};
}

/** Where the cursor of a run is: where its user put it, or where the run is while it is followed. */
export function followedView(
	rows: readonly BatchRow[],
	{list, isFollowing}: PlaceView,
	isRunning: boolean,
	height: number,
): ListView {
	const active = isFollowing && isRunning ? activeRowId(rows) : null;
	return active === null ? list : selectId(rows, list, active, height, batchRowId);
}

export type AnyList = CurrentList<Project> | CurrentList<Test> | CurrentList<BatchRow>;

export function currentList(dashboard: Dashboard): AnyList {
	const {screen} = currentPlace(dashboard.navigation.store.getState());
	if (screen === 'projects') return projectList(dashboard);
	return screen === 'tests' ? testList(dashboard) : batchList(dashboard);
}

export const listWindow = <Row>({rows, view, height, idOf}: CurrentList<Row>): ListWindow =>
	windowOf(rows, view, height, idOf);

export const selectedRow = <Row>(list: CurrentList<Row>): Row | undefined => list.rows[listWindow(list).cursor];

/** Moves the cursor; whoever moves it does not follow the run any more. */
export function moveCursor(dashboard: Dashboard, move: Move): void {
	putCursor(dashboard, list => moveView(list.rows, list.view, move, list.height, list.idOf));
}

/** Puts the cursor on a line of the list, counted from its first visible row. */
export function clickRow(dashboard: Dashboard, line: number): boolean {
	const list = currentList(dashboard) as CurrentList<unknown>;
	const {top, end, cursor} = listWindow(list);
	const index = top + line;
	if (line < 0 || index >= end) return false;
	putCursor(dashboard, ({rows, height, idOf}) => placeCursor(rows, index, {top, end}, height, idOf));
	return index === cursor;
}

/** Puts the cursor on the row with an id. */
export function selectRow(dashboard: Dashboard, id: string): void {
	putCursor(dashboard, list => selectId(list.rows, list.view, id, list.height, list.idOf));
}

function putCursor(dashboard: Dashboard, place: (list: CurrentList<unknown>) => ListView): void {
	const list = place(currentList(dashboard) as CurrentList<unknown>);
	dashboard.navigation.update({list, isFollowing: false});
}

/** The member under the cursor of the run screen. */
export function selectedMember(dashboard: Dashboard): BatchMember | null {
	const row = selectedRow(batchList(dashboard));
	return row?.kind === 'member' ? row.member : null;
}

/** The line right of a list that has a pane beside it: plain beside its headings, a scrollbar beside its rows. */
export function listEdge<Row>(
	{rows, height, ...list}: CurrentList<Row>,
	bodyHeight: number,
	glyphs: Glyphs,
): readonly string[] {
	const {top} = listWindow({rows, height, ...list});
	const bar = rows.length > height ? scrollbar(rows.length, top, height, glyphs) : [];
	const plain = (count: number) => Array.from({length: Math.max(0, count)}, () => glyphs.divider);
	return bar.length === 0 ? plain(bodyHeight) : [...plain(bodyHeight - height), ...bar];
}
