import {describe, expect, it} from 'vitest';
import {laneSpans} from '../../../components/flow/lane-spans.ts';
import {layoutLanes, type Wire} from '../../../source/stores/flow-lanes.ts';
import {glyphSets} from '../../../source/terminal/glyphs.ts';

const draw = (wires: readonly Wire[], rows: number, {maxLanes = 9, glyphs = glyphSets.unicode} = {}): string[] =>
	layoutLanes(wires, rows, maxLanes).cells.map(lanes =>
		laneSpans(lanes, glyphs, () => false)
			.map(({text}) => text)
			.join('')
			.trimEnd(),
	);

describe('arrows beside a list', () => {
	it.each<{what: string; wires: Wire[]; rows: number; picture: string[]}>([
		{what: 'nothing flows', wires: [], rows: 2, picture: ['', '']},
		{what: 'one value to the next row', wires: [{from: 0, to: [1]}], rows: 3, picture: ['●── ', '╰─▸ ', '']},
		{
			what: 'one value to several rows, past one that does not take it',
			wires: [{from: 0, to: [1, 3]}],
			rows: 4,
			picture: ['●── ', '├─▸ ', '│', '╰─▸ '],
		},
		{what: 'a value that is used above', wires: [{from: 2, to: [0]}], rows: 3, picture: ['╭─▸ ', '│', '●── ']},
		{
			what: 'two values into one row, the short way inside',
			wires: [
				{from: 0, to: [3]},
				{from: 2, to: [3]},
			],
			rows: 4,
			picture: ['●──── ', '│', '│ ●── ', '╰─╰─▸ '],
		},
		{
			what: 'an arrow that crosses a lane without touching it',
			wires: [
				{from: 0, to: [2, 5]},
				{from: 1, to: [3]},
			],
			rows: 6,
			picture: ['●──── ', '│ ●── ', '├─│─▸ ', '│ ╰─▸ ', '│', '╰───▸ '],
		},
		{
			what: 'a lane that is used again where the wire before has ended',
			wires: [
				{from: 0, to: [1]},
				{from: 2, to: [3]},
			],
			rows: 4,
			picture: ['●── ', '╰─▸ ', '●── ', '╰─▸ '],
		},
		{what: 'a value that nobody takes', wires: [{from: 0, to: []}], rows: 2, picture: ['', '']},
	])('show $what', ({wires, rows, picture}) => {
		expect(draw(wires, rows)).toEqual(picture.map(line => line.trimEnd()));
	});

	it('leave out the longest ways where there is no room for all', () => {
		const wires = [
			{from: 0, to: [4]},
			{from: 1, to: [2]},
			{from: 1, to: [3]},
		];
		expect(layoutLanes(wires, 5, 2).left).toEqual([0]);
		expect(draw(wires, 5, {maxLanes: 2})[0]).toBe('');
	});

	it('need no more than ASCII', () => {
		const picture = draw([{from: 0, to: [1, 2]}], 3, {glyphs: glyphSets.ascii});
		expect(picture).toEqual(['o--', '+->', '+->']);
	});

	it('make the way of one giver stand out up to its head', () => {
		const {cells} = layoutLanes(
			[
				{from: 0, to: [2]},
				{from: 1, to: [2]},
			],
			3,
			9,
		);
		const strong = (row: number) =>
			laneSpans(cells[row] ?? [], glyphSets.unicode, wire => wire === 1)
				.filter(({role}) => role === 'selected')
				.map(({text}) => text.trim())
				.join('');
		expect([strong(0), strong(1), strong(2)]).toEqual(['', '●', '╰─▸']);
	});
});
