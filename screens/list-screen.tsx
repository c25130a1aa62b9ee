import {Box} from 'ink';
import {type ComponentType, type ReactNode, useEffect} from 'react';
import {CellRow, type CellsOf, isLine} from '../components/cell-row.tsx';
import {gutterWidth, ListHeading} from '../components/list-row.tsx';
import {type PaneLine, TextPane} from '../components/text-pane.tsx';
import {listRowWidth, WindowedList} from '../components/windowed-list.tsx';
import {useChanges} from '../hooks/use-changes.ts';
import {useDashboard, useSelected, useMinute} from '../hooks/use-dashboard.ts';
import {useFittedColumns} from '../hooks/use-fitted-columns.ts';
import {useRested} from '../hooks/use-rested.ts';
import {useGlyphs} from '../hooks/use-terminal.ts';
import type {Dashboard} from '../source/stores/dashboard.ts';
import {currentPlace} from '../source/stores/navigation.ts';
import type {Column} from '../source/terminal/column-layout.ts';
import {currentList, listWindow, type CurrentList} from './current-list.ts';
import type {Area, Layout} from './layout.ts';
import {ListAndPane} from './list-and-pane.tsx';
import {type Empty, ListState} from './list-state.tsx';
import type {Look} from './screen-view.ts';

type Props<Row, Key extends string> = {
	layout: Layout;
	/** A constant. Its headings are drawn where the shape of the screen has `headingLines: 1`. */
	columns: readonly Column<Key>[];
	/** A constant function: what a row shows. */
	cells: CellsOf<Row, Key>;
	/** What to say, and what to do, where there is nothing. */
	empty: Empty;
	/** Above the panes: as many lines as the shape has `headLines`. */
	head?: ReactNode;
	/** The pane of the row under the cursor; the view's own `detailLines`. */
	detailLines?: (dashboard: Dashboard, look: Look) => readonly PaneLine[];
	/** Draws the pane where lines of text alone do not; a constant. `detailLines` are what is copied and scrolled then. */
	Detail?: ComponentType<{area: Area}>;
	/** Reads what the pane needs, once the cursor stands still; ended when it moves on. */
	onRest?: (dashboard: Dashboard, id: string, signal: AbortSignal) => Promise<void>;
	isMarked?: (row: Row) => boolean;
	/** Rows whose clock goes on. */
	isLive?: (row: Row) => boolean;
};

/**
 * A screen of a list, with a pane beside it where its shape has one: windowed rows, headings, groups, cursor, scrollbar,
 * and the states without rows. Rows are those of the definition's `list`.
 */
export function ListScreen<Row, Key extends string>(props: Props<Row, Key>) {
	const {layout, head, detailLines, Detail, onRest} = props;
	const dashboard = useDashboard();
	useChanges(dashboard.screens.of(currentPlace(dashboard.navigation.store.getState())).sources(dashboard));
	const {focus} = useSelected(dashboard.navigation.store, ({views, focus: pane}) => ({views, focus: pane}));
	const list = currentList(dashboard) as CurrentList<Row>;
	const selected = list.rows[listWindow(list).cursor];
	const rested = useRested(selected === undefined ? null : list.idOf(selected));

	useEffect(() => {
		if (rested === null || !onRest) return;
		const left = new AbortController();
		const signal = AbortSignal.any([left.signal, dashboard.context.ended]);
		onRest(dashboard, rested, signal).catch((error: unknown) => {
			if (!signal.aborted) throw error;
		});
		return () => left.abort();
	}, [rested, onRest, dashboard]);

	const {body, direction, head: headLines} = layout;
	// What to do where there is nothing has all the room: a command is never folded.
	const isEmpty = list.rows.length === 0;
	const [listArea, detail] = isEmpty ? [body, null] : [layout.list, layout.detail];
	return (
		<Box flexDirection="column">
			{headLines > 0 && (
				<Box height={headLines} width={body.width} flexShrink={0}>
					{head}
				</Box>
			)}
			<ListAndPane
				layout={layout}
				list={list}
				rows={
					listArea && (
						<Rows
							{...props}
							list={list}
							area={listArea}
							isFocused={focus === 'list'}
							hasEdge={direction === 'row' && detail !== null}
						/>
					)
				}
				pane={
					detail && Detail ? (
						<Detail area={detail} />
					) : detail && detailLines ? (
						<Pane area={detail} lines={detailLines} />
					) : null
				}
			/>
		</Box>
	);
}

type RowsProps<Row, Key extends string> = Props<Row, Key> & {
	list: CurrentList<Row>;
	area: Area;
	isFocused: boolean;
	hasEdge: boolean;
};

function Rows<Row, Key extends string>(props: RowsProps<Row, Key>) {
	const {list, area, columns, cells, empty, isFocused, hasEdge, isMarked, isLive} = props;
	const dashboard = useDashboard();
	const glyphs = useGlyphs();
	const place = currentPlace(dashboard.navigation.store.getState());
	const screen = dashboard.screens.of(place);
	const now = useSelected(dashboard.ui.store, state => (isLive ? state.now : 0));
	const minute = useMinute();
	const width = listRowWidth(area.width);
	const {cursor, top, end} = listWindow(list);
	const nowOf = (row: Row) => (isLive?.(row) ? now : minute);
	const placed = useFittedColumns(columns, width - gutterWidth, list.rows.slice(top, end), row => {
		const content = cells(row, {glyphs, now: nowOf(row)});
		return isLine(content) ? null : content;
	});
	if (list.rows.length === 0) {
		const {isLoaded, error, count} = screen.state(dashboard, place);
		return <ListState area={area} isLoaded={isLoaded} error={error} isFiltered={count > 0} empty={empty} />;
	}
	return (
		<Box flexDirection="column" width={area.width} height={area.height}>
			{screen.shape.headingLines === 1 && <ListHeading columns={placed} width={width} />}
			<WindowedList
				rows={list.rows}
				top={top}
				height={list.height}
				width={area.width}
				hasEdge={hasEdge}
				keyOf={list.idOf}
				renderRow={(row, index) => (
					<CellRow
						row={row}
						cells={cells}
						columns={placed}
						isSelected={index === cursor}
						isMarked={isMarked?.(row) ?? false}
						isFocused={isFocused}
						width={width}
						now={nowOf(row)}
					/>
				)}
			/>
		</Box>
	);
}

type PaneProps = {area: Area; lines(dashboard: Dashboard, look: Look): readonly PaneLine[]};

/** The pane of text of a screen, scrolled as its keys left it. */
export function Pane({area, lines}: PaneProps) {
	const dashboard = useDashboard();
	const glyphs = useGlyphs();
	const scroll = useSelected(dashboard.navigation.store, ({detailScroll}) => detailScroll);
	const look = {glyphs, width: area.width - 1, now: useMinute()};
	return <TextPane lines={lines(dashboard, look)} scroll={scroll} width={area.width} height={area.height} />;
}
