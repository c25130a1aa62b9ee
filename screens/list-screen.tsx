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

/** A pane that is drawn: for the row on which the cursor stands still, null where there is none. */
type DetailProps<Row> = {area: Area; id: string | null; row: Row | undefined};

type Props<Row, Key extends string, Facts> = {
	layout: Layout;
	/** A constant. Its headings are drawn where the shape of the screen has `headingLines: 1`. */
	columns: readonly Column<Key>[];
	/** A constant function: what a row shows. */
	cells: CellsOf<Row, Key, Facts>;
	/** What `cells` shows of a row besides the row itself. */
	factsOf?: (row: Row) => Facts;
	/** What to say, and what to do, where there is nothing. */
	empty: Empty;
	/** Above the panes: as many lines as the shape has `headLines`. */
	head?: ReactNode;
	/** The pane of the row under the cursor; the view's own `detailLines`. */
	detailLines?: (dashboard: Dashboard, look: Look) => readonly PaneLine[];
	/** Draws the pane where lines of text alone do not; a constant. `detailLines` are what is copied and scrolled then. */
	Detail?: ComponentType<DetailProps<Row>>;
	/** The pane has something to say where no row is listed. */
	keepsPane?: boolean;
	/** Id of a row that was asked for and is not listed yet: the pane is about it. */
	awaitedId?: string | null;
	/** Reads what the pane needs, once the cursor stands still; ended when it moves on. A constant. */
	onRest?: (dashboard: Dashboard, id: string, signal: AbortSignal) => Promise<void>;
	/** Another answer has `onRest` read the same row again. */
	restKey?: (id: string) => unknown;
	/** Reads what the rows on the screen lack: when others are seen, or they were made anew. A constant. */
	onSeen?: (dashboard: Dashboard, rows: readonly Row[]) => Promise<void>;
	isMarked?: (row: Row) => boolean;
	/** Rows whose clock goes on. */
	isLive?: (row: Row) => boolean;
};

/**
 * A screen of a list, with a pane beside it where its shape has one: windowed rows, headings, groups, cursor, scrollbar,
 * and the states without rows. Rows are those of the definition's `list`.
 */
export function ListScreen<Row, Key extends string, Facts = unknown>(props: Props<Row, Key, Facts>) {
	const {layout, head, detailLines, Detail, keepsPane, awaitedId = null, onRest, restKey, onSeen} = props;
	const dashboard = useDashboard();
	useChanges(dashboard.screens.of(currentPlace(dashboard.navigation.store.getState())).sources(dashboard));
	const {focus} = useSelected(dashboard.navigation.store, ({views, focus: pane}) => ({views, focus: pane}));
	const list = currentList(dashboard) as CurrentList<Row>;
	const {cursor, top, end} = listWindow(list);
	const selected = list.rows[cursor];
	const selectedId = selected === undefined ? null : list.idOf(selected);
	const rested = useRested(awaitedId ?? selectedId);
	const readAs = rested === null ? null : restKey?.(rested);
	const visible = list.rows.slice(top, end);
	const seen = visible.map(list.idOf).join(' ');

	// biome-ignore lint/correctness/useExhaustiveDependencies: read again when other rows are seen or the rows were made anew
	useEffect(() => {
		void onSeen?.(dashboard, visible);
	}, [dashboard, onSeen, seen, list.rows]);

	// biome-ignore lint/correctness/useExhaustiveDependencies: read again when what was read is behind
	useEffect(() => {
		if (rested === null || !onRest) return;
		const left = new AbortController();
		const signal = AbortSignal.any([left.signal, dashboard.context.ended]);
		onRest(dashboard, rested, signal).catch((error: unknown) => {
			if (!signal.aborted) throw error;
		});
		return () => left.abort();
	}, [rested, onRest, dashboard, readAs]);

	const {body, direction, head: headLines} = layout;
	// What to do where there is nothing has all the room: a command is never folded.
	const isEmpty = list.rows.length === 0 && awaitedId === null && !keepsPane;
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
						<Detail
							area={detail}
							id={rested}
							row={rested === selectedId ? selected : list.rows.find(row => list.idOf(row) === rested)}
						/>
					) : detail && detailLines ? (
						<Pane area={detail} lines={detailLines} />
					) : null
				}
			/>
		</Box>
	);
}

type RowsProps<Row, Key extends string, Facts> = Props<Row, Key, Facts> & {
	list: CurrentList<Row>;
	area: Area;
	isFocused: boolean;
	hasEdge: boolean;
};

const noFacts = () => ({});

function Rows<Row, Key extends string, Facts>(props: RowsProps<Row, Key, Facts>) {
	const {list, area, columns, cells, empty, isFocused, hasEdge, isMarked, isLive} = props;
	const factsOf = props.factsOf ?? (noFacts as () => Facts);
	const dashboard = useDashboard();
	const glyphs = useGlyphs();
	const place = currentPlace(dashboard.navigation.store.getState());
	const screen = dashboard.screens.of(place);
	const now = useSelected(dashboard.ui.store, state => (isLive ? state.now : 0));
	const minute = useMinute();
	const width = listRowWidth(area.width);
	const {cursor, top, end} = listWindow(list);
	const nowOf = (row: Row) => (isLive?.(row) ? now : minute);
	const cellsOf = (row: Row) => {
		const content = cells(row, {glyphs, now: nowOf(row), ...factsOf(row)});
		return isLine(content) ? null : content;
	};
	const placed = useFittedColumns(columns, width - gutterWidth, list.rows.slice(top, end), cellsOf, glyphs.ellipsis);
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
						facts={factsOf(row)}
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
