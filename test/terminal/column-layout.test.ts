import {describe, expect, it} from 'vitest';
import {placeColumns} from '../../source/terminal/column-layout.ts';

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
});
