/** One column of a list. */
export type Column<Key extends string = string> = {
	key: Key;
	title: string;
	/** Cells; a flexible column takes what the others leave, but at least this much. */
	width: number;
	isFlexible?: boolean;
	/**
	 * Cells that it has use for. What is spare goes to the flexible column up to here, then to the others up to theirs,
	 * and what is left then to the flexible one again.
	 */
	most?: number;
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
	let spare = width - used();
	const grow = ({width: cells, most = cells}: Column<Key>, share: number): number => {
		const more = Math.max(0, Math.min(most - cells, share));
		spare -= more;
		return more;
	};
	const placed = kept.map(column => ({...column, cells: column.width + (column.isFlexible ? grow(column, spare) : 0)}));
	// Who needs least comes first: the others then share what it leaves.
	const others = placed
		.filter(({isFlexible, most}) => !isFlexible && most !== undefined)
		.sort((a, b) => (a.most ?? 0) - a.width - ((b.most ?? 0) - b.width));
	for (const [index, column] of others.entries())
		column.cells += grow(column, Math.floor(spare / (others.length - index)));
	return placed.map(column => ({
		...column,
		cells: column.isFlexible ? Math.max(1, column.cells + spare) : column.cells,
	}));
}
