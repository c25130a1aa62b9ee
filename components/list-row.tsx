import {useTheme, useGlyphs, useCovered} from '../hooks/use-terminal.ts';
import {columnGap, type PlacedColumn} from '../source/terminal/column-layout.ts';
import {fillNames, fillSpans, type Span, spansWidth} from '../source/terminal/spans.ts';
import {Line} from './line.tsx';

type Props<Key extends string> = {
	columns: readonly PlacedColumn<Key>[];
	/** The printable content of each column. */
	cells: Readonly<Record<Key, readonly Span[]>>;
	isSelected: boolean;
	isMarked?: boolean;
	/** Cells of the whole row. */
	width: number;
	/** The list has the keys; without them the cursor is drawn quietly. */
	isFocused: boolean;
};

/** Cells before the first column: cursor, mark, blank. */
export const gutterWidth = 3;

/** A row of a list: gutter and columns. */
export function ListRow<Key extends string>(props: Props<Key>) {
	const {columns, cells, isSelected, isMarked = false, width, isFocused} = props;
	const theme = useTheme();
	const glyphs = useGlyphs();
	const isCovered = useCovered();
	const hasCursor = isSelected && !isCovered;
	const gutter: Span[] = [
		hasCursor ? {text: glyphs.cursor, role: isFocused ? 'selected' : 'muted'} : {text: ' '},
		isMarked ? {text: glyphs.marked, role: 'key'} : {text: ' '},
		{text: ' '},
	];
	const spans = columns.flatMap((column, index) => [
		...(index > 0 ? [{text: ' '.repeat(columnGap)}] : []),
		...(column.holdsNames
			? fillNames(cells[column.key], column.cells, glyphs.ellipsis, column.kept)
			: alignSpans(cells[column.key], column.cells, column.align ?? 'left', glyphs.ellipsis)),
	]);
	const line = fillSpans([...gutter, ...spans], width, glyphs.ellipsis);
	return <Line spans={line} {...(hasCursor ? {base: theme.selectedRow} : {})} />;
}

function alignSpans(spans: readonly Span[], width: number, align: 'left' | 'right', ellipsis: string): Span[] {
	const blanks = width - spansWidth(spans);
	if (align === 'left' || blanks <= 0) return fillSpans(spans, width, ellipsis);
	return [{text: ' '.repeat(blanks)}, ...spans];
}

/** The headings of a list's columns. */
export function ListHeading({columns, width}: {columns: readonly PlacedColumn[]; width: number}) {
	const {ellipsis} = useGlyphs();
	const spans = columns.flatMap(({title, cells, align}, index): Span[] => [
		...(index > 0 ? [{text: ' '.repeat(columnGap)}] : []),
		...alignSpans([{text: title, role: 'muted'}], cells, align ?? 'left', ellipsis),
	]);
	return <Line spans={fillSpans([{text: ' '.repeat(gutterWidth)}, ...spans], width, ellipsis)} />;
}
