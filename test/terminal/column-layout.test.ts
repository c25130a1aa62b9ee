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
});
