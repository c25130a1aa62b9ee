import fc from '../helpers/properties.ts';
import {describe, expect, it} from 'vitest';
import {layoutScreen, listHeight, listTop, smallest} from '../../screens/layout.ts';
import {screenOf, screens} from '../../screens/registry.ts';

const shapeOf = (screen: string) => screenOf({screen}).shape;
const wish = {shape: shapeOf('tests'), columns: 100, rows: 30, isZoomed: false, focus: 'list'} as const;

describe('panes', () => {
	it.each([
		[60, 16, 'list only'],
		[60, 30, 'column'],
		[99, 30, 'column'],
		[100, 30, 'row'],
		[100, 16, 'row'],
		[300, 100, 'row'],
	])('at %i × %i: %s', (columns, rows, expected) => {
		const {list, detail, direction} = layoutScreen({...wish, columns, rows});
		expect(list === null ? 'detail only' : detail === null ? 'list only' : direction).toBe(expected);
	});

	it('give way to the one with the keys when it is zoomed, or when there is room for one only', () => {
		expect(layoutScreen({...wish, isZoomed: true, focus: 'detail'})).toMatchObject({list: null, head: 0});
		expect(layoutScreen({...wish, isZoomed: true})).toMatchObject({detail: null});
		expect(layoutScreen({...wish, columns: 60, rows: 16, focus: 'detail'})).toMatchObject({list: null});
	});

	it('are one on the screen of one failure', () => {
		expect(layoutScreen({...wish, shape: shapeOf('failure')})).toMatchObject({list: null});
	});

	it('leave a run its head', () => {
		expect(layoutScreen({...wish, shape: shapeOf('run')}).head).toBe(5);
		expect(layoutScreen({...wish, shape: shapeOf('run'), rows: 16}).head).toBe(4);
	});

	it('fill the screen exactly at every size', () => {
		fc.assert(
			fc.property(
				fc.constantFrom(...screens),
				fc.integer({min: smallest.columns, max: 300}),
				fc.integer({min: smallest.rows, max: 100}),
				fc.boolean(),
				fc.constantFrom('list', 'detail'),
				({shape}, columns, rows, isZoomed, focus) => {
					const layout = layoutScreen({shape, columns, rows, isZoomed, focus});
					const {top, head, body, list, detail, direction, isBare = false} = layout;
					expect(top + head + body.height + (isBare ? 0 : 2)).toBe(rows);
					for (const pane of [list, detail]) if (pane) expect(pane.width > 0 && pane.height > 0).toBe(true);
					if (list && detail && direction === 'row') expect(list.width + 2 + detail.width).toBe(columns);
					if (list && detail && direction === 'column') expect(list.height + 1 + detail.height).toBe(body.height);
					if (!isBare) expect(listTop(shape, layout) + listHeight(shape, layout)).toBeLessThanOrEqual(rows - 2);
				},
			),
		);
	});
});
