import {afterEach, describe, expect, it} from 'vitest';
import {ApiError} from '../../source/errors/api-error.ts';
import {createFailedWorld} from '../helpers/failed-world.ts';
import {createWorld} from '../helpers/shop-world.ts';
import {type OpenScreen, openScreen} from '../helpers/terminal-screen.tsx';

let screen: OpenScreen;
afterEach(() => screen.close());

const open = (...[world, options]: Parameters<typeof openScreen>) => {
	screen = openScreen(world, {orders: null, ...options});
	return screen.terminal;
};

describe('what one reads and presses', () => {
	it('a message stays on its screen', async () => {
		const terminal = open(createWorld(), {screen: 'tests', id: 'prj_1'});
		await terminal.shows('test 003');
		terminal.type('\u0012');
		await terminal.shows('Reading again');
		terminal.type('1');
		await terminal.until(text => !text.includes('› Tests'), 'the projects');
		expect(terminal.text()).not.toContain('Reading again');
	});

	it('nothing counts on while the service is away', async () => {
		const world = createWorld({count: 12, isRunning: true});
		const terminal = open(world, {screen: 'batch', id: 'bat_1'});
		const {clock} = screen;
		await terminal.shows('0:30');
		world.failure = new ApiError('UNAVAILABLE', 'The connection was refused.');
		terminal.type('\u0012');
		await terminal.shows('No answer from the service');
		await terminal.quiet();
		const head = terminal.lines()[3];
		await clock.advance(900);
		await clock.advance(5000);
		await terminal.quiet();
		expect(terminal.lines()[3]).toBe(head);
	});

	it('nothing counts on from the last word of a service that says nothing, until it answers', async () => {
		// The world holds what it is asked for as long as nothing changes: as a service that was stopped.
		const world = createWorld({count: 12, isRunning: true});
		const terminal = open(world, {screen: 'batch', id: 'bat_1'});
		const {clock} = screen;
		await terminal.shows('0:30');
		for (let second = 0; second < 12; second++) await clock.advance(1000);
		await terminal.shows('No answer from the service');
		// The clock goes back to the last word in the frame after the one that says so.
		await terminal.quiet();
		expect(terminal.text()).toContain('offline');
		const head = terminal.lines()[3];
		expect(head).toContain('0:30');
		await clock.advance(2000);
		await terminal.quiet();
		expect(terminal.lines()[3]).toBe(head);
		world.change('bat_1', batch => ({...batch}));
		await terminal.showsNot('No answer from the service');
		await clock.advance(500);
		await terminal.shows('0:44');
	});

	it('what needs attention stands on top of the tests', async () => {
		const terminal = open(createWorld({count: 20}), {screen: 'tests', id: 'prj_1', columns: 60});
		await terminal.shows('test 003');
		const names = terminal.lines().flatMap(line => /test (\d{3})/.exec(line)?.[1] ?? []);
		expect(names.slice(0, 5)).toEqual(['003', '013', '004', '014', '000']);
	});

	it('what runs stands on top of a live run', async () => {
		const world = createWorld({count: 30, isRunning: true});
		const terminal = open(world, {screen: 'batch', id: 'bat_1', columns: 200, rows: 60});
		await terminal.shows('Wave 3');
		const rows = terminal.lines().filter(line => /Running|Pending/.test(line));
		expect(rows[0]).toContain('Running');
		const waves = terminal.lines().flatMap(line => /Wave (\d)/.exec(line)?.[1] ?? []);
		expect(waves).toEqual(['1', '2', '3']);
	});

	it('a wave with a failure stands above those without', async () => {
		const terminal = open(createFailedWorld().world, {screen: 'batch', id: 'bat_1', columns: 60, rows: 40});
		await terminal.shows('Wave 1');
		const rows = terminal.lines().filter(line => /Log in|Create a coupon/.test(line));
		expect(rows[0]).toContain('Create a coupon');
	});

	it('the palette ranks by the words of the footer', async () => {
		const terminal = open(createWorld(), {screen: 'tests', id: 'prj_1'});
		await terminal.shows('test 003');
		for (const [word, label] of [
			['rerun', 'run again, with or without what it needs'],
			['select', 'select for the next run'],
			['status', 'show only tests of a status'],
			['edit', 'edit the code in $EDITOR'],
		] as const) {
			terminal.type(`:${word}`);
			await terminal.until(text => text.includes(`❯ ${label}`), label);
			terminal.type('\u001B');
			await terminal.showsNot('Command');
		}
	});

	it('an order that was chosen holds at the next start', async () => {
		const terminal = open(createWorld({count: 20}), {screen: 'tests', id: 'prj_1', columns: 60});
		await terminal.shows('test 003');
		terminal.type('s3');
		await terminal.until(text => text.indexOf('test 000') < text.indexOf('test 003'), 'the order by name');
		const {readFileSync} = await import('node:fs');
		expect(JSON.parse(readFileSync(`${screen.home}/dashboard.json`, 'utf8'))).toEqual({orders: {tests: 'name'}});
	});

	it('deletes the selected tests after their number was typed', async () => {
		const world = createWorld({count: 8});
		const terminal = open(world, {screen: 'tests', id: 'prj_1', columns: 60});
		await terminal.shows('test 003');
		terminal.type(' j D');
		const asked = await terminal.shows('delete 2 tests');
		expect(asked).toMatch(/"test 00\d[^"]*", "test 00\d[^"]*"\./);
		terminal.type('delete 2 tests\r');
		await terminal.shows('Deleted 2 tests');
		expect(world.tests.map(({id}) => id)).not.toContain('tst_003');
		expect(world.tests).toHaveLength(6);
	});

	it('changes what the selected tests share', async () => {
		const world = createWorld({count: 8});
		const changed: unknown[] = [];
		world.answers['updateTest'] = ({params, body}) => {
			changed.push([params['testId'], body]);
			return {testId: params['testId'], updatedFields: Object.keys(body), updatedAt: '2026-01-31T09:30:00.000Z'};
		};
		const terminal = open(world, {screen: 'tests', id: 'prj_1', columns: 60});
		await terminal.shows('test 003');
		terminal.type(' j m');
		await terminal.shows('Edit 2 tests');
		terminal.type('l\rteardown\r\r');
		await terminal.showsNot('Edit 2 tests');
		expect(changed).toEqual([
			['tst_003', {priority: null, category: 'teardown'}],
			['tst_004', {priority: null, category: 'teardown'}],
		]);
	});

	it.each(['tests', 'batch'])('one key runs the test under the cursor again alone: %s', async word => {
		const world = createWorld({count: 8});
		let body: unknown;
		world.answers['rerunBatch'] = asked => {
			body = asked.body;
			throw new ApiError('CONFLICT', 'It runs already.', {details: {reason: 'in_flight'}});
		};
		const terminal = open(world, {screen: word, id: word === 'tests' ? 'prj_1' : 'bat_1', columns: 60});
		await terminal.shows('test 003');
		terminal.type('A');
		await terminal.shows('It runs already.');
		expect(body).toMatchObject({testIds: ['tst_003'], skipDependencies: true});
	});

	it('Space ticks a test and stays on it', async () => {
		const terminal = open(createWorld({count: 8}), {screen: 'tests', id: 'prj_1', columns: 100});
		await terminal.shows('test 003');
		const atCursor = (text: string) => /❯.*(test \d+)/.exec(text)?.[1];
		const first = atCursor(terminal.text());
		terminal.type('jj');
		const moved = await terminal.until(text => ![undefined, first].includes(atCursor(text)), 'another test');
		terminal.type(' ');
		const text = await terminal.shows('1 selected');
		expect(atCursor(text)).toBe(atCursor(moved));
		terminal.type(' ');
		await terminal.until(shown => !shown.includes('selected'), 'nothing selected');
	});

	it('a filter that is cleared leaves the cursor on its test', async () => {
		const terminal = open(createWorld({count: 8}), {screen: 'tests', id: 'prj_1', columns: 100});
		await terminal.shows('test 003');
		terminal.type('/005\r');
		await terminal.until(text => /❯ .*test 005/.test(text) && !text.includes('test 001'), 'one test');
		terminal.type('\u001B');
		await terminal.until(text => /❯ .*test 005/.test(text) && text.includes('test 001'), 'all tests, the same cursor');
	});

	it('5 says so where nothing failed', async () => {
		const terminal = open(createWorld({count: 2}), {screen: 'tests', id: 'prj_1', columns: 100});
		await terminal.shows('test 001');
		terminal.type('5');
		await terminal.shows('Nothing failed or was blocked here.');
	});
});
