import {useRef} from 'react';
import {type Column, type PlacedColumn, placeColumns} from '../source/terminal/column-layout.ts';
import {longName, type Span, spansWidth} from '../source/terminal/spans.ts';
import {tellApart} from '../source/terminal/tell-apart.ts';

type Fitted<Key extends string> = {
	columns: readonly Column<Key>[];
	width: number;
	/** The widest content that was seen in each column, in cells. */
	needs: Map<Key, number>;
	placed: readonly PlacedColumn<Key>[];
};

/**
 * The columns of a table by what its rows say: room goes where a text would be cut, from where nothing needs it. Columns
 * grow with what is scrolled to and do not shrink again, so that they stand still while one reads; another width or
 * an empty table begins anew. The same array as long as nothing moves, or every row would be drawn again.
 *
 * @param columns a constant
 * @param width cells of all columns
 * @param rows those on the screen
 * @param cellsOf what a row shows by column; null: a line of its own, such as the head of a group
 * @param ellipsis marks what was cut: names that would look alike are cut elsewhere
 */
export function useFittedColumns<Row, Key extends string>(
	columns: readonly Column<Key>[],
	width: number,
	rows: readonly Row[],
	cellsOf: (row: Row) => Readonly<Record<Key, readonly Span[]>> | null,
	ellipsis: string,
): readonly PlacedColumn<Key>[] {
	const last = useRef<Fitted<Key> | null>(null);
	if (last.current?.columns !== columns || last.current.width !== width || rows.length === 0)
		last.current = {columns, width, needs: new Map(), placed: placeColumns(columns, width)};
	const {needs} = last.current;
	let isWider = false;
	const shown = rows.map(cellsOf).filter(cells => cells !== null);
	for (const cells of shown) {
		for (const {key} of columns) {
			const need = contentWidth(cells[key]);
			if (need <= (needs.get(key) ?? -1)) continue;
			needs.set(key, need);
			isWider = true;
		}
	}
	if (isWider) last.current = {...last.current, placed: placeColumns(columns, width, needs)};
	const {placed} = last.current;
	const kept = placed.map(column => (column.holdsNames ? keptOf(column, shown, ellipsis) : undefined));
	if (kept.some((parts, index) => !isSame(parts, placed[index]!.kept)))
		last.current = {
			...last.current,
			placed: placed.map(({kept: _before, ...column}, index) => ({
				...column,
				...(kept[index] ? {kept: kept[index]} : {}),
			})) as readonly PlacedColumn<Key>[],
		};
	return last.current.placed;
}

type Kept = PlacedColumn['kept'];

/** What of the names on the screen has to stay where they are cut; undefined: none looks like another. */
function keptOf<Key extends string>(
	{key, cells: width}: PlacedColumn<Key>,
	shown: ReadonlyArray<Readonly<Record<Key, readonly Span[]>>>,
	ellipsis: string,
): Kept {
	const kept = tellApart(
		shown.flatMap(cells => longName(cells[key], width) ?? []),
		ellipsis,
	);
	return kept.size === 0 ? undefined : kept;
}

function isSame(one: Kept, other: Kept): boolean {
	if (one === undefined || other === undefined) return one === other;
	return (
		one.size === other.size &&
		[...one].every(([text, {from, to}]) => other.get(text)?.from === from && other.get(text)?.to === to)
	);
}

/** Cells of a content without the blanks at its end. */
function contentWidth(spans: readonly Span[]): number {
	const end = spans.findLastIndex(({text}) => text.trimEnd() !== '');
	const last = spans[end];
	return last === undefined ? 0 : spansWidth(spans.slice(0, end)) + spansWidth([{text: last.text.trimEnd()}]);
}
