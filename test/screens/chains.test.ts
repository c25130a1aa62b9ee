import {Readable} from 'node:stream';
import {afterEach, describe, expect, it} from 'vitest';
import {ApiError} from '../../source/errors/api-error.ts';
import {
	answerCalls,
	answerChains,
	blockedChain,
	chainWorld,
	sampleChain,
	sampleStep,
	shopFlow,
} from '../helpers/flow-world.ts';
import {createWorld} from '../helpers/shop-world.ts';
import {type OpenScreen, openScreen} from '../helpers/terminal-screen.tsx';
import {sampleBatch} from '../helpers/wire-samples.ts';
import type {WireWorld} from '../helpers/wire-world.ts';

let screen: OpenScreen;
afterEach(() => screen.close());

function open(world: WireWorld = chainWorld(), options: Parameters<typeof openScreen>[1] = {}) {
	screen = openScreen(world, {screen: 'chains', id: 'bat_1', ...options});
	return screen.terminal;
}

const ticket = {
	batchId: 'bat_2',
	testId: 'tst_004',
	runId: 'run_9',
	status: 'queued',
	enqueuedAt: '2026-01-31T09:30:00.000Z',
	codeVersion: 'v1',
	targetUrl: 'http://shop.test',
	autoHeal: false,
	closure: null,
};

describe('the chains of a batch', () => {
	it('are listed with status, steps and captures; what is wrong is under the cursor, and told first', async () => {
		const text = await open(undefined, {columns: 180}).shows('A refund is sent');
		expect(text).toContain('› Chains');
		expect(text).toMatch(/✓ Pass +▸ An order is paid +2 +order_id/);
		expect(text).toMatch(/❯ +◌ Blocked +▸ A refund is sent +3 +order_id/);
		expect(text.indexOf('step 3 is blocked because step 2 failed')).toBeLessThan(text.indexOf('1  ✓ Pass'));
	});

	it('are those that hand values on: several calls of one test alone are no chain', async () => {
		const alone = sampleChain({
			chainId: 'chn_9',
			name: 'Looks twice',
			captures: [],
			steps: [sampleStep(1, {produces: [], uses: []}), sampleStep(2, {produces: [], uses: []})],
		});
		const text = await open(chainWorld([alone, sampleChain()])).shows('An order is paid');
		expect(text).toMatch(/1 chain$/m);
		expect(text).not.toContain('Looks twice');
	});

	it('tell their steps in order, with chip and wiring', async () => {
		const text = await open(undefined, {columns: 120}).shows('3  ◌ Blocked');
		const pane = text
			.split('\n')
			.map(line => line.slice(line.indexOf('│') + 2).trimEnd())
			.join('\n');
		expect(pane).toContain(
			[
				'  1  ✓ Pass  POST /orders',
				'  │  test 001',
				'  │  ↓ order_id',
				'  2  ✗ Failed  POST /refunds',
				'  │  test 003',
				'  │  ↑ order_id ← step 1',
				'     waits 500 ms',
				'  3  ◌ Blocked  GET /refunds/{refundId}',
				'     test 004',
				'     ↑ refund_id ← step 2',
			].join('\n'),
		);
	});

	it('open to their steps; a step shows what was sent and answered, read when the cursor rests on it', async () => {
		const world = chainWorld();
		const asked: Record<string, unknown>[] = [];
		world.answers['listBatchChains'] = ({query}) => {
			asked.push(query);
			return answerChains([sampleChain(), blockedChain()], query);
		};
		const terminal = open(world);
		await terminal.shows('A refund is sent');
		terminal.type(' jj');
		await screen.clock.advance(200);
		const text = await terminal.shows('oops');
		expect(text).toMatch(/❯ +✗ Failed +2 POST +\/refunds/);
		expect(text).toContain('✗ Failed   500  in 3 ms');
		expect(text).toContain('expected 201, got 500');
		expect(text).toContain('"item": "lamp"');
		expect(asked[0]).toMatchObject({bodies: 'false'});
		expect(asked.at(-1)).toEqual({chainId: 'chn_2'});
		const requests = asked.length;
		terminal.type('j');
		await screen.clock.advance(200);
		await terminal.shows('This step made no request.');
		expect(asked).toHaveLength(requests);
	});

	it('that are red stand on top, and Enter on one says why it is', async () => {
		const terminal = open();
		await terminal.until(
			text => /❯ +◌ Blocked +▸ A refund is sent[^\n]*\n +✓ Pass +▸ An order is paid/.test(text),
			'red first',
		);
		terminal.type('\r');
		await terminal.shows('[Summary]');
		terminal.type('\u001B');
		await terminal.until(text => /❯ +◌ Blocked +▸ A refund is sent/.test(text), 'the chains again');
	});

	it('jump to the step that gives a value', async () => {
		const terminal = open();
		await terminal.shows('A refund is sent');
		terminal.type(' jjjb');
		await terminal.until(text => /❯ +✗ Failed +2 POST/.test(text), 'step 2');
		terminal.type('b');
		await terminal.until(text => /❯ +✓ Pass +1 POST/.test(text), 'step 1');
	});

	it('run one again at once, with what it depends on', async () => {
		const world = chainWorld();
		const bodies: unknown[] = [];
		world.batches.set('bat_2', sampleBatch([], {batchId: 'bat_2'}));
		world.answers['rerunChain'] = ({params, body}) => {
			bodies.push([params, body]);
			return ticket;
		};
		const terminal = open(world);
		await terminal.shows('A refund is sent');
		terminal.type('r');
		await terminal.showsRun();
		expect(bodies).toEqual([
			[
				{batchId: 'bat_1', chainId: 'chn_2'},
				{source: 'cli', skipDependencies: false},
			],
		]);
	});

	it('ask before all of them run again, with or without what they depend on', async () => {
		const world = chainWorld();
		const bodies: unknown[] = [];
		world.batches.set('bat_2', sampleBatch([], {batchId: 'bat_2'}));
		world.answers['rerunProjectChains'] = ({params, body}) => {
			bodies.push([params, body]);
			return {batchId: 'bat_2', accepted: [], conflicts: [], deferred: []};
		};
		const terminal = open(world);
		await terminal.shows('A refund is sent');
		terminal.type('R');
		await terminal.shows('All 2 chains, from scratch');
		terminal.type('\r');
		await terminal.showsNot('Run again');
		expect(bodies).toEqual([]);
		terminal.type('R');
		await terminal.shows('Run again');
		terminal.type('5');
		await terminal.showsRun();
		expect(bodies).toEqual([[{projectId: 'prj_1'}, {source: 'cli', skipDependencies: true}]]);
	});

	it('do not start one that is running', async () => {
		const world = chainWorld([sampleChain({status: 'running', label: 'Running'})]);
		const terminal = open(world);
		await terminal.shows('Running');
		terminal.type('r');
		terminal.type('R');
		await terminal.shows('All 1 chain, from scratch');
		expect(terminal.text()).not.toContain('This chain');
		expect(world.calls.some(call => call.startsWith('rerun'))).toBe(false);
	});

	it('tell why one could not be started', async () => {
		const world = chainWorld();
		world.answers['rerunChain'] = () => {
			throw new ApiError('CONFLICT', 'This test is running already.', {nextAction: 'Wait for it.'});
		};
		const terminal = open(world);
		await terminal.shows('A refund is sent');
		terminal.type('r');
		await terminal.shows('This test is running already. Wait for it.');
	});

	it('lead to the test, the variable and the failure', async () => {
		const world = chainWorld();
		world.answers['listBatchVariables'] = () => ({batchId: 'bat_1', version: 1, items: [], nextToken: null});
		world.answers['getRunFailure'] = () => {
			throw new ApiError('NOT_FOUND', 'There is no failure.');
		};
		const terminal = open(world);
		await terminal.shows('A refund is sent');
		terminal.type('t');
		await terminal.until(text => /❯ +\S+ \S+ +test 004/.test(text), 'the test');
		terminal.type('9');
		await terminal.shows('A refund is sent');
		terminal.type('v');
		await terminal.shows('› Variables');
		terminal.type('9');
		await terminal.shows('A refund is sent');
		terminal.type('w');
		await terminal.shows('test 004');
		await expect.poll(() => world.calls).toContain('getRunFailure run_004');
	});

	it('lead from a step to its call, and from there back to the chain', async () => {
		const view = shopFlow();
		const call = view.items[1]?.items[0];
		if (!call) throw new Error('The sample has no order.');
		call.chainId = 'chn_1';
		const world = chainWorld([sampleChain({steps: [sampleStep(1, {callId: call.callId})]}), blockedChain()]);
		world.answers['listBatchCalls'] = ({query}) => answerCalls(view, query);
		const terminal = open(world);
		await terminal.shows('A refund is sent');
		terminal.type('j\rjd');
		await terminal.until(text => /❯ +201 +test 001/.test(text), 'its call');
		expect(terminal.text()).toContain('[Calls]');
		terminal.type('i');
		await terminal.until(text => /❯ +✓ Pass +▸ An order is paid/.test(text), 'its chain');
	});

	it('are filtered by words and by status', async () => {
		const terminal = open();
		await terminal.shows('A refund is sent');
		terminal.type('/payments');
		await terminal.showsNot('▸ A refund is sent');
		terminal.type('\u001b');
		await terminal.shows('A refund is sent');
		terminal.type('x4');
		await terminal.showsNot('An order is paid');
	});

	it('copy the request of a step as a curl line', async () => {
		// Wide enough for the path of the file, wherever temporary files lie.
		const terminal = open(chainWorld(), {columns: 160});
		await terminal.shows('A refund is sent');
		terminal.type(' jj');
		await screen.clock.advance(200);
		await terminal.shows('oops');
		terminal.type('C');
		await terminal.shows('copied.txt: the request as a curl line');
		const copied = terminal.written.join('').match(/\]52;c;([A-Za-z0-9+/=]+)/)?.[1] ?? '';
		expect(Buffer.from(copied, 'base64').toString()).toContain(`--data-binary '{"item": "lamp"}'`);
	});

	it('follow the run: what changed is shown, also in the opened chain', async () => {
		let chains = [sampleChain({status: 'running', label: 'Running', steps: [sampleStep(1, {status: 'Running'})]})];
		const world = createWorld({count: 6, isRunning: true});
		world.answers['listBatchChains'] = ({query}) => answerChains(chains, query);
		const terminal = open(world);
		await terminal.shows('An order is paid');
		terminal.type('\rj');
		await screen.clock.advance(200);
		await terminal.shows('"item": "lamp"');
		chains = [sampleChain({steps: [sampleStep(1, {response: {...sampleStep(1).response!, body: 'after'}})]})];
		await screen.clock.advance(2000);
		world.change('bat_1', batch => batch);
		await terminal.shows('after');
		expect(terminal.text()).toMatch(/✓ Pass +▾ An order is paid/);
	});
});

describe('chains that are not there', () => {
	it('of a project that has not run are shown as its tests declare them', async () => {
		const world = createWorld({count: 2});
		world.projects = world.projects.map(project => ({...project, lastBatchId: null}));
		const declared = sampleChain({runId: null, status: null, label: null});
		world.answers['listProjectChains'] = ({query}) => ({...answerChains([declared], query), batchId: null});
		const text = await open(world, {id: 'prj_1'}).shows('An order is paid');
		expect(text).toMatch(/○ not run +▸ An order is paid/);
	});

	it('say how one comes to be', async () => {
		const text = await open(chainWorld([])).shows('No chains yet');
		expect(text).toContain('produce("order_id", value)');
	});

	it('say why they could not be read', async () => {
		const world = chainWorld();
		world.answers['listBatchChains'] = () => {
			throw new ApiError('NOT_FOUND', 'There is no batch bat_1.');
		};
		const terminal = open(world, {screen: 'batch'});
		await terminal.shows('Wave 1');
		terminal.type('9');
		await terminal.shows('There is no batch bat_1.');
		expect(terminal.text()).toContain('Ctrl-r tries again.');
	});
});

describe('any chain', () => {
	it.each([60, 100, 200])('is aligned and clean at %i columns, whatever the names are', async columns => {
		const hostile = sampleChain({chainId: 'chn_3', name: '链\u001b[31m', captures: ['\u202e名']});
		const terminal = open(chainWorld([hostile, sampleChain()]), {columns});
		await terminal.shows('链');
		const column = terminal.columnOf('CHAIN');
		expect(terminal.columnOf('▸ 链')).toBe(column);
		expect(terminal.columnOf('▸ An order')).toBe(column);
		expect(terminal.text()).not.toMatch(/[\u202e\u001b]/);
	});

	it('is read out in words', async () => {
		const said: string[] = [];
		screen = openScreen(chainWorld(), {
			screen: 'chains',
			id: 'bat_1',
			accessible: true,
			stdout: {write: (text: string) => said.push(text), columns: 80, rows: 24} as never,
			stdin: Readable.from(['1\n', '5\n']) as never,
		});
		await screen.end;
		const text = said.join('');
		expect(text).toContain('1. Blocked: A refund is sent, 3 steps; captures order_id; step 3 is blocked');
		expect(text).toContain('Step 3, Blocked: GET /refunds/{refundId}, test 004, uses refund_id from step 2');
	});
});
