import {describe, expect, it} from 'vitest';
import fc from '../../helpers/properties.ts';
import {placeColumns} from '../../../source/terminal/column-layout.ts';

describe('columns', () => {
	const columns = [
		{key: 'name', title: 'NAME', width: 10, isFlexible: true},
		{key: 'type', title: 'TYPE', width: 8, drop: 1},
		{key: 'when', title: 'WHEN', width: 6, drop: 2},
	] as const;

	it.each([
		[60, {name: 42, type: 8, when: 6}],
		[28, {name: 10, type: 8, when: 6}],
		[27, {name: 19, when: 6}],
		[17, {name: 17}],
		[4, {name: 4}],
	])('in %i cells', (width, expected) => {
		const placed = placeColumns(columns, width);
		expect(Object.fromEntries(placed.map(({key, cells}) => [key, cells]))).toEqual(expected);
	});

	const growing = [
		{key: 'name', title: 'NAME', width: 10, isFlexible: true, most: 20},
		{key: 'needs', title: 'NEEDS', width: 8, most: 30, drop: 2},
		{key: 'note', title: 'NOTE', width: 8, most: 12, drop: 1},
	] as const;

	it.each([
		['the flexible one has no use for all of it yet', 36, {name: 16, needs: 8, note: 8}],
		['the others share what it has no use for', 46, {name: 20, needs: 11, note: 11}],
		['one of the others has enough', 60, {name: 20, needs: 24, note: 12}],
		['all have enough', 100, {name: 54, needs: 30, note: 12}],
		['nothing is spare', 30, {name: 10, needs: 8, note: 8}],
		['it is not even enough for the first', 6, {name: 6}],
	])('share what is spare: %s', (_case, width, expected) => {
		const placed = placeColumns(growing, width);
		expect(Object.fromEntries(placed.map(({key, cells}) => [key, cells]))).toEqual(expected);
	});

	it.each([
		[
			'a text has the room that another column does not use',
			30,
			{name: 15, needs: 3, note: 0},
			{name: 15, needs: 6, note: 5},
		],
		['each has what it is meant to have first', 60, {name: 80, needs: 25, note: 2}, {name: 27, needs: 25, note: 4}],
		['nobody needs more than is there', 60, {name: 3, needs: 9, note: 4}, {name: 39, needs: 9, note: 8}],
		['a heading is a text as well', 30, {name: 30, needs: 0, note: 0}, {name: 17, needs: 5, note: 4}],
	])('are as wide as what they show: %s', (_case, width, needs, expected) => {
		const placed = placeColumns(
			growing,
			width,
			new Map(Object.entries(needs)) as Map<'name' | 'needs' | 'note', number>,
		);
		expect(Object.fromEntries(placed.map(({key, cells}) => [key, cells]))).toEqual(expected);
	});

	it('cut no text while another one has cells that it does not use, whatever they show', () => {
		const cells = fc.integer({min: 0, max: 120});
		fc.assert(
			fc.property(fc.integer({min: 30, max: 300}), fc.array(cells, {minLength: 3, maxLength: 3}), (width, texts) => {
				const needs = new Map(growing.map(({key}, index) => [key, texts[index] ?? 0]));
				const placed = placeColumns(growing, width, needs);
				const needOf = ({key, title}: (typeof placed)[number]) => Math.max(needs.get(key) ?? 0, title.length);
				expect(placed.reduce((sum, column) => sum + column.cells, 2 * (placed.length - 1))).toBe(width);
				if (placed.some(column => needOf(column) > column.cells))
					expect(placed.filter(column => column.cells > needOf(column))).toEqual([]);
			}),
		);
	});
});
