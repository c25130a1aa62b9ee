import {afterEach, describe, expect, it} from 'vitest';
import {ApiError} from '../../source/errors/api-error.ts';
import {flowCall, flowGroup, flowView, flowWorld, shopFlow} from '../helpers/flow-world.ts';
import {createWorld} from '../helpers/shop-world.ts';
import {type OpenScreen, openScreen} from '../helpers/terminal-screen.tsx';
import type {WireWorld} from '../helpers/wire-world.ts';

let screen: OpenScreen;
afterEach(() => screen.close());

function open(world: WireWorld = flowWorld(), options: Parameters<typeof openScreen>[1] = {}) {
	screen = openScreen(world, {screen: 'dataflow', id: 'bat_1', ...options});
	return screen.terminal;
}

const copied = (written: readonly string[]): string =>
	Buffer.from(written.join('').match(/\]52;c;([A-Za-z0-9+/=]+)/)?.[1] ?? '', 'base64').toString();

describe('the flow between endpoints', () => {
	it('shows an arrow from what gives a value to what takes it, and what there is in all', async () => {
		const text = await open().shows('/payments');
		expect(text).toContain('› Data flow');
		expect(text).toContain('5 tests · 6 calls · 5 endpoints · 1 cleanup DELETE ');
		expect(text).toContain('[Flow]');
		expect(text).toContain('● gives values   ├─▸ uses them');
		const picture = text.split('\n').slice(7, 16);
		expect(picture.map(line => line.slice(3, 45).trimEnd())).toEqual([
			'      ▾ /login',
			'      POST   /login',
			'●──── ↓ token → 2 endpoints',
			'│     ▾ /orders',
			'├───▸ POST   /orders',
			'│ ●── ↓ order_id → 2 endpoints',
			'│ ├─▸ GET    /orders/{orderId}',
			'╰─╰─▸ POST   /orders/{orderId}/payments',
			'      DELETE /orders/{orderId}',
		]);
		expect(picture.map(line => line.slice(45, 56).trim())).toEqual([
			'✓ 1/1',
			'✓ 1/1',
			'',
			'✗ 2/4',
			'✓ 1/1',
			'',
			'✓ 1/1',
			'✗ 0/2',
			'1 other',
		]);
	});

	it('marks what uses a value, and goes round from one to the next', async () => {
		const terminal = open();
		await terminal.shows('/payments');
		terminal.type('jn');
		await terminal.until(text => /❯◆ ├─+▸ POST +\/orders /.test(text), 'the first consumer');
		expect(terminal.text()).toContain('token: used by 2 endpoints, marked in the list.');
		expect(terminal.text()).toMatch(/ ◆ ╰─╰─▸ POST/);
		terminal.type('n');
		await terminal.until(text => /❯◆ ╰─╰─▸ POST/.test(text), 'the next consumer');
		terminal.type('n');
		await terminal.until(text => /❯◆ ├─+▸ POST +\/orders /.test(text), 'the first consumer again');
		terminal.type('u');
		await terminal.until(text => !/◆ [├╰]/.test(text), 'no marks');
	});

	it('jumps to the producer, and asks which one where there are several', async () => {
		const terminal = open();
		await terminal.shows('/payments');
		terminal.type('jjjj');
		await terminal.until(text => /❯ +├─+▸ POST +\/orders /.test(text), 'the order');
		terminal.type('b');
		await terminal.until(text => /❯◆ +POST +\/login/.test(text), 'its producer');
		terminal.type('Gkb');
		await terminal.shows('Jump to the producer of');
		expect(terminal.text()).toContain('order_id: POST /orders');
		terminal.type('2');
		await terminal.until(text => /❯◆ ├─+▸ POST +\/orders /.test(text), 'the chosen producer');
	});

	it('says on what a key works that does nothing here', async () => {
		const terminal = open();
		await terminal.shows('/payments');
		terminal.type('t');
		await terminal.shows('That is for one call: m lists the calls of an endpoint.');
		terminal.type('v');
		await terminal.shows('No variable of a test flows here.');
		terminal.type('b');
		await terminal.shows('It takes no value from a call.');
		terminal.type('x');
		await terminal.shows('That is for the list of calls: m shows it.');
		terminal.type('a');
		await terminal.shows('To run its tests again: 2, then a.');
	});

	it('folds a family; its arrows end at its head then', async () => {
		const terminal = open();
		await terminal.shows('/payments');
		terminal.type('jjj ');
		await terminal.showsNot('●────');
		const text = await terminal.shows('▸ /orders');
		expect(text).toMatch(/❯ {2}╰─▸ ▸ \/orders {2}4 endpoints/);
	});

	it('tells long paths of a family whole in the pane, with their tally, and by their ends in the list', async () => {
		const path = `/organisations/acme-industries/workspaces/payments-and-billing/deployment-configurations`;
		const view = flowView([
			flowGroup('POST', path, [flowCall(0, 'POST', path)]),
			flowGroup('POST', `${path}/{id}/rollouts`, [flowCall(1, 'POST', `${path}/{id}/rollouts`)]),
		]);
		const terminal = open(flowWorld(view), {columns: 100, rows: 30});
		await terminal.shows('2 endpoints');
		expect(terminal.text()).toMatch(/POST +\/organi\S*…\S*\/rollouts +✓ 1\/1/);
		const pane = terminal.lines().map(line => line.slice(line.indexOf('│') + 1).trim());
		expect(pane.join('')).toContain(`${path}/{id}/rollouts  ✓ 1/1`);
	});

	it('tells in the pane what an endpoint gives and uses, and who calls it', async () => {
		const terminal = open();
		await terminal.shows('/payments');
		terminal.type('jjjj');
		const text = await terminal.shows('Called by');
		expect(text).toMatch(/Gives/);
		expect(text).toContain('→ GET /orders/{orderId}');
		expect(text).toContain('↑ token  ← POST /login');
		expect(text).toContain('test 001');
	});

	it('opens the calls of an endpoint', async () => {
		const terminal = open();
		await terminal.shows('/payments');
		terminal.type('jjjj\r');
		await terminal.until(text => /❯ ▾ POST \/orders {3}1 call/.test(text), 'the head of its calls');
		expect(terminal.text()).toContain('[Calls]');
	});
});

describe('the calls of a batch', () => {
	const calls = (world?: WireWorld, options?: Parameters<typeof openScreen>[1]) => {
		const terminal = open(world, options);
		return terminal.shows('[Flow]').then(() => {
			terminal.type('m');
			return terminal;
		});
	};

	it('stand under their endpoints with number, badges and latency; others below, folded', async () => {
		const terminal = await calls();
		const text = await terminal.shows('[Calls]');
		expect(text).toMatch(/201 +test 001 +↓ order_id {2}↑ t/);
		expect(text).toMatch(/404 +test 002 +↑ order_id/);
		expect(text).toMatch(/500 +✗ test 003/);
		expect(text).toMatch(/ - +test 004 .* -/);
		expect(text).toContain('▾ DELETE /orders/{orderId}   0 calls');
		expect(text).toContain('▸ Other observed behaviors (1)  cleanup 1');
		expect(text).not.toContain('204');
		terminal.type('Gz');
		await terminal.until(screenText => /204 +cleanup/.test(screenText), 'the cleanup call');
	});

	it('are read without bodies, and one whole when it is opened', async () => {
		const world = flowWorld();
		const asked: unknown[] = [];
		const answer = world.answers['listBatchCalls'];
		world.answers['listBatchCalls'] = (wire, headers) => {
			asked.push(wire.query);
			return answer?.(wire, headers);
		};
		const terminal = await calls(world);
		await terminal.shows('[Calls]');
		terminal.type('jjjj');
		await screen.clock.advance(200);
		terminal.type('j');
		await screen.clock.advance(200);
		const text = await terminal.shows('"error": "gone"');
		expect(text).toContain('GET http://shop.test/orders/7?page=2');
		expect(text).toContain('page: 2');
		expect(text).toContain('404  in 7 ms   ✓ passed');
		expect(text).toContain('uses order_id (← test 001)');
		expect(asked[0]).toMatchObject({bodies: 'false'});
		expect(asked.at(-1)).toMatchObject({endpoint: 'GET /orders/{orderId}', kind: 'test', testId: 'tst_002'});
		expect(asked.at(-1)).not.toHaveProperty('bodies');
	});

	it('jump from a producer to its consumers, and back', async () => {
		const terminal = await calls();
		await terminal.shows('[Calls]');
		terminal.type('jjjn');
		await terminal.until(text => /❯◆ 404 +test 002/.test(text), 'the first consumer');
		expect(terminal.text()).toMatch(/ ◆ 500 +✗ test 003/);
		terminal.type('b');
		await terminal.until(text => /❯◆ 201 +test 001/.test(text), 'the producer');
		expect(terminal.text()).not.toMatch(/ ◆ 500/);
	});

	it('unfold what a jump leads to', async () => {
		const terminal = await calls();
		await terminal.shows('[Calls]');
		terminal.type('jjjjz');
		await terminal.showsNot('404');
		terminal.type('kn');
		await terminal.until(text => /❯◆ 404 +test 002/.test(text), 'the consumer, unfolded');
	});

	it('are copied as a curl line', async () => {
		const terminal = await calls();
		await terminal.shows('[Calls]');
		terminal.type('jjjC');
		await terminal.shows('copied.txt: curl line');
		expect(copied(terminal.written)).toMatch(
			/^curl -X POST http:\/\/shop\.test\/orders -H 'content-type: application\/json' .*--data-binary '\{"item": "lamp"\}'$/,
		);
	});

	it('are filtered by words and by class of answer, others included', async () => {
		const terminal = await calls();
		await terminal.shows('[Calls]');
		terminal.type('/order_id');
		// What a value comes from is told beside it, by the name of its test.
		await terminal.until(text => !/\d +test 000/.test(text) && text.includes('test 002'), 'calls about an order');
		terminal.type('\u001b');
		await terminal.shows('test 000');
		terminal.type('x4');
		await terminal.until(text => text.includes('404') && !text.includes('201'), 'only 4xx');
		terminal.type('\u001b');
		await terminal.shows('201');
		terminal.type('x8');
		await terminal.until(text => text.includes('204') && !text.includes('201'), 'only others');
	});

	it('lead to the test that made them, and to the variable', async () => {
		const world = flowWorld();
		world.answers['listBatchVariables'] = () => ({batchId: 'bat_1', version: 1, items: [], nextToken: null});
		const terminal = await calls(world);
		await terminal.shows('[Calls]');
		terminal.type('jjjt');
		await terminal.until(text => /❯ +\S+ \S+ +test 001/.test(text), 'the cursor on the test');
		terminal.type('8');
		await terminal.shows('[Calls]');
		terminal.type('jjv');
		await terminal.shows('› Variables');
	});

	it('say why one could not be read, and go on', async () => {
		const world = flowWorld();
		const answer = world.answers['listBatchCalls'];
		world.answers['listBatchCalls'] = (wire, headers) => {
			if (wire.query['testId'] !== undefined)
				throw new ApiError('NOT_FOUND', 'There is no such batch.', {nextAction: 'svc batch list'});
			return answer?.(wire, headers);
		};
		const terminal = await calls(world);
		await terminal.shows('[Calls]');
		terminal.type('jjj');
		await screen.clock.advance(200);
		await terminal.until(text => text.replace(/\s+│?\s*/g, ' ').includes('This could not be read'), 'why');
		terminal.type('k');
		await terminal.until(text => /❯ ▾ POST \/orders/.test(text), 'the row above');
	});
});

describe('a data flow that is not there', () => {
	it('invites to run tests before the first run, and runs them', async () => {
		const world = createWorld({count: 2});
		world.projects = world.projects.map(project => ({...project, lastBatchId: null}));
		world.answers['listProjectCalls'] = () => flowView([], {available: false, batchId: null});
		world.runBatch = () => ({
			batchId: 'bat_1',
			accepted: [],
			conflicts: [],
			deferred: [],
			skippedFrontend: [],
			skippedIntegration: [],
		});
		const terminal = open(world, {screen: 'tests', id: 'prj_1'});
		await terminal.shows('test 000');
		terminal.type('8');
		await terminal.shows('Nothing has run yet');
		expect(terminal.text()).toContain('Press a to run all tests');
		terminal.type('a');
		await terminal.shows('Run all tests');
		expect(world.calls).not.toContain('runBatch');
		terminal.type('1');
		await terminal.showsRun();
	});

	it('opens by its word for a project that has not run', async () => {
		const world = createWorld({count: 2});
		world.projects = world.projects.map(project => ({...project, lastBatchId: null}));
		world.answers['listProjectCalls'] = () => flowView([], {available: false, batchId: null});
		await open(world, {id: 'prj_1'}).shows('Nothing has run yet');
	});

	it('says so for a project of the browser', async () => {
		const world = createWorld({count: 2});
		const terminal = open(world, {screen: 'tests', id: 'prj_2'});
		await terminal.shows('empty-one');
		terminal.type('8');
		await terminal.shows('Data flow is for backend projects');
	});

	it('says that a run which is over has made no call, and why', async () => {
		const text = await open(flowWorld(flowView([]))).shows('This run is over, and its tests made no HTTP call.');
		expect(text).not.toContain('No calls yet');
	});
});

describe('any data flow', () => {
	it.each([60, 100, 200])('is aligned and clean at %i columns, whatever the names are', async columns => {
		const hostile = flowView([
			flowGroup('POST', '/订单', [
				flowCall(0, 'POST', '/订单', {gives: ['名\u001b[31m']}, {testTitle: 'é\u0301\u202e测试'}),
			]),
			flowGroup('GET', '/订单/{id}', [flowCall(1, 'GET', '/订单/{id}', {takes: [['名\u001b[31m', 0]]})]),
		]);
		const terminal = open(flowWorld(hostile), {columns});
		await terminal.shows('↓ 名');
		expect(terminal.columnOf('POST   /')).toBe(terminal.columnOf('GET    /'));
		expect(terminal.text()).not.toMatch(/[\u202e\u001b]/);
		terminal.type('m');
		await terminal.shows('[Calls]');
		expect(terminal.columnOf('VALUES')).toBe(terminal.columnOf('↓ 名'));
		expect(terminal.text()).not.toMatch(/[\u202e\u001b]/);
	});

	it('puts together the pages of an endpoint with many calls, and reads them again when the batch moved', async () => {
		const view = shopFlow();
		const pages = view.items.flatMap(group => group.items.map(call => ({...group, items: [call]})));
		const world = flowWorld();
		world.answers['listBatchCalls'] = ({query}) => {
			const place = Number(query['cursor'] ?? 0);
			const nextToken = place + 1 < pages.length ? String(place + 1) : null;
			return {...view, items: [pages[place]], nextToken};
		};
		const terminal = open(world);
		await terminal.shows('/payments');
		terminal.type('m');
		const text = await terminal.shows('test 004');
		expect(text.match(/▾ POST \/orders\/\{orderId\}\/payments/g)).toHaveLength(1);
	});

	it('is read out in words', async () => {
		const said: string[] = [];
		screen = openScreen(flowWorld(), {
			screen: 'dataflow',
			id: 'bat_1',
			accessible: true,
			stdout: {write: (text: string) => said.push(text), columns: 80, rows: 24} as never,
			stdin: (await import('node:stream')).Readable.from(['2\n', '7\n']) as never,
		});
		await screen.end;
		const text = said.join('');
		expect(text).toContain('5 tests, 6 calls, 5 endpoints, 1 cleanup DELETE.');
		expect(text).toContain(
			'2. POST /orders: 1 call, 1 passed, 0 failed; uses token from POST /login; gives order_id to GET',
		);
		expect(text).toContain(
			'POST http://shop.test/orders 201, in 7 ms, test 001, passed, produces order_id, uses token',
		);
	});
});
