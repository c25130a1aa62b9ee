import {Box, Text} from 'ink';
import type {ReactNode} from 'react';
import {useTheme, useGlyphs} from '../hooks/use-terminal.ts';

type Props<Row> = {
	/** All rows; only those from `top` on that fit are drawn. */
	rows: readonly Row[];
	top: number;
	height: number;
	/** Cells, scrollbar included. */
	width: number;
	keyOf(row: Row): string;
	/** The line between two panes shows where the window is; the list then draws no scrollbar of its own. */
	hasEdge?: boolean;
	/** One line of `listRowWidth(width)` cells. */
	renderRow(row: Row, index: number): ReactNode;
};

/** Cells a row of a list has: the last two are a blank and the scrollbar. */
export const listRowWidth = (width: number): number => Math.max(0, width - 2);

/** Rows of one line each, of which only the visible ones exist, and a scrollbar where there are more. */
export function WindowedList<Row>({rows, top, height, width, hasEdge = false, keyOf, renderRow}: Props<Row>) {
	const theme = useTheme();
	const glyphs = useGlyphs();
	const visible = rows.slice(top, top + height);
	return (
		<Box width={width} height={height}>
			<Box width={width - 1} flexDirection="column">
				{visible.map((row, index) => (
					<Box key={keyOf(row)} height={1} flexShrink={0}>
						{renderRow(row, top + index)}
					</Box>
				))}
			</Box>
			{!hasEdge && rows.length > height && (
				<Text {...theme.muted}>{scrollbar(rows.length, top, height, glyphs).join('\n')}</Text>
			)}
		</Box>
	);
}

/** One character per line: where the window is in the whole. */
export function scrollbar(
	count: number,
	top: number,
	height: number,
	{thumb, track}: {thumb: string; track: string},
): string[] {
	const size = Math.max(1, Math.floor((height * height) / Math.max(1, count)));
	const range = Math.max(1, count - height);
	const start = Math.round(((height - size) * top) / range);
	return Array.from({length: height}, (_, line) => (line >= start && line < start + size ? thumb : track));
}
