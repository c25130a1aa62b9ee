import {useRef} from 'react';
import {type Column, type PlacedColumn, placeColumns} from '../source/terminal/column-layout.ts';
import {type Span, spansWidth} from '../source/terminal/spans.ts';

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
 */
export function useFittedColumns<Row, Key extends string>(
	columns: readonly Column<Key>[],
	width: number,
	rows: readonly Row[],
	cellsOf: (row: Row) => Readonly<Record<Key, readonly Span[]>> | null,
): readonly PlacedColumn<Key>[] {
	const last = useRef<Fitted<Key> | null>(null);
	if (last.current?.columns !== columns || last.current.width !== width || rows.length === 0)
		last.current = {columns, width, needs: new Map(), placed: placeColumns(columns, width)};
	const {needs} = last.current;
	let isWider = false;
	for (const row of rows) {
		const cells = cellsOf(row);
		if (cells === null) continue;
		for (const {key} of columns) {
			const need = contentWidth(cells[key]);
			if (need <= (needs.get(key) ?? -1)) continue;
			needs.set(key, need);
			isWider = true;
		}
	}
	if (isWider) last.current = {...last.current, placed: placeColumns(columns, width, needs)};
	return last.current.placed;
}

/** Cells of a content without the blanks at its end. */
function contentWidth(spans: readonly Span[]): number {
	const end = spans.findLastIndex(({text}) => text.trimEnd() !== '');
	const last = spans[end];
	return last === undefined ? 0 : spansWidth(spans.slice(0, end)) + spansWidth([{text: last.text.trimEnd()}]);
}
