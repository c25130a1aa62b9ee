import {afterEach, describe, expect, it} from 'vitest';
import {createFailedWorld} from '../helpers/failed-world.ts';
import {type OpenScreen, openScreen} from '../helpers/terminal-screen.tsx';

let screen: OpenScreen;
afterEach(() => screen.close());

const reason = 'POST /coupons answered 201 with 0.15';

function open(word: string, id: string | null, size = {columns: 200, rows: 40}) {
	const {world} = createFailedWorld();
	world.answers['listTestRuns'] = ({params}) => {
		const member = world.batches.get('bat_1')?.members.find(({testId}) => testId === params['testId']);
		const run = {
			runId: member?.runId,
			batchId: 'bat_1',
			status: member?.status,
			source: 'cli',
			isRerun: false,
			createdFrom: null,
			createdAt: '2026-01-31T09:29:30.000Z',
			startedAt: null,
			finishedAt: null,
			codeVersion: null,
			failureKind: null,
		};
		return {runs: [{...run, runId: 'run_later', status: 'cancelled'}, run], nextCursor: null, meta: {}};
	};
	screen = openScreen(world, {screen: word, id, ...size});
	return {terminal: screen.terminal, world};
}

describe('a red row', () => {
	it.each([
		['Enter', '\r'],
		['5', '5'],
	])('of the tests opens its own failure by %s', async (_key, bytes) => {
		const {terminal} = open('tests', 'prj_1');
		await terminal.shows('Read the report');
		terminal.type('/report\r');
		await terminal.until(text => /❯ +✗ failed +Read the report/.test(text), 'the cursor on it');
		terminal.type(bytes);
		await terminal.until(text => /^ svc .*› Read the report/.test(text), 'its failure');
		terminal.type('\u001B');
		await terminal.until(text => /^ svc .*› Tests/.test(text), 'the tests again');
	});

	it('of the history opens its own failure', async () => {
		const {terminal} = open('history', 'tst_report');
		await terminal.until(text => /✗ failed/.test(text), 'its runs');
		terminal.type('j\r');
		await terminal.until(text => /^ svc .*› Read the report/.test(text), 'its failure');
	});

	it.each([60, 100])('says what Enter is for, and only that one: %i columns', async columns => {
		const {terminal} = open('tests', 'prj_1', {columns, rows: 24});
		await terminal.shows('Read the report');
		terminal.type('/report\r');
		await terminal.until(text => /Enter why/.test(text), 'the key in the footer');
		terminal.type('\u001B');
		await terminal.until(text => text.includes('Order at the reduced') && !text.includes('shows all'), 'all tests');
		terminal.type('/log in\r');
		await terminal.until(
			text => /❯ +✓ passed +Log in/.test(text) && !/Enter why/.test(text),
			'the footer of a green one',
		);
	});

	it('that is green keeps its Enter', async () => {
		const {terminal} = open('tests', 'prj_1');
		await terminal.shows('Log in');
		terminal.type('/log in\r');
		await terminal.until(text => /❯ +✓ passed +Log in/.test(text), 'the cursor on it');
		terminal.type('\r\t');
		await terminal.quiet();
		expect(terminal.lines()[0]).toContain('› Tests');
	});
});

describe('the pane of a red test', () => {
	it.each([
		['tests', 'prj_1', '/create a coupon\r'],
		['batch', 'bat_1', '/create a coupon\r'],
	])('starts with the why: %s', async (word, id, keys) => {
		const {terminal} = open(word, id);
		await terminal.shows('Create a coupon');
		terminal.type(keys);
		await terminal.until(shown => /❯ +✗ [Ff]ailed +Create a coupon/.test(shown), 'the cursor on it');
		await screen.clock.advance(200);
		const text = await terminal.until(shown => / Why\b/.test(shown) && shown.includes(reason), 'the why');
		const lines = text.split('\n').map(line => line.slice(line.indexOf('│') + 1).trim());
		const why = lines.indexOf('Why');
		expect(why).toBeGreaterThan(0);
		for (const later of ['Produces', 'Needs', 'Failure', 'Error', 'Runs', 'Code'])
			for (const [index, line] of lines.entries()) if (line.startsWith(`${later} `)) expect(index).toBeGreaterThan(why);
	});
});

describe('the projects', () => {
	it.each([
		{columns: 100, rows: 30},
		{columns: 200, rows: 50},
	])('say beside the list what fails in the last run, and why: $columns columns', async size => {
		const {terminal} = open('projects', null, size);
		await terminal.shows('✗ 2 failed  ◌ 3 blocked');
		const text = await terminal.shows(reason);
		expect(text).toContain('✗ 1 failed');
	});

	it('mark a partial run, and do not turn green by one', async () => {
		const {world} = createFailedWorld();
		const before = world.batches.get('bat_1');
		if (!before) throw new Error('There is a batch.');
		world.batches.set('bat_1', {...before, trigger: 'run_all'});
		const passed = before.members.filter(({status}) => status === 'passed');
		const counts = {...before.summary, total: 1, passed: 1, failed: 0, blocked: 0};
		const part = {...before, batchId: 'bat_2', trigger: 'run', status: 'passed', members: passed, summary: counts};
		world.batches.set('bat_2', part);
		world.projects = world.projects.map(project => ({...project, lastBatchId: 'bat_2'}));
		screen = openScreen(world, {screen: 'projects', columns: 200, rows: 40});
		await screen.terminal.until(text => /shop-api +✗ failed/.test(text), 'the run of all tests');
		await screen.close();
		world.batches.delete('bat_1');
		screen = openScreen(world, {screen: 'projects', columns: 200, rows: 40});
		const text = await screen.terminal.until(shown => /shop-api +✓ passed part/.test(shown), 'a marked run');
		expect(text).toContain('It ran some of the tests');
	});
});
