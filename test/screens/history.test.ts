import {afterEach, describe, expect, it} from 'vitest';
import {ApiError} from '../../source/errors/api-error.ts';
import {createWorld} from '../helpers/shop-world.ts';
import {type OpenScreen, openScreen} from '../helpers/terminal-screen.tsx';
import {sampleBatch, sampleMember} from '../helpers/wire-samples.ts';
import type {WireWorld} from '../helpers/wire-world.ts';

let screen: OpenScreen;
afterEach(() => screen.close());

function open(world: WireWorld, options: Parameters<typeof openScreen>[1] = {}) {
	screen = openScreen(world, {screen: 'history', id: 'prj_1', ...options});
	return screen.terminal;
}

/** Three batches of one project: the newest one broke test 000 and repaired test 001. */
function worldWithHistory(): WireWorld {
	const world = createWorld({count: 3});
	const batchOf = (batchId: string, statuses: readonly string[], createdAt: string, extra = {}) => ({
		...sampleBatch(
			statuses.map((status, index) =>
				sampleMember({
					testId: `tst_00${index}`,
					runId: `run_${batchId}_${index}`,
					name: `test 00${index}`,
					status,
					durationMs: 100 * (index + 1),
				}),
			),
		),
		batchId,
		createdAt,
		startedAt: createdAt,
		finishedAt: createdAt,
		...extra,
	});
	world.batches.clear();
	world.batches.set('bat_1', batchOf('bat_1', ['passed', 'failed', 'passed'], '2026-01-31T08:00:00.000Z'));
	world.batches.set(
		'bat_2',
		batchOf('bat_2', ['passed', 'passed', 'passed'], '2026-01-31T08:30:00.000Z', {source: 'schedule'}),
	);
	world.batches.set('bat_3', batchOf('bat_3', ['failed', 'passed', 'passed'], '2026-01-31T09:00:00.000Z'));
	world.projects = world.projects.map(project => ({...project, lastBatchId: 'bat_3'}));
	return world;
}

const runs = [
	{runId: 'run_3', batchId: 'bat_3', status: 'failed', failureKind: 'assertion', codeVersion: 'v2'},
	{runId: 'run_2', batchId: 'bat_2', status: 'passed', failureKind: null, codeVersion: 'v1'},
].map((run, index) => ({
	...run,
	source: 'cli',
	isRerun: index === 0,
	createdFrom: null,
	createdAt: `2026-01-31T0${9 - index}:00:00.000Z`,
	startedAt: `2026-01-31T0${9 - index}:00:00.000Z`,
	finishedAt: `2026-01-31T0${9 - index}:00:02.000Z`,
}));

function worldWithRuns(): WireWorld {
	const world = worldWithHistory();
	world.answers['listTestRuns'] = () => ({runs, nextCursor: null, meta: {}});
	world.answers['getRun'] = ({params}) => {
		const run = runs.find(({runId}) => runId === params['runId']);
		const isFailed = run?.status === 'failed';
		return {
			...run,
			testId: 'tst_000',
			projectId: 'prj_1',
			userId: 'usr_1',
			testTitle: 'test 000',
			targetUrl: 'http://shop.test',
			failedStepIndex: isFailed ? 2 : null,
			error: isFailed ? 'expected 200, got 500' : null,
			videoUrl: null,
			stepSummary: {total: 2, completed: 2, passedCount: 1, failedCount: 1},
			steps: [1, 2].map(index => ({
				stepIndex: String(index),
				type: 'action',
				action: 'call',
				status: isFailed && index === 2 ? 'failed' : 'passed',
				description: `step number ${index}`,
				error: isFailed && index === 2 ? 'AssertionError: 500' : null,
				screenshotUrl: null,
				htmlSnapshotUrl: null,
				healed: false,
				createdAt: '2026-01-31T09:00:00.000Z',
			})),
		};
	};
	return world;
}

describe('the history of a project', () => {
	it.each([60, 100, 200])(
		'lists batches newest first with outcome, counts and what started them (%i columns)',
		async columns => {
			const terminal = open(worldWithHistory(), {columns});
			const text = await terminal.shows('OUTCOME');
			expect(text).toContain('3 runs');
			const rows = text.split('\n').filter(line => /[✓✗] (passed|failed) .*(min|h|d)/.test(line));
			expect(rows.map(line => /passed|failed/.exec(line)?.[0]).slice(0, 3)).toEqual(['failed', 'passed', 'failed']);
			expect(rows[0]).toMatch(/✗ failed +\S+ \w+ +2 +1 +0/);
		},
	);

	it('shows everything about the one under the cursor beside it', async () => {
		const terminal = open(worldWithHistory());
		await terminal.shows('OUTCOME');
		terminal.type('j');
		const text = await terminal.shows('│ bat_2');
		expect(text).toMatch(/By +schedule/);
		expect(text).toMatch(/Tests +3 passed/);
	});

	it('is filtered by status and by words', async () => {
		const terminal = open(worldWithHistory(), {columns: 200});
		await terminal.shows('OUTCOME');
		terminal.type('/schedule\r');
		await terminal.shows('1 of 3');
		terminal.type('\u001b');
		await terminal.showsNot('1 of 3');
		terminal.type('x2');
		expect(await terminal.shows('2 of 3')).not.toContain('✓ passed');
	});

	it('opens a run under itself: Esc comes back', async () => {
		const terminal = open(worldWithHistory());
		await terminal.shows('OUTCOME');
		terminal.type('\r');
		await terminal.showsRun();
		terminal.type('\u001b');
		await terminal.shows('OUTCOME');
	});

	it('is reached with g h from every screen of the project', async () => {
		const terminal = open(worldWithHistory(), {screen: 'tests'});
		await terminal.shows('test 002');
		terminal.type('gh');
		await terminal.shows('OUTCOME');
	});

	it('says what to do when nothing was run yet', async () => {
		const world = worldWithHistory();
		world.batches.clear();
		expect(await open(world).shows('No run yet')).toContain('Press 2, then a');
	});

	it('shows a run that is started elsewhere', async () => {
		const world = worldWithHistory();
		const terminal = open(world, {columns: 200});
		await terminal.shows('OUTCOME');
		const newest = world.batches.get('bat_3');
		if (newest) world.batches.set('bat_4', {...newest, batchId: 'bat_4', status: 'running', phase: 'tests'});
		await screen.clock.advance(5000);
		await terminal.shows('● running');
	});
});

describe('two batches', () => {
	it('are compared member by member, what newly failed first', async () => {
		const terminal = open(worldWithHistory());
		await terminal.shows('OUTCOME');
		terminal.type('c');
		const text = await terminal.shows('newly failed');
		expect(text).toContain('✗ 1 newly failed   = 2 same');
		expect(text).toMatch(/before +✓ passed +3\/3 passed/);
		expect(text).toMatch(/after +✗ failed +2\/3 passed/);
		const lines = text.split('\n');
		expect(lines.findIndex(line => /newly failed +test 000/.test(line))).toBeLessThan(
			lines.findIndex(line => /= same +test 001/.test(line)),
		);
	});

	it('are the two that were picked, wherever the cursor is', async () => {
		const terminal = open(worldWithHistory());
		await terminal.shows('OUTCOME');
		terminal.type('Gkk ');
		await terminal.shows('1 picked');
		terminal.type('G ');
		await terminal.shows('2 picked');
		terminal.type('ggc');
		const text = await terminal.shows('recovered');
		expect(text).toContain('✗ 1 newly failed   ✓ 1 recovered   = 1 same');
	});

	it('lead to both runs of a test', async () => {
		const world = worldWithRuns();
		const [batch] = [world.batches.get('bat_2')];
		if (batch) world.batches.set('bat_2', {...batch, members: batch.members.map(m => ({...m, runId: 'run_2'}))});
		const after = world.batches.get('bat_3');
		if (after) world.batches.set('bat_3', {...after, members: after.members.map(m => ({...m, runId: 'run_3'}))});
		const terminal = open(world);
		await terminal.shows('OUTCOME');
		terminal.type('c');
		await terminal.shows('newly failed');
		terminal.type('\r');
		await terminal.shows('◆ Verdict');
		terminal.type('\u001b');
		await terminal.shows('newly failed');
	});
});

describe('the history of a test', () => {
	it('lists its runs with failure, code version and duration', async () => {
		const text = await open(worldWithRuns(), {id: 'tst_000', columns: 200}).shows('OUTCOME');
		expect(text).toMatch(/✗ failed .*2\.0 s +assertion +v2 +rerun/);
		expect(text).toMatch(/✓ passed .*2\.0 s +v1 +run/);
	});

	it.each([60, 100])(
		'compares two runs side by side: verdict, failure, step flips, code (%i columns)',
		async columns => {
			const terminal = open(worldWithRuns(), {id: 'tst_000', columns});
			await terminal.shows('OUTCOME');
			terminal.type('c');
			const text = await terminal.shows('BEFORE');
			expect(text).toMatch(/◆ Verdict +✓ passed +✗ failed/);
			expect(text).toMatch(/◆ Failure +- +assertion/);
			expect(text).toMatch(/◆ Failed at +- +step 2/);
			expect(text).toMatch(/◆ Code +v1 +v2/);
			expect(text).toContain('expected 200, got 500');
			terminal.type('G');
			const end = await terminal.shows('AssertionError: 500');
			expect(end).toMatch(/◆ step 2 +✓ passed +✗ failed/);
			expect(end).not.toMatch(/◆ step 1/);
		},
	);
});

describe('two batches on the screen', () => {
	it('are filtered by change and opened at the test under the cursor', async () => {
		const terminal = open(worldWithHistory());
		await terminal.shows('OUTCOME');
		terminal.type('c');
		await terminal.shows('newly failed');
		terminal.type('x2');
		await terminal.shows('1 of 3');
		terminal.type('a');
		expect(await terminal.shows('Wave 1')).toMatch(/❯ +✗ Failed +test 000/);
		terminal.type('\u001b');
		await terminal.shows('1 of 3');
	});

	it('say why they could not be read, and keep nothing of other ones', async () => {
		const world = worldWithHistory();
		const terminal = open(world);
		await terminal.shows('OUTCOME');
		world.answers['getBatch'] = () => {
			throw new ApiError('NOT_FOUND', 'There is no such batch.', {nextAction: 'It was deleted.'});
		};
		terminal.type('c');
		expect(await terminal.shows('This could not be read')).toContain('There is no such batch. It was deleted.');
	});

	it('draw nothing but printable text, whatever tests are called', async () => {
		const world = worldWithHistory();
		for (const [id, batch] of world.batches)
			world.batches.set(id, {
				...batch,
				members: batch.members.map(member => ({
					...member,
					name: 'evil\u001b[31m\u202e\u0007 name',
					error: 'a\u001b]0;x\u0007',
				})),
			});
		const terminal = open(world);
		await terminal.shows('OUTCOME');
		terminal.type('c');
		await terminal.shows('evil');
		expect(terminal.written.join('')).not.toMatch(/\u202e|evil\u001b|\u001b\]0;x/);
	});
});
