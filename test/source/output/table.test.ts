import {describe, expect, it} from 'vitest';
import {labelBlock, paddedBlock} from '../../../source/output/label-block.ts';
import {lookFor, plainLook} from '../../../source/output/look.ts';
import {type Column, table} from '../../../source/output/table.ts';
import {renderText} from '../../../source/output/text/index.ts';
import {samples} from '../../../contract/samples/index.ts';
import {cellWidth} from '../../../source/terminal/cell-text.ts';

type Item = {id: string; name: string | null; status: string};
const columns: Column<Item>[] = [
	{key: 'id', head: 'ID', cell: item => item.id},
	{key: 'name', head: 'NAME', cell: item => item.name},
	{key: 'status', head: 'STATUS', cell: item => item.status, status: true},
	{key: 'extra', head: 'EXTRA', cell: () => 'x', extra: true},
];
const items: Item[] = [
	{id: 'a', name: 'long name', status: 'passed'},
	{id: 'bcd', name: null, status: 'failed'},
];

describe('a table', () => {
	it('has a heading, two blanks between columns as wide as their longest cell, and no trailing blanks', () => {
		expect(table(columns, items)).toBe('ID   NAME       STATUS\na    long name  passed\nbcd  -          failed\n');
	});

	it('shows chosen columns in their order, also those that are not shown by default', () => {
		expect(table(columns, items, {columns: ['extra', 'id']})).toBe('EXTRA  ID\nx      a\nx      bcd\n');
	});

	it('without heading is as wide as its cells', () => {
		expect(table(columns, items, {header: false, columns: ['id', 'name']})).toBe('a    long name\nbcd  -\n');
	});

	it('counts cells of the terminal, not characters', () => {
		const wide = [{id: '猫', name: 'cat', status: 'passed'}];
		const look = {...plainLook, width: cellWidth};
		expect(table(columns, wide, {columns: ['id', 'name'], header: false}, {look})).toBe('猫  cat\n');
		const mixed = [...wide, {id: 'abc', name: 'x', status: ''}];
		expect(table(columns, mixed, {columns: ['id', 'name'], header: false}, {look})).toBe('猫   cat\nabc  x\n');
	});

	it('of an answer with such text is aligned', async () => {
		const [project] = samples.listProjects({}).items;
		const items = [
			{...project!, id: '猫'},
			{...project!, id: 'abc'},
		];
		const shape = {columns: ['id', 'type'], header: false};
		expect(await renderText({view: 'projects', data: {items, nextToken: null}, shape}, plainLook)).toBe(
			'猫   backend\nabc  backend\n',
		);
	});

	it('keeps a cell on one line and replaces control characters', () => {
		const bad = [{id: 'a\nb\tc', name: '\u001B[31mred', status: ''}];
		expect(table(columns, bad, {header: false})).toBe('a b c  ?[31mred  -\n');
	});

	it('colours status words only, behind the padding', () => {
		const look = lookFor({isTTY: true}, {});
		expect(table(columns, items, {columns: ['status', 'id'], header: false}, {look})).toBe(
			'\u001B[32mpassed\u001B[39m  a\n\u001B[31mfailed\u001B[39m  bcd\n',
		);
	});
});

describe('a block of labels', () => {
	it('has one line for each value that is there', () => {
		expect(
			labelBlock([
				['id', 'a'],
				['none', null],
				['absent', undefined],
				['list', ['x', 'y']],
				['empty', []],
				['count', 0],
				['flag', false],
			]),
		).toBe('id: a\nlist: x, y\ncount: 0\nflag: false\n');
	});

	it('without colons pads its labels to 12', () => {
		expect(
			paddedBlock([
				['runId', 'r'],
				['codeVersion', 'v1'],
				['already finished', 2],
			]),
		).toBe('runId       r\ncodeVersion v1\nalready finished 2\n');
	});

	it('keeps a value on its line', () => {
		expect(labelBlock([['name', 'a\nid: forged']])).toBe('name: a id: forged\n');
	});
});

describe('colours', () => {
	const painted = (stream: {isTTY?: boolean}, env: Record<string, string | undefined>) =>
		lookFor(stream, env).status('passed');

	it('are only for terminals, without NO_COLOR and not dumb', () => {
		expect(painted({isTTY: true}, {})).toBe('\u001B[32mpassed\u001B[39m');
		expect(painted({isTTY: true}, {NO_COLOR: ''})).not.toBe('passed');
		for (const env of [{NO_COLOR: '1'}, {TERM: 'dumb'}]) expect(painted({isTTY: true}, env)).toBe('passed');
		expect(painted({}, {})).toBe('passed');
		expect(plainLook.status('passed')).toBe('passed');
	});

	it('leave words alone that are no states', () => {
		expect(lookFor({isTTY: true}, {}).status('whatever')).toBe('whatever');
	});
});

describe('a table on a terminal', () => {
	const id = 'tst_01jd0000000000000000000000';
	const rows = [
		{id, name: 'an order of two pads can be paid with a voucher and a card', status: 'passed'},
		{id, name: 'short', status: 'failed'},
	];
	const at = (width: number, onCut?: () => void) =>
		table(columns, rows, {}, {look: {...plainLook, width: cellWidth, columns: width, ...(onCut ? {onCut} : {})}});

	it.each([60, 72, 90])('of %i columns cuts texts with an ellipsis, never ids and words', width => {
		let cuts = 0;
		const text = at(width, () => cuts++);
		const lines = text.trimEnd().split('\n');
		expect(Math.max(...lines.map(line => cellWidth(line)))).toBeLessThanOrEqual(width);
		expect(lines[1]).toMatch(new RegExp(`^${id}  an order.*…  passed$`));
		expect(lines[2]).toMatch(new RegExp(`^${id}  short +  failed$`));
		expect(cuts).toBe(1);
	});

	it('that is wide enough, or whose width nobody knows, cuts nothing', () => {
		expect(at(200)).toBe(table(columns, rows));
	});

	it('that is too narrow for what must stay keeps it', () => {
		expect(at(20)).toContain(id);
	});

	it('cuts characters of two cells whole', () => {
		const wide = [{id: 'a', name: `猫猫 ${'猫'.repeat(40)}`, status: 'ok'}];
		const text = table(columns, wide, {}, {look: {...plainLook, width: cellWidth, columns: 30}});
		expect(Math.max(...text.split('\n').map(line => cellWidth(line)))).toBeLessThanOrEqual(30);
	});
});
