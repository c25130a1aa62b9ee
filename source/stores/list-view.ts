/**
 * Where the cursor of a list is. It follows its item, not its index: `id` names the item, `index` is where it was seen
 * last, `offset` is its row on the screen, so that rows that come and go above it do not move it.
 */
export type ListView = {id: string | null; index: number; offset: number};

export const initialView: ListView = {id: null, index: 0, offset: 0};

type IdOf<Row> = (row: Row) => string;

/**
 * Index of the cursor's item. The item is looked for around its last index, so that this costs nothing while the list
 * stands still. An item that is gone leaves the cursor where it was; an empty list has index 0.
 */
export function cursorIndex<Row>(rows: readonly Row[], {id, index}: ListView, idOf: IdOf<Row>): number {
	const last = Math.max(0, rows.length - 1);
	const hint = Math.min(index, last);
	if (id === null) return hint;
	for (let distance = 0; distance < rows.length; distance++) {
		const above = rows[hint - distance];
		if (above !== undefined && idOf(above) === id) return hint - distance;
		const below = rows[hint + distance];
		if (below !== undefined && idOf(below) === id) return hint + distance;
		if (above === undefined && below === undefined) break;
	}
	return hint;
}

export type ListWindow = {cursor: number; top: number; end: number};

/** The rows that are on the screen. */
export function windowOf<Row>(rows: readonly Row[], view: ListView, height: number, idOf: IdOf<Row>): ListWindow {
	const cursor = cursorIndex(rows, view, idOf);
	const offset = Math.min(Math.max(0, view.offset), Math.max(0, height - 1));
	const top = Math.min(Math.max(0, cursor - offset), Math.max(0, rows.length - height));
	return {cursor, top, end: Math.min(rows.length, top + height)};
}

export type Move = 'up' | 'down' | 'halfUp' | 'halfDown' | 'first' | 'last';

/** Index that a move leads to from `cursor`. */
function target(move: Move, cursor: number, count: number, height: number): number {
	const half = Math.max(1, Math.floor(height / 2));
	const moves: Record<Move, number> = {
		up: cursor - 1,
		down: cursor + 1,
		halfUp: cursor - half,
		halfDown: cursor + half,
		first: 0,
		last: count - 1,
	};
	return Math.min(Math.max(0, moves[move]), Math.max(0, count - 1));
}

/**
 * The view after a move. Rows stand still while the cursor stays among them; a step over the edge turns half a page, so
 * that a move costs few changed lines.
 */
export function moveView<Row>(
	rows: readonly Row[],
	view: ListView,
	move: Move,
	height: number,
	idOf: IdOf<Row>,
): ListView {
	const {cursor, top, end} = windowOf(rows, view, height, idOf);
	return placeCursor(rows, target(move, cursor, rows.length, height), {top, end}, height, idOf);
}

/** The view with the cursor on the row of the given id (as it is when there is none). */
export function selectId<Row>(
	rows: readonly Row[],
	view: ListView,
	id: string,
	height: number,
	idOf: IdOf<Row>,
): ListView {
	const index = rows.findIndex(row => idOf(row) === id);
	return index < 0 ? view : placeCursor(rows, index, windowOf(rows, view, height, idOf), height, idOf);
}

/** The view with the cursor on the row at `index`, turning half a page when that row is not on the screen. */
export function placeCursor<Row>(
	rows: readonly Row[],
	index: number,
	shown: {top: number; end: number},
	height: number,
	idOf: IdOf<Row>,
): ListView {
	const row = rows[index];
	if (row === undefined) return initialView;
	const isShown = index >= shown.top && index < shown.top + height;
	const offset = isShown ? index - shown.top : Math.floor(height / 2);
	const top = Math.min(Math.max(0, index - offset), Math.max(0, rows.length - height));
	return {id: idOf(row), index, offset: index - top};
}

/** Items by rank, the lowest first, inside a rank in their own order; in one pass, as lists may be long. */
export function byRank<Item>(items: readonly Item[], rankOf: (item: Item) => number): Item[] {
	const ranks: Item[][] = [];
	for (const item of items) {
		const rank = rankOf(item);
		const own = ranks[rank];
		if (own) own.push(item);
		else ranks[rank] = [item];
	}
	return ranks.flat();
}
