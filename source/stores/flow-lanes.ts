/** What one endpoint hands on: from its row to the rows that take something of it. Rows are counted from 0. */
export type Wire = {from: number; to: readonly number[]};

/**
 * One lane beside one row. `starts`: the values come from this row; `joins`: this row takes them; `passes`: they go by.
 * `up` and `down` say where the lane goes on.
 */
export type LaneCell = {kind: 'none' | 'starts' | 'joins' | 'passes'; up: boolean; down: boolean; wire: number};

type Lanes = {
	/** Lanes that are used, at most as many as were allowed. */
	width: number;
	/** By row; every row has `width` cells. The last lane is nearest to the text. */
	cells: readonly (readonly LaneCell[])[];
	/** Wires for which there was no lane. */
	left: readonly number[];
};

const none: LaneCell = {kind: 'none', up: false, down: false, wire: -1};

/**
 * Places wires side by side. A lane is used again where an earlier wire has ended; long wires lie outside, short ones
 * near to the text, so that few of them cross. What does not fit is left out, the longest first.
 */
export function layoutLanes(wires: readonly Wire[], rows: number, maxLanes: number): Lanes {
	const spans = wires
		.map(({from, to}, wire) => ({wire, top: Math.min(from, ...to), end: Math.max(from, ...to)}))
		.filter(({wire}) => (wires[wire]?.to.length ?? 0) > 0)
		.sort((a, b) => a.end - a.top - (b.end - b.top) || a.top - b.top);
	// From the text outwards.
	const lanes: {wire: number; top: number; end: number}[][] = [];
	const left: number[] = [];
	for (const span of spans) {
		const free = lanes.find(lane => lane.every(other => other.end < span.top || other.top > span.end));
		if (free) free.push(span);
		else if (lanes.length < maxLanes) lanes.push([span]);
		else left.push(span.wire);
	}
	const width = lanes.length;
	const cells = Array.from({length: rows}, () => Array.from({length: width}, () => none));
	for (const [place, lane] of lanes.entries())
		for (const {wire, top, end} of lane) {
			const joins = new Set(wires[wire]?.to);
			for (let row = top; row <= end; row++) {
				const kind = row === wires[wire]?.from ? 'starts' : joins.has(row) ? 'joins' : 'passes';
				const cell = cells[row];
				if (cell) cell[width - 1 - place] = {kind, up: row > top, down: row < end, wire};
			}
		}
	return {width, cells, left};
}
