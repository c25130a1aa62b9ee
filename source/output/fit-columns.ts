/** A column as far as its place on a line matters. */
type ColumnWidth = {
	/** Cells that it takes uncut. */
	width: number;
	/** Cells that it needs at least: its heading, and what must not be cut. */
	least: number;
};

/** Fewer cells than this tell nothing of a text. */
const leastText = 12;

/**
 * Widths of columns that fit together into `room` cells: the widest gives first, down to what it needs. Ids and other
 * single words are never cut: they are copied. Where that is not enough the line is longer than the room.
 */
export function fitColumns(columns: readonly ColumnWidth[], room: number, between: number): number[] {
	const widths = columns.map(({width}) => width);
	const least = columns.map(({least: needed, width}) => Math.min(width, Math.max(needed, leastText)));
	let over = widths.reduce((sum, width) => sum + width, between * Math.max(0, widths.length - 1)) - room;
	while (over > 0) {
		const open = widths.map((width, at) => (width > least[at]! ? width : 0));
		const widest = Math.max(...open);
		if (widest === 0) break;
		widths[open.indexOf(widest)] = widest - 1;
		over--;
	}
	return widths;
}
