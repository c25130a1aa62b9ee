import {scrollbar} from '../components/windowed-list.tsx';
import type {Dashboard} from '../source/stores/dashboard.ts';
import {
	type ListView,
	type ListWindow,
	type Move,
	moveView,
	placeCursor,
	selectId,
	windowOf,
} from '../source/stores/list-view.ts';
import {currentPlace, currentView} from '../source/stores/navigation.ts';
import type {RowList} from '../source/stores/screen.ts';
import type {Glyphs} from '../source/terminal/glyphs.ts';
import {type Layout, layoutScreen, listHeight} from './layout.ts';

/** The list of the shown place, as key actions and screens see it. */
export type CurrentList<Row> = RowList<Row> & {view: ListView; height: number};

/** Panes of the shown place. */
export function currentLayout({navigation, ui, screens}: Dashboard): Layout {
	const state = navigation.store.getState();
	const {columns, rows} = ui.store.getState();
	const {focus, isZoomed} = state;
	return layoutScreen({shape: screens.of(currentPlace(state)).shape, columns, rows, focus, isZoomed});
}

/** Rows with the cursor on them: where its user put it, or where the place is while it is followed. */
export function listOf<Row>(dashboard: Dashboard, list: RowList<Row>): CurrentList<Row> {
	const state = dashboard.navigation.store.getState();
	const {list: view, isFollowing} = currentView(state);
	const height = listHeight(dashboard.screens.of(currentPlace(state)).shape, currentLayout(dashboard));
	const {rows, idOf, followId = null} = list;
	return {
		...list,
		height,
		view: isFollowing && followId !== null ? selectId(rows, view, followId, height, idOf) : view,
	};
}

export function currentList(dashboard: Dashboard): CurrentList<unknown> {
	const place = currentPlace(dashboard.navigation.store.getState());
	return listOf(dashboard, dashboard.screens.of(place).list(dashboard, place));
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
	const list = currentList(dashboard);
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

/** As `selectRow`, by a key that leads from one row to another: Esc goes back to the row where such jumps began. */
export function jumpToRow(dashboard: Dashboard, id: string): void {
	const list = currentList(dashboard);
	const row = selectedRow(list);
	const {cameFrom} = currentView(dashboard.navigation.store.getState());
	const origin = cameFrom ?? (row === undefined ? null : list.idOf(row));
	selectRow(dashboard, id);
	dashboard.navigation.update({cameFrom: origin === id ? null : origin});
}

/** Shows all rows again; the cursor stays on its row, wherever that stands among the others. */
export function clearFilter(dashboard: Dashboard, change: {filter: ''; only?: null}): void {
	const list = currentList(dashboard);
	const row = selectedRow(list);
	dashboard.navigation.update(change);
	// What follows a run goes on following it.
	if (row !== undefined && (list.followId ?? null) === null) selectRow(dashboard, list.idOf(row));
}

function putCursor(dashboard: Dashboard, place: (list: CurrentList<unknown>) => ListView): void {
	const list = place(currentList(dashboard));
	dashboard.navigation.update({list, isFollowing: false, cameFrom: null});
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
