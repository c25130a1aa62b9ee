import {memo} from 'react';
import {shallow} from 'zustand/shallow';
import {useTheme, useGlyphs, useCovered} from '../hooks/use-terminal.ts';
import type {PlacedColumn} from '../source/terminal/column-layout.ts';
import type {Glyphs} from '../source/terminal/glyphs.ts';
import {fillSpans, type Span} from '../source/terminal/spans.ts';
import {Line} from './line.tsx';
import {ListRow} from './list-row.tsx';

/** What cells are made for; `now` is epoch ms, in whole minutes unless the row is live. */
export type CellLook = {glyphs: Glyphs; now: number};

/** Printable cells by column, or the spans of a whole line: the head of a group. `Facts`: what is known of the row besides. */
export type CellsOf<Row, Key extends string, Facts = unknown> = (
	row: Row,
	look: CellLook & Facts,
) => Readonly<Record<Key, readonly Span[]>> | readonly Span[];

type Props<Row, Key extends string, Facts> = {
	row: Row;
	/** The same function at every drawing, or every row is drawn again. */
	cells: CellsOf<Row, Key, Facts>;
	facts: Facts;
	columns: readonly PlacedColumn<Key>[];
	isSelected: boolean;
	isMarked: boolean;
	isFocused: boolean;
	width: number;
	now: number;
};

function DrawnRow<Row, Key extends string, Facts>({row, cells, facts, now, ...place}: Props<Row, Key, Facts>) {
	const glyphs = useGlyphs();
	const theme = useTheme();
	const isCovered = useCovered();
	const content = cells(row, {glyphs, now, ...facts});
	if (!isLine(content)) return <ListRow {...place} cells={content} />;
	const {isSelected, isFocused, width} = place;
	const hasCursor = isSelected && !isCovered;
	const cursor: Span = hasCursor ? {text: glyphs.cursor, role: isFocused ? 'selected' : 'muted'} : {text: ' '};
	const spans = fillSpans([cursor, {text: ' '}, ...content], width, glyphs.ellipsis);
	return <Line spans={spans} {...(hasCursor ? {base: theme.selectedRow} : {})} />;
}

/** A row that is one line instead of cells. */
export const isLine = (content: ReturnType<CellsOf<unknown, string>>): content is readonly Span[] =>
	Array.isArray(content);

/** A row of any list, drawn again only when it is another row, something else is known of it, or it stands differently. */
export const CellRow = memo(DrawnRow, ({facts: before, ...was}, {facts, ...is}) => {
	return shallow(before, facts) && shallow(was, is);
}) as typeof DrawnRow;
