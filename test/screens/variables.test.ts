import {afterEach, describe, expect, it} from 'vitest';
import type {Variable} from '../../contract/variable.ts';
import {sampleCard, sampleCleanup} from '../helpers/cleanup-samples.ts';
import {createWorld} from '../helpers/shop-world.ts';
import {type OpenScreen, openScreen} from '../helpers/terminal-screen.tsx';
import {sampleVariable} from '../helpers/variable-samples.ts';
import type {WireWorld} from '../helpers/wire-world.ts';

let screen: OpenScreen;
afterEach(() => screen.close());

const order = sampleVariable();
const missing = sampleVariable({
	variableId: 'var_2',
	name: 'user_id',
	tag: 'user',
	state: 'missing',
	value: null,
	valueType: null,
	source: null,
	capturedFrom: null,
	usedBy: [
		{testId: 'tst_001', title: 'test 001', label: 'Blocked'},
		{testId: 'tst_002', title: 'test 002', label: 'Blocked'},
	],
	cleanupRelevant: false,
	deletedBy: null,
	cleanupOutcome: null,
	resourceId: null,
	nearMisses: ['userId'],
});
const twice = sampleVariable({
	variableId: 'var_3',
	name: 'cart_id',
	tag: 'cart',
	value: 'c-9',
	otherSources: [{testId: 'tst_002', title: 'test 002'}],
	usedBy: [{testId: 'tst_001', title: 'test 001', label: 'Pass'}],
	deletedBy: null,
	cleanupOutcome: 'orphaned',
});
const unused = sampleVariable({
	variableId: 'var_4',
	name: 'zone',
	tag: 'value',
	value: 'eu',
	usedBy: [],
	deletedBy: null,
	cleanupRelevant: false,
	cleanupOutcome: null,
	resourceId: null,
});

function worldWith(items: Variable[] = [order, missing, twice, unused]): WireWorld {
	const world = createWorld({count: 3});
	world.answers['listBatchVariables'] = ({query}) => {
		const from = Number(query['cursor'] ?? 0);
		const to = from + Number(query['pageSize'] ?? 25);
		return {
			batchId: 'bat_1',
			version: 1,
			items: items.slice(from, to),
			nextToken: to < items.length ? String(to) : null,
		};
	};
	return world;
}

function open(world: WireWorld, options: Parameters<typeof openScreen>[1] = {}) {
	screen = openScreen(world, {screen: 'variables', id: 'bat_1', ...options});
	return screen.terminal;
}

/** Names in the order in which they stand on the screen. */
const shownNames = (text: string) =>
	['order_id', 'user_id', 'cart_id', 'zone']
		.filter(name => text.includes(name))
		.sort((a, b) => text.indexOf(a) - text.indexOf(b));

describe('the variables of a batch', () => {
	it('are listed by name with tag, value, source, consumers and what deletes them', async () => {
		const terminal = open(worldWith(), {columns: 200});
		const text = await terminal.shows('zone');
		expect(text).toContain('› Variables');
		expect(text).toMatch(/order +order_id .* 42 .* test 000 .* 1 .*✓ sweep/);
		expect(text).toMatch(/user +user_id .*◌ missing/);
		expect(text).toMatch(/cart +cart_id .*◌ orphaned/);
		expect(shownNames(text)).toEqual(['cart_id', 'order_id', 'user_id', 'zone']);
	});

	it('show the way of the selected one: producer, value, consumers, cleanup', async () => {
		const terminal = open(worldWith());
		await terminal.shows('zone');
		terminal.type('j');
		const text = await terminal.shows('│ order_id ');
		const lines = text.split('\n').map(line => line.slice(58));
		const at = (part: string) => lines.findIndex(line => line.includes(part));
		expect(at('test 000')).toBeLessThan(at('$.data.id'));
		expect(at('$.data.id')).toBeLessThan(at('╭'));
		expect(at('╭')).toBeLessThan(at('order_id'));
		expect(at('╰')).toBeLessThan(at('└─ test 001'));
		expect(at('└─ test 001')).toBeLessThan(at('✓ sweep'));
	});

	it('name the near misses of one that no test gives', async () => {
		const terminal = open(worldWith());
		await terminal.shows('zone');
		terminal.type('jj');
		const text = await terminal.shows('no test gives it');
		expect(text).toMatch(/Near miss +userId/);
	});

	it.each([
		['2', ['order_id']],
		['3', ['cart_id']],
		['4', ['cart_id', 'order_id', 'user_id']],
		['5', ['zone']],
	])('are filtered by what happens to them (choice %s)', async (choice, names) => {
		const terminal = open(worldWith());
		await terminal.shows('zone');
		terminal.type(`x${choice}`);
		await terminal.until(text => text.includes('Esc shows all'), 'the filter');
		const list = terminal
			.lines()
			.slice(3)
			.map(line => line.slice(0, 56))
			.join('\n');
		expect(shownNames(list)).toEqual(names);
	});

	it('are ordered by consumers', async () => {
		const terminal = open(worldWith());
		await terminal.shows('zone');
		terminal.type('s2');
		await terminal.until(
			text =>
				shownNames(
					text
						.split('\n')
						.map(line => line.slice(0, 56))
						.join('\n'),
				)[0] === 'user_id',
			'most consumers first',
		);
	});

	it('lead to their producer, their consumer and their record', async () => {
		const world = worldWith();
		world.answers['getCleanup'] = () => sampleCleanup({cleanedUp: [sampleCard({outcome: 'auto'})]});
		const terminal = open(world);
		await terminal.shows('zone');
		terminal.type('jb');
		await terminal.until(text => /❯ +\S+ \S+ +test 000/.test(text), 'the producer');
		terminal.type('6');
		await terminal.shows('zone');
		terminal.type('n');
		await terminal.until(text => /❯ +\S+ \S+ +test 001/.test(text), 'the consumer');
		terminal.type('6');
		await terminal.shows('zone');
		terminal.type('d');
		await terminal.until(
			text => text.includes('› Cleanup') && /❯ +✓ Auto-cleaned/.test(text) && /│ order_id/.test(text),
			'the record',
		);
	});

	it('can be pinned to another producer, after a question', async () => {
		const world = worldWith();
		const changes: unknown[] = [];
		world.answers['updateTest'] = ({params, body}) => {
			changes.push([params['testId'], body]);
			return {testId: params['testId'], updatedFields: ['wiring'], updatedAt: '2026-01-31T09:30:00.000Z'};
		};
		const terminal = open(world);
		await terminal.shows('zone');
		terminal.type('P');
		await terminal.shows('Which test gives cart_id');
		expect(changes).toEqual([]);
		terminal.type('2');
		await terminal.shows('test 002 gives it from the next run on');
		expect(changes).toEqual([['tst_001', {wiring: {cart_id: 'tst_002'}}]]);
	});

	it('are all read, page by page', async () => {
		const many = Array.from({length: 250}, (_, n) =>
			sampleVariable({variableId: `var_${n}`, name: `value_${String(n).padStart(3, '0')}`}),
		);
		const terminal = open(worldWith(many));
		await terminal.shows('250 variables');
		terminal.type('G');
		await terminal.shows('value_249');
	});

	it('hide secrets', async () => {
		const terminal = open(worldWith([sampleVariable({name: 'token', value: '•••', secret: true})]));
		await terminal.shows('Its value is a secret and stays hidden.');
	});

	it('say how to make the first one', async () => {
		const terminal = open(worldWith([]));
		await terminal.shows('No variables yet');
	});

	it.each([60, 100, 200])('stay aligned at %i columns, whatever they are called', async columns => {
		const hostile = sampleVariable({name: '变量', value: 'a\u001b[31m\u202eb\nc'});
		const terminal = open(worldWith([hostile, order]), {columns});
		await terminal.shows('变量');
		const column = terminal.columnOf('DYNAMIC');
		expect(terminal.columnOf('变量')).toBe(column);
		expect(terminal.columnOf('order_id')).toBe(column);
		expect(terminal.text()).not.toMatch(/[\u202e\u001b]/);
	});
});
