import {afterEach, describe, expect, it} from 'vitest';
import {createWorld, endMembers} from '../helpers/shop-world.ts';
import {type OpenScreen, openScreen} from '../helpers/terminal-screen.tsx';
import {sampleBatch, sampleMember, sampleResult} from '../helpers/wire-samples.ts';
import type {WireWorld} from '../helpers/wire-world.ts';

let screen: OpenScreen;
afterEach(() => screen.close());

const open = (world: WireWorld, options: Parameters<typeof openScreen>[1] = {}) => {
	screen = openScreen(world, {screen: 'batch', id: 'bat_1', ...options});
	return screen.terminal;
};
const running = (count = 12) => createWorld({count, isRunning: true});
const passed = () => 'passed';

describe('a run on a small terminal', () => {
	it('tells all its counts at 60 columns and 16 rows', async () => {
		const world = createWorld({count: 40, isRunning: true});
		endMembers(world, index => (index % 2 === 0 ? 'passed' : 'blocked'), [2, 3, 4, 5, 6, 7]);
		endMembers(world, () => 'failed', [8]);
		const terminal = open(world, {columns: 60, rows: 16});
		expect(await terminal.shows('✗ 1')).toMatch(
			/✓ 3 pass\w* +✗ 1 fail\w* +◌ 3 block\w* +● 2 run\w* +· 31 (?:queued|wait)/,
		);
	});

	it('has no cursor beside a dialog, and has it back behind it', async () => {
		const terminal = open(createWorld({isRunning: true}), {columns: 60, rows: 24});
		await terminal.until(text => /^❯/m.test(text), 'the cursor');
		terminal.type('c');
		await terminal.shows('Keep it going');
		expect(terminal.text()).not.toMatch(/^❯/m);
		terminal.type('\u001b');
		await terminal.until(text => /^❯/m.test(text), 'the cursor');
	});

	it('is compared with the run before it', async () => {
		const world = createWorld({count: 3});
		const last = world.batches.get('bat_1');
		if (last) {
			world.batches.set('bat_0', {...last, batchId: 'bat_0', createdAt: '2026-01-30T09:00:00.000Z'});
			world.batches.set('bat_1', {...last, previousBatchId: 'bat_0'});
		}
		const terminal = open(world);
		await terminal.shows('Wave 1');
		terminal.type('C');
		expect(await terminal.shows('= 3 same')).toContain('before');
	});
});

describe('a run while it goes on', () => {
	it('shows counts, progress, time and waves with their members', async () => {
		const terminal = open(running());
		const text = await terminal.shows('Wave 3');
		expect(text).toContain('Projects › shop-api › Run, under way');
		expect(text).toMatch(/running {3}wave 1 of 3/);
		expect(text).toContain('0/12');
		expect(text).toContain('● 2 running   · 10 queued');
		expect(text).toMatch(/▾ Wave 1 {3}0\/4 {3}● 1 running/);
		expect(text).toMatch(/Running +test 000 +0:10/);
	});

	it('shows a change as soon as the service tells it', async () => {
		const world = running();
		const terminal = open(world);
		await terminal.shows('Wave 1');
		endMembers(world, () => 'failed', [0]);
		const text = await terminal.shows('1/12');
		expect(text).toMatch(/✗ Failed +test 000 +120 ms/);
	});

	it('lets its clock run', async () => {
		const terminal = open(running());
		await terminal.shows('0:30');
		await screen.clock.advance(5000);
		await terminal.shows('0:35');
	});

	it('follows the running test with the cursor until one moves it', async () => {
		const world = running();
		const terminal = open(world);
		await terminal.until(text => /❯ +. Running +test 000/.test(text), 'the cursor on the first running test');
		endMembers(world, passed, [0]);
		await terminal.until(text => /❯ +. Running +test 001/.test(text), 'the cursor on the next running test');
		terminal.type('gg');
		await terminal.until(text => /❯ +▾ Wave 2/.test(text), 'the cursor on the first row');
		endMembers(world, passed, [1]);
		await terminal.shows('2/12');
		expect(terminal.text()).toMatch(/❯ +▾ Wave 2/);
		terminal.type('F');
		await terminal.shows('Following the run');
		await terminal.until(text => !/❯ +▾ Wave 2/.test(text), 'the cursor elsewhere');
	});

	it('shows what the selected test prints, once a second', async () => {
		const world = running();
		let reads = 0;
		Object.defineProperty(world.results, 'get', {
			value: () => sampleResult({runIdIfAvailable: 'run_000', apiOutput: `line ${++reads}`}),
		});
		const terminal = open(world);
		await terminal.shows('line 1');
		await screen.clock.advance(3000);
		await terminal.shows('line 4');
	});

	it('folds waves', async () => {
		const terminal = open(running());
		await terminal.shows('test 000');
		terminal.type('gg ');
		await terminal.until(text => /▸ Wave 1/.test(text) && !text.includes('test 003'), 'a folded wave');
		terminal.type('Z');
		await terminal.shows('test 003');
		terminal.type('Z');
		await terminal.until(text => (text.match(/▸ Wave/g) ?? []).length === 3, 'three folded waves');
	});

	it('asks before it cancels, and cleans up unless told otherwise', async () => {
		const world = running();
		const asked: unknown[] = [];
		const call = world.call.bind(world);
		world.call = (route, input) => {
			if (route.name === 'cancelBatch') asked.push(input?.body);
			return call(route, input);
		};
		const terminal = open(world);
		await terminal.shows('Wave 1');
		terminal.type('c');
		await terminal.shows('2 running and 10 queued tests are stopped.');
		terminal.type('\r');
		await terminal.showsNot('Cancel this run');
		expect(asked).toEqual([]);
		terminal.type('c2');
		await terminal.shows('Cancelled 12 tests');
		terminal.type('c3');
		await terminal.showsNot('Cancel this run');
		expect(asked).toEqual([undefined, {skipCleanup: true}]);
	});

	it('is left going by a key, and shown again by another', async () => {
		const world = running();
		const terminal = open(world);
		await terminal.shows('Wave 1');
		terminal.type('d');
		await terminal.shows('The run goes on.');
		await terminal.until(text => /● running +test 000/.test(text), 'the live status in the list');
		terminal.type('3');
		await terminal.showsRun();
		expect(world.calls.some(call => call.startsWith('cancelBatch'))).toBe(false);
	});

	it('tells the terminal how far it is, and when it has ended', async () => {
		const world = running();
		const terminal = open(world, {env: {}});
		await terminal.shows('Wave 1');
		endMembers(world, () => 'failed', [0, 1]);
		await terminal.shows('2/12');
		expect(terminal.written.join('')).toContain('\u001B]0;svc: shop-api 2/12, 2 failed\u0007');
		endMembers(world, passed);
		await terminal.shows('The run ended. shop-api passed: 12 passed');
		const written = terminal.written.join('');
		expect(written).toContain('\u001B]0;svc: shop-api passed\u0007');
		expect(written).toContain('\u001B]9;svc: shop-api passed: 12 passed\u0007');
		expect(terminal.written).toContain('\u0007');
	});

	it('has a bar of its own for the cleanup', async () => {
		const world = running();
		const terminal = open(world);
		await terminal.shows('Wave 1');
		world.change('bat_1', batch => ({
			...batch,
			phase: 'cleanup',
			outcome: 'passed',
			cleanup: {...batch.cleanup, state: 'running', captured: 8, cleaned: 3, pending: 5},
		}));
		const text = await terminal.shows('3 of 8 cleaned up');
		expect(text).toContain('cleaning up');
	});
});

describe('a run that has ended', () => {
	it('keeps its summary: verdict, time, counts by wave', async () => {
		const terminal = open(createWorld());
		await terminal.shows('Wave 1');
		terminal.type('gg');
		await terminal.until(text => /❯ +▾ Wave 1/.test(text), 'the cursor on the first wave');
		await screen.clock.advance(200);
		const text = await terminal.shows('│ all');
		expect(text).toMatch(/✗ failed +30\.0 s/);
		expect(text).toContain('✓ 32 passed   ✗ 4 failed   ◌ 4 blocked');
		expect(text).toMatch(/│ all +│ +40 │ +32 │ +4 │ +4 │/);
	});

	it('begins at the first failed test, and stays where the cursor is put', async () => {
		const terminal = open(createWorld());
		await terminal.until(text => /❯ +✗ Failed +test 003/.test(text), 'the cursor on the first failed test');
		terminal.type('j');
		await terminal.until(text => /❯ +✗ Failed +test 033/.test(text), 'the cursor below it');
		terminal.type('\u0012');
		await terminal.until(text => /❯ +✗ Failed +test 033/.test(text), 'the cursor where it was');
	});

	it('begins at its first wave when all is green', async () => {
		const world = createWorld({isRunning: true});
		endMembers(world, () => 'passed');
		const terminal = open(world);
		await terminal.until(text => /❯ +▾ Wave 1/.test(text), 'the cursor on the first wave');
	});

	it('shows only what failed or is blocked when asked', async () => {
		const terminal = open(createWorld());
		await terminal.shows('test 000');
		terminal.type('x');
		const text = await terminal.shows('8 of 40');
		expect(text).not.toMatch(/✓ Pass/);
		terminal.type('x');
		await terminal.shows('test 000');
	});

	it('jumps from a blocked test to its producer, also out of a folded wave', async () => {
		const world = createWorld({count: 0});
		const blockedBy = {
			variable: 'orderId',
			reason: 'producer_failed',
			producer: {testId: 'tst_a', title: 'creates an order'},
			didYouMean: null,
		};
		world.batches.set(
			'bat_1',
			sampleBatch([
				sampleMember({testId: 'tst_a', runId: 'run_a', name: 'creates an order', status: 'failed'}),
				sampleMember({testId: 'tst_b', runId: 'run_b', name: 'reads it', status: 'blocked', wave: 2, blockedBy}),
			]),
		);
		const terminal = open(world);
		await terminal.shows('reads it');
		terminal.type(' G');
		await terminal.until(text => /▸ Wave 1/.test(text) && /❯ +◌ Blocked +reads it/.test(text), 'the blocked test');
		await screen.clock.advance(200);
		await terminal.shows('orderId: its producer failed');
		terminal.type('b');
		await terminal.until(text => /❯ +✗ Failed +creates an order/.test(text), 'the cursor on the producer');
		terminal.type('\u001B');
		await terminal.until(text => /❯ +◌ Blocked +reads it/.test(text), 'the test that one came from');
	});

	it.each([
		['run_all', 'All tests of the project', undefined],
		['run', 'The same 2 tests', ['tst_000', 'tst_001']],
	])('can be run again with the same tests, and one of all stays one: %s', async (trigger, choice, testIds) => {
		const world = createWorld({count: 2});
		world.change('bat_1', batch => ({...batch, trigger}));
		let body: unknown;
		world.runBatch = asked => {
			body = asked;
			world.batches.set('bat_2', sampleBatch([sampleMember({status: 'running'})], {batchId: 'bat_2'}));
			return {batchId: 'bat_2', accepted: [], conflicts: [], deferred: [], skippedFrontend: [], skippedIntegration: []};
		};
		const terminal = open(world);
		await terminal.shows('test 000');
		terminal.type('r');
		await terminal.shows(choice);
		expect(body).toBe(undefined);
		terminal.type('\r');
		await terminal.shows('Run, under way');
		expect(body).toMatchObject({projectId: 'prj_1'});
		expect((body as {testIds?: string[]}).testIds).toEqual(testIds);
	});

	it('shows why a test failed, and lets one copy it', async () => {
		const world = createWorld({count: 4});
		world.results.set(
			'tst_003',
			sampleResult({runIdIfAvailable: 'run_003', trace: 'AssertionError: expected 201', apiOutput: 'POST /orders'}),
		);
		const terminal = open(world);
		await terminal.shows('test 003');
		terminal.type('/003\rjj');
		await terminal.until(text => /❯ +✗ Failed +test 003/.test(text), 'the failed test');
		await screen.clock.advance(200);
		await terminal.shows('AssertionError: expected 201');
		terminal.type('\ty');
		await terminal.shows('copied.txt: the text');
		const copied = /\u001B\]52;c;([^\u0007]+)\u0007/.exec(terminal.written.join(''))?.[1] ?? '';
		expect(Buffer.from(copied, 'base64').toString()).toContain(
			'AssertionError: expected 201\n\nOutput\nPOST /orders\n',
		);
	});

	it('asks for nothing any more, but whether the service is there', async () => {
		const world = createWorld();
		const terminal = open(world);
		await terminal.shows('Wave 1');
		terminal.type('gg');
		await terminal.until(text => /❯ +▾ Wave 1/.test(text), 'the cursor on the first wave');
		await screen.clock.advance(200);
		await terminal.shows('│ all');
		world.calls.length = 0;
		await screen.clock.advance(60_000);
		expect(new Set(world.calls)).toEqual(new Set(['getMe']));
		// The next minute, for the ages, and the next look at the service.
		expect(screen.clock.pending()).toBe(2);
	});
});
