import fc from '../../helpers/properties.ts';
import {describe, expect, it} from 'vitest';
import {
	cursorIndex,
	initialView,
	type ListView,
	type Move,
	moveView,
	selectId,
	windowOf,
} from '../../../source/stores/list-view.ts';

const rows = (count: number, from = 0) => Array.from({length: count}, (_, index) => `r${index + from}`);
const idOf = (row: string) => row;

const press = (items: readonly string[], height: number, moves: readonly Move[], start: ListView = initialView) =>
	moves.reduce((view, move) => moveView(items, view, move, height, idOf), start);

describe('the cursor of a list', () => {
	it.each<[string, Move[], string]>([
		['moves by rows', ['down', 'down', 'up'], 'r1'],
		['stops at the first row', ['up'], 'r0'],
		['stops at the last row', ['last', 'down'], 'r99'],
		['moves by half pages', ['halfDown', 'halfDown', 'halfUp'], 'r5'],
		['goes to the first row', ['last', 'first'], 'r0'],
	])('%s', (_what, moves, id) => {
		expect(press(rows(100), 10, moves).id).toBe(id);
	});

	it('stays on its item and on its line when rows come and go above it', () => {
		const view = press(rows(100), 10, ['down', 'down', 'down']);
		const grown = [...rows(20, 1000), ...rows(100)];
		const before = windowOf(rows(100), view, 10, idOf);
		const after = windowOf(grown, view, 10, idOf);
		expect(grown[after.cursor]).toBe('r3');
		expect(after.cursor - after.top).toBe(before.cursor - before.top);
	});

	it('stays where it was when its item is gone', () => {
		const view = press(rows(100), 10, ['down', 'down', 'down']);
		const without = rows(100).filter(row => row !== 'r3');
		expect(without[windowOf(without, view, 10, idOf).cursor]).toBe('r4');
	});

	it('ends on the last row when the list got shorter', () => {
		const view = press(rows(100), 10, ['last']);
		expect(windowOf(rows(5), view, 10, idOf)).toEqual({cursor: 4, top: 0, end: 5});
	});

	it('is at row 0 of an empty list', () => {
		expect(windowOf([], press(rows(3), 2, ['last']), 10, idOf)).toEqual({cursor: 0, top: 0, end: 0});
		expect(press([], 10, ['down'])).toEqual(initialView);
	});

	it('goes to a row by its id, and stays when there is none', () => {
		const view = selectId(rows(100), initialView, 'r50', 10, idOf);
		expect(windowOf(rows(100), view, 10, idOf).cursor).toBe(50);
		expect(selectId(rows(100), view, 'gone', 10, idOf)).toBe(view);
	});

	it('turns half a page at the edge, so that most moves change two lines', () => {
		const view = press(rows(100), 10, Array<Move>(9).fill('down'));
		expect(windowOf(rows(100), view, 10, idOf).top).toBe(0);
		const next = moveView(rows(100), view, 'down', 10, idOf);
		expect(windowOf(rows(100), next, 10, idOf)).toEqual({cursor: 10, top: 5, end: 15});
	});
});

describe('the window of a list', () => {
	const move = fc.constantFrom<Move>('up', 'down', 'halfUp', 'halfDown', 'first', 'last');

	it('always shows the cursor, is as full as it can be, and finds the item again', () => {
		fc.assert(
			fc.property(
				fc.nat(60),
				fc.integer({min: 1, max: 20}),
				fc.array(move, {maxLength: 40}),
				(count, height, moves) => {
					const items = rows(count);
					const view = press(items, height, moves);
					const {cursor, top, end} = windowOf(items, view, height, idOf);
					expect(end - top).toBe(Math.min(count, height));
					if (count > 0) {
						expect(cursor).toBeGreaterThanOrEqual(top);
						expect(cursor).toBeLessThan(end);
						expect(cursorIndex(items, view, idOf)).toBe(cursor);
					}
				},
			),
		);
	});

	it('shows the cursor at every other height too', () => {
		fc.assert(
			fc.property(fc.array(move, {maxLength: 20}), fc.integer({min: 1, max: 40}), (moves, height) => {
				const view = press(rows(50), 10, moves);
				const {cursor, top, end} = windowOf(rows(50), view, height, idOf);
				expect(cursor >= top && cursor < end).toBe(true);
			}),
		);
	});
});
