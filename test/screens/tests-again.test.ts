import {afterEach, describe, expect, it} from 'vitest';
import {ApiError} from '../../source/errors/api-error.ts';
import {createWorld} from '../helpers/shop-world.ts';
import {type OpenScreen, openScreen} from '../helpers/terminal-screen.tsx';
import type {WireWorld} from '../helpers/wire-world.ts';

let screen: OpenScreen;
afterEach(() => screen.close());

const open = (world: WireWorld, options: Parameters<typeof openScreen>[1] = {}) => {
	screen = openScreen(world, {screen: 'tests', id: 'prj_1', ...options});
	return screen.terminal;
};

const ended = (status: string) => ({
	runId: 'run_1',
	testId: 'tst_000',
	projectId: 'prj_1',
	userId: 'usr_1',
	createdAt: '2026-01-31T09:00:00.000Z',
	status,
	source: 'cli',
	startedAt: null,
	finishedAt: null,
	codeVersion: null,
	targetUrl: null,
	createdFrom: null,
	failedStepIndex: null,
	failureKind: status === 'failed' ? 'assertion' : null,
	error: null,
	videoUrl: null,
	stepSummary: {total: 0, completed: 0, passedCount: 0, failedCount: 0},
});

describe('running tests again', () => {
	function worldWithRerun() {
		const world = createWorld();
		const bodies: Record<string, unknown>[] = [];
		world.answers['rerunBatch'] = ({body}) => {
			bodies.push(body);
			return {
				batchId: 'bat_1',
				accepted: [],
				conflicts: [],
				deferred: [],
				closure: {byProject: []},
				notFound: [],
			};
		};
		return {world, bodies};
	}

	it.each([
		['1', undefined],
		['2', true],
	])('asks whether with what it needs, or alone (choice %s)', async (choice, skipDependencies) => {
		const {world, bodies} = worldWithRerun();
		const terminal = open(world);
		await terminal.shows('import requests');
		terminal.type('R');
		await terminal.shows('Alone, with the values of the run before');
		terminal.type(choice);
		await terminal.showsRun();
		expect(bodies).toEqual([
			{testIds: ['tst_000'], source: 'cli', autoHeal: true, ...(skipDependencies ? {skipDependencies} : {})},
		]);
	});

	it('means the selected tests where some are selected', async () => {
		const {world, bodies} = worldWithRerun();
		const terminal = open(world);
		await terminal.shows('import requests');
		terminal.type(' j ');
		await terminal.shows('2 selected');
		terminal.type('R');
		await terminal.shows('Run 2 tests again');
		terminal.type('1');
		await terminal.showsRun();
		expect(bodies[0]?.['testIds']).toEqual(['tst_000', 'tst_001']);
	});

	it('is not offered for a test that runs, or has nothing to run yet', async () => {
		const world = createWorld();
		world.tests = world.tests.map((test, index) => ({
			...test,
			status: ['running', 'draft', 'passed'][index] ?? 'passed',
		}));
		const terminal = open(world);
		await terminal.shows('import requests');
		expect(terminal.text()).not.toMatch(/R rerun/);
		terminal.type('jj');
		expect(await terminal.shows('R rerun')).toMatch(/❯ {2}✓ passed +test 002/);
	});
});

describe('a flaky check', () => {
	function worldWithOutcomes(outcomes: readonly string[]) {
		const world = createWorld();
		let attempt = 0;
		world.answers['rerunTest'] = () => {
			attempt += 1;
			return {
				runId: `run_${attempt}`,
				batchId: 'bat_9',
				status: 'queued',
				enqueuedAt: '2026-01-31T09:00:00.000Z',
				codeVersion: null,
				targetUrl: null,
				autoHeal: false,
			};
		};
		world.answers['getRun'] = ({params}) => ({
			...ended(outcomes[Number(params['runId']?.slice(4)) - 1] ?? 'running'),
			runId: params['runId'],
		});
		return world;
	}

	it('runs the test as often as asked, and says how often it passed', async () => {
		const world = worldWithOutcomes(['passed', 'failed', 'passed']);
		const terminal = open(world);
		await terminal.shows('import requests');
		terminal.type('F2');
		const text = await terminal.shows('is flaky: 2 of 3 passed');
		expect(text).toMatch(/Flaky check +2 of 3 passed/);
		expect(text).toMatch(/2 +✗ failed +assertion/);
		expect(text).toMatch(/◌ flaky/);
		expect(world.calls.filter(call => call.startsWith('rerunTest'))).toHaveLength(3);
	});

	it('shows how far it is, and is stopped after the attempt that runs', async () => {
		const outcomes = ['passed'];
		const world = worldWithOutcomes(outcomes);
		const terminal = open(world);
		await terminal.shows('import requests');
		terminal.type('F4');
		await terminal.shows('flaky check 2/10');
		expect(await terminal.shows('c stops it')).toMatch(/2 +● running +of 10/);
		terminal.type('c');
		await terminal.shows('the last one');
		outcomes.push('passed');
		await screen.clock.advance(1000);
		await terminal.shows('is stable: 2 of 2 passed');
		expect(world.calls.filter(call => call.startsWith('rerunTest'))).toHaveLength(2);
	});

	it('says why when it cannot be started', async () => {
		const world = createWorld();
		world.answers['rerunTest'] = () => {
			throw new ApiError('INSUFFICIENT_CREDITS', 'The credits do not cover a run.');
		};
		const terminal = open(world);
		await terminal.shows('import requests');
		terminal.type('F2');
		await terminal.shows('The credits do not cover a run.');
		expect(terminal.text()).not.toContain('flaky check');
	});
});

describe('what is declared of a test', () => {
	function worldWithUpdate() {
		const world = createWorld({count: 3});
		const bodies: Record<string, unknown>[] = [];
		world.answers['updateTest'] = ({params, body}) => {
			bodies.push(body);
			world.tests = world.tests.map(test => (test.id === params['testId'] ? {...test, ...body} : test));
			return {testId: params['testId'], updatedFields: Object.keys(body), updatedAt: '2026-01-31T09:30:00.000Z'};
		};
		return {world, bodies};
	}

	it.each([60, 100])('is edited in a form, and only what was changed is sent (%i columns)', async columns => {
		const {world, bodies} = worldWithUpdate();
		const terminal = open(world, {columns, rows: 30});
		await terminal.shows('Produces   orderId');
		terminal.type('m');
		await terminal.shows('Edit test');
		terminal.type(' again\r');
		terminal.type('\r');
		terminal.type('\u0015teardown\r');
		terminal.type('\r\r');
		await terminal.drained();
		terminal.type('30\r\r');
		await terminal.shows('Saved the changes');
		expect(bodies).toEqual([{name: 'test 000 again', category: 'teardown', timeoutSeconds: 30}]);
		await terminal.shows('test 000 again');
	});

	it.each([60, 100])('names the tests it comes after, picked by letters of their names (%i columns)', async columns => {
		const {world, bodies} = worldWithUpdate();
		world.tests = world.tests.map((test, index) => ({
			...test,
			name: ['Pay', 'Create an order', 'Sign in'][index] ?? '',
		}));
		const terminal = open(world, {columns, rows: 30});
		await terminal.shows('Produces   orderId');
		terminal.type('m');
		await terminal.shows('Edit test');
		// The last field: one up from the first.
		terminal.type('\u001B[Z');
		const offered = await terminal.shows('Create an order');
		expect(offered).toMatch(/❯ After/);
		expect(offered).not.toMatch(/After[^\n]*\n[^\n]*Pay/);
		terminal.type('sig');
		await terminal.until(text => /❯ Sign in/.test(text), 'the one that is called so under the cursor');
		terminal.type('\r');
		await terminal.shows('Backspace takes the last one out');
		terminal.type('\u001B[B\r');
		await terminal.until(text => /After +Sign in, Create an order/.test(text), 'both');
		await terminal.shows('there is no other');
		terminal.type('\r');
		await terminal.shows('Saved the change');
		expect(bodies).toEqual([{after: ['tst_002', 'tst_001']}]);
	});

	it('keeps, drops and clears the tests it comes after', async () => {
		const {world, bodies} = worldWithUpdate();
		world.tests = world.tests.map(test => ({
			...test,
			after: [
				{testId: 'tst_001', title: 'test 001'},
				{testId: 'tst_elsewhere', title: 'one that the list has not reached'},
			],
		}));
		const terminal = open(world);
		await terminal.shows('import requests');
		terminal.type('m');
		await terminal.until(text => /After +test 001, one that the list/.test(text), 'both names');
		terminal.type('\u001B[Z\r');
		await terminal.shows('Nothing was changed.');
		terminal.type('m');
		await terminal.shows('Edit test');
		terminal.type('\u001B[Z\u007F\r');
		await terminal.shows('Saved the change');
		terminal.type('m');
		await terminal.shows('Edit test');
		terminal.type('\u001B[Z\u007F\u007F\r');
		await expect.poll(() => bodies).toEqual([{after: ['tst_001']}, {after: null}]);
	});

	it('says why an order is refused, and leaves the form open', async () => {
		const {world} = worldWithUpdate();
		world.answers['updateTest'] = () => {
			throw new ApiError('VALIDATION_ERROR', 'test 000 would come after itself: test 000, test 001, test 000.');
		};
		const terminal = open(world);
		await terminal.shows('import requests');
		terminal.type('m');
		await terminal.shows('Edit test');
		terminal.type('\u001B[Ztest 001\r\r');
		await terminal.shows('would come after itself');
		await terminal.until(text => /After +test 001/.test(text), 'what was picked');
	});

	it('is cleared by an empty field', async () => {
		const {world, bodies} = worldWithUpdate();
		const terminal = open(world);
		await terminal.shows('import requests');
		terminal.type('m');
		await terminal.shows('Edit test');
		terminal.type('\t\t\t\u0015\r\r\r\r');
		await terminal.shows('Saved the change');
		expect(bodies).toEqual([{produces: null}]);
	});

	it.each([
		['\t\t\t\u00159lives\r\r\r\r', '"9lives" is no name of a value'],
		['\u0015\r\r\r\r\r\r\r', 'Name is required.'],
		['\t\t\t\t\tsoon\r\r', 'whole seconds, 1 to 3600'],
	])('is refused with the reason when it is wrong (%j)', async (keys, reason) => {
		const {world, bodies} = worldWithUpdate();
		const terminal = open(world);
		await terminal.shows('import requests');
		terminal.type('m');
		await terminal.shows('Edit test');
		terminal.type(keys);
		await terminal.shows(reason);
		expect(bodies).toEqual([]);
	});

	it('is left alone when nothing was changed', async () => {
		const {world, bodies} = worldWithUpdate();
		const terminal = open(world);
		await terminal.shows('import requests');
		terminal.type('m');
		await terminal.shows('Edit test');
		terminal.type('\r\r\r\r\r\r\r');
		await terminal.shows('Nothing was changed.');
		expect(bodies).toEqual([]);
	});
});

it('the history of a test is one key away, and Esc comes back', async () => {
	const terminal = open(createWorld());
	await terminal.shows('import requests');
	terminal.type('H');
	await terminal.shows('History of test 000');
	terminal.type('\u001b');
	await terminal.shows('import requests');
});
