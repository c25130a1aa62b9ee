import {afterEach, describe, expect, it} from 'vitest';
import {createFailedWorld} from '../helpers/failed-world.ts';
import {sampleBatch} from '../helpers/wire-samples.ts';
import {type OpenScreen, openScreen} from '../helpers/terminal-screen.tsx';

let screen: OpenScreen;
afterEach(() => screen.close());

/** A project whose run of all tests was red, and `later` runs of one of them that passed since. */
function worldOfParts(later = 1) {
	const {world, batch} = createFailedWorld();
	const [first] = batch.members;
	if (!first) throw new Error('There is a member.');
	world.batches.set('bat_1', {...batch, cleanup: {...batch.cleanup, captured: 3, orphaned: 2}});
	for (let number = 2; number < 2 + later; number++) {
		const batchId = `bat_${number}`;
		const alone = {...first, testId: 'tst_report', runId: `run_${number}`, name: 'Read the report', status: 'passed'};
		world.batches.set(batchId, sampleBatch([alone], {batchId, trigger: 'rerun', status: 'passed'}));
		world.projects = world.projects.map(project => ({...project, lastBatchId: batchId}));
	}
	return world;
}

describe('a test that ran again alone and passed', () => {
	it.each([60, 80, 100, 200])(
		'hides no failure of the run of all: the strip of the tests, %i columns',
		async columns => {
			screen = openScreen(worldOfParts(), {screen: 'tests', id: 'prj_1', columns, rows: 30});
			await screen.terminal.until(
				text => /4 Fail(?:ures|s) ✗3 ◌4/.test(text) && /7 Clean(?:up)? ◌2/.test(text),
				'what failed and what was left',
			);
		},
	);

	it.each(['chains', 'variables'] as const)('without %s says that of this run alone', async what => {
		const world = worldOfParts();
		world.answers['listBatchChains'] = () => ({batchId: 'bat_2', items: [], nextToken: null});
		world.answers['listBatchVariables'] = () => ({batchId: 'bat_2', version: 1, items: [], nextToken: null});
		screen = openScreen(world, {screen: what, id: 'bat_2', columns: 100, rows: 30});
		const text = await screen.terminal.shows(`No ${what} in this run`);
		expect(text).not.toContain('produce(');
	});

	it('is still found after more parts than one page has', async () => {
		screen = openScreen(worldOfParts(12), {screen: 'tests', id: 'prj_1', columns: 120, rows: 30});
		await screen.terminal.shows('4 Failures ✗3 ◌4');
		screen.terminal.type('1');
		await screen.terminal.until(text => /shop-api +✗ failed +/.test(text) && !/failed part/.test(text), 'the verdict');
	});

	it('does not stand for the project: svc ui failures <project>', async () => {
		screen = openScreen(worldOfParts(), {screen: 'failures', id: 'prj_1', columns: 120, rows: 30});
		expect(await screen.terminal.shows('3 failed, 4 blocked')).toContain('Create a voucher');
	});

	it.each([60, 80, 100, 200])('says that it is a part, and how the run of all ended: %i columns', async columns => {
		screen = openScreen(worldOfParts(), {screen: 'batch', id: 'bat_2', columns, rows: 30});
		const {terminal} = screen;
		const text = await terminal.until(shown => /part.*✗ 3 {2}◌ 4 {2}\(W\)/.test(shown), 'how all of them ended');
		expect(text.split('\n')[0]).toContain('Run of 1 test');
		terminal.type('W');
		await terminal.until(shown => /› Run, /.test(shown.split('\n')[0] ?? ''), 'the run of all');
		await terminal.shows('3 failed');
		terminal.type('\u001B');
		await terminal.until(shown => (shown.split('\n')[0] ?? '').includes('Run of 1 test'), 'the part again');
	});
});
