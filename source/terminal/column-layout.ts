/** One column of a list. */
export type Column<Key extends string = string> = {
	key: Key;
	title: string;
	/** Cells; a flexible column takes what the others leave, but at least this much. */
	width: number;
	isFlexible?: boolean;
	align?: 'left' | 'right';
	/** Columns drop out in this order where the width does not do: 1 first; absent = never. */
	drop?: number;
};

export type PlacedColumn<Key extends string = string> = Column<Key> & {cells: number};

/** Blanks between two columns. */
export const columnGap = 2;

/** The columns that fit into `width` cells, each with its final width; together they fill it when one is flexible. */
export function placeColumns<Key extends string>(
	columns: readonly Column<Key>[],
	width: number,
): readonly PlacedColumn<Key>[] {
	let kept = columns;
	const used = () => kept.reduce((sum, column) => sum + column.width, columnGap * Math.max(0, kept.length - 1));
	while (used() > width) {
		const next = kept
			.filter(({drop}) => drop !== undefined)
			.sort((a, b) => (a.drop ?? 0) - (b.drop ?? 0))
			.at(0);
		if (!next) break;
		kept = kept.filter(column => column !== next);
	}
	const spare = width - used();
	return kept.map(column => ({...column, cells: column.isFlexible ? Math.max(1, column.width + spare) : column.width}));
}
