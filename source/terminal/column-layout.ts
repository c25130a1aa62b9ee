import {cellWidth} from './cell-text.ts';
import type {KeptPart} from './tell-apart.ts';

/** One column of a list. */
export type Column<Key extends string = string> = {
	key: Key;
	title: string;
	/** Cells, as far as it has use for them; a flexible column takes what the others leave. */
	width: number;
	isFlexible?: boolean;
	/**
	 * Cells that it is given before others are: what is spare goes to the flexible column up to here, then to the others up
	 * to theirs, then to whose text is longer still, and what is left to the flexible one.
	 */
	most?: number;
	align?: 'left' | 'right';
	/** Names often begin alike: one that is too long is cut in its middle. */
	holdsNames?: boolean;
	/** Columns drop out in this order where the width does not do: 1 first; absent = never. */
	drop?: number;
};

export type PlacedColumn<Key extends string = string> = Column<Key> & {
	cells: number;
	/** Of names: the part of each that stays, where others on the screen would look like it. */
	kept?: ReadonlyMap<string, KeptPart>;
};

/** Blanks between two columns. */
export const columnGap = 2;

/**
 * The columns that fit into `width` cells, each with its final width; together they fill it when one is flexible. Which
 * columns there are is a matter of the width alone; how wide they are also of what they show: no text is cut while another
 * column has cells that it has no use for.
 *
 * @param needs cells that the widest content of each column takes; what is not told is its `most`
 */
export function placeColumns<Key extends string>(
	columns: readonly Column<Key>[],
	width: number,
	needs?: ReadonlyMap<Key, number>,
): readonly PlacedColumn<Key>[] {
	const kept = withoutDropped(columns, width);
	const mostOf = ({width: cells, most = cells}: Column<Key>) => most;
	const needOf = (column: Column<Key>) => {
		const known = needs?.get(column.key);
		return known === undefined ? mostOf(column) : Math.max(known, cellWidth(column.title));
	};
	const placed = kept
		// A column that says nothing, not even by its heading, has no use for its gap either.
		.filter(column => needOf(column) > 0)
		.map(column => ({...column, cells: Math.min(column.width, needOf(column))}));
	let spare = width - usedCells(placed.map(({cells}) => cells));
	/** Gives columns more, up to a limit of each: the flexible one first, then who is short of least. */
	const share = (limitOf: (column: Column<Key>) => number): void => {
		const short = placed
			.filter(column => limitOf(column) > column.cells)
			.sort((a, b) => limitOf(a) - a.cells - (limitOf(b) - b.cells));
		const [flexible, others] = [short.filter(isFlexible), short.filter(column => !isFlexible(column))];
		const give = (column: PlacedColumn<Key>, part: number) => {
			const more = Math.max(0, Math.min(limitOf(column) - column.cells, part));
			column.cells += more;
			spare -= more;
		};
		for (const column of flexible) give(column, spare);
		for (const [index, column] of others.entries()) give(column, Math.floor(spare / (others.length - index)));
	};
	share(column => Math.min(needOf(column), mostOf(column)));
	share(needOf);
	// What nobody needs stays where the table is used to have it.
	share(({width: cells}) => cells);
	return placed.map(column => ({
		...column,
		cells: isFlexible(column) ? Math.max(1, column.cells + spare) : column.cells,
	}));
}

const isFlexible = ({isFlexible: answer = false}: Column) => answer;

const usedCells = (cells: readonly number[]): number =>
	cells.reduce((sum, more) => sum + more, columnGap * Math.max(0, cells.length - 1));

/** The columns for which there is room at the width that each has at least. */
function withoutDropped<Key extends string>(columns: readonly Column<Key>[], width: number): readonly Column<Key>[] {
	let kept = columns;
	while (usedCells(kept.map(({width: cells}) => cells)) > width) {
		const next = kept
			.filter(({drop}) => drop !== undefined)
			.sort((a, b) => (a.drop ?? 0) - (b.drop ?? 0))
			.at(0);
		if (!next) break;
		kept = kept.filter(column => column !== next);
	}
	return kept;
}
