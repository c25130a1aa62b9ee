import {afterEach, describe, expect, it} from 'vitest';
import {ApiError} from '../../source/errors/api-error.ts';
import {createFailedWorld, sampleFailure} from '../helpers/failed-world.ts';
import {createWorld, endMembers} from '../helpers/shop-world.ts';
import {type OpenScreen, openScreen} from '../helpers/terminal-screen.tsx';
import {sampleBatch, sampleMember, sampleTest} from '../helpers/wire-samples.ts';
import type {WireWorld} from '../helpers/wire-world.ts';

let screen: OpenScreen;
afterEach(() => screen.close());

const open = (world: WireWorld, options: Parameters<typeof openScreen>[1] = {}) => {
	screen = openScreen(world, {screen: 'failures', id: 'bat_1', columns: 120, ...options});
	return screen.terminal;
};
const kind = 'POST /coupons 201 AssertionError';

describe('the failures of a run', () => {
	it('stand by kind, with what they blocked under them', async () => {
		const terminal = open(createFailedWorld().world);
		const text = await terminal.shows(kind);
		expect(text).toContain('› Failures');
		expect(text).toContain('3 failed, 4 blocked');
		const rows = text.split('\n').map(line => line.slice(0, 66));
		const at = (words: RegExp) => rows.findIndex(line => words.test(line));
		expect(at(/▾ ✗ 2 failed {2}◌ 3 blocked {2}POST \/coupons 201/)).toBe(4);
		expect(at(/❯ +✗ Failed +Create a coupon/)).toBe(5);
		expect([at(/↑ Find a coupon/), at(/↑ Use a coupon/), at(/↑ Order at the/)].sort()).toEqual([6, 7, 8]);
		expect(at(/✗ Failed +Create a voucher/)).toBe(9);
		expect(at(/▾ ✗ 1 failed {2}GET \/report timeout/)).toBeGreaterThan(9);
		expect(at(/▾ ◌ 1 blocked {2}invoice_id: no test produces it/)).toBeGreaterThan(9);
	});

	it('carry badges, and say why and where to look first', async () => {
		const terminal = open(createFailedWorld().world, {columns: 200});
		const text = await terminal.shows('Look first');
		expect(text).toMatch(/✗ Failed +Create a coupon +new/);
		expect(text).toMatch(/✗ Failed +Read the report +flaky/);
		expect(text).toContain('POST /coupons answered 201 with 0.15');
		expect(text).toContain('code  POST /coupons');
	});

	it('are gone through by next and previous, from the last to the first', async () => {
		const terminal = open(createFailedWorld().world);
		await terminal.shows(kind);
		const cursorOn = (name: string) =>
			terminal.until(text => new RegExp(`❯ .*${name}`).test(text), `the cursor on ${name}`);
		terminal.type('n');
		await cursorOn('Find a coupon');
		terminal.type('NN');
		await cursorOn('Delete an invoice');
		terminal.type('n');
		await cursorOn('Create a coupon');
	});

	it('fold by kind, and are found by words and by kind of badge', async () => {
		const terminal = open(createFailedWorld().world);
		await terminal.shows(kind);
		terminal.type(' ');
		await terminal.until(text => text.includes('▸') && !text.includes('Create a voucher'), 'the folded kind');
		terminal.type('n');
		await terminal.shows('Create a voucher');
		terminal.type('/report\r');
		await terminal.shows('1 of 7');
		terminal.type('\u001B');
		await terminal.shows('Create a voucher');
		terminal.type('x');
		await terminal.shows('Show failures');
		terminal.type('5');
		expect(await terminal.shows('1 of 7')).toContain('Read the report');
	});

	it('lead from a blocked test to its root producer', async () => {
		const terminal = open(createFailedWorld().world);
		await terminal.shows(kind);
		terminal.type('jj');
		await terminal.until(text => /❯ .*↑/.test(text), 'the cursor on a blocked test');
		terminal.type('b');
		await terminal.until(text => /❯ .*Create a coupon/.test(text), 'the cursor on the producer');
	});

	it('follow a run that goes on: a new failure appears when it fails', async () => {
		const world = createWorld({count: 3, isRunning: true});
		world.answers['getRunFailure'] = ({params}) =>
			sampleFailure({testId: 'tst_000', runId: params['runId'] ?? ''}, {failure: {signature: 'GET /late 500'}});
		const terminal = open(world);
		await terminal.shows('Nothing failed so far');
		world.change('bat_1', batch => ({
			...batch,
			members: batch.members.map((member, index) =>
				index === 0 ? sampleMember({...member, status: 'failed', label: undefined}) : member,
			),
		}));
		expect(await terminal.shows('GET /late 500')).toContain('test 000');
	});

	it('are told as the batch knows them when one cannot be read', async () => {
		const {world, failures} = createFailedWorld();
		world.answers['getRunFailure'] = ({params}) => {
			const found = failures.get(params['runId'] ?? '');
			if (found && params['runId'] !== 'run_report') return found;
			throw new ApiError('NOT_FOUND', 'There is no such run.');
		};
		expect(await open(world).shows('timeout: It took longer than')).toContain('Read the report');
	});
});

describe('running failures again', () => {
	it('runs the test under the cursor with what it depends on, and shows the run', async () => {
		const {world, batch} = createFailedWorld();
		const asked: unknown[] = [];
		world.answers['rerunTest'] = ({params, body}) => {
			asked.push([params['testId'], body]);
			world.batches.set('bat_2', {...batch, batchId: 'bat_2'});
			return rerunTicket('bat_2');
		};
		const terminal = open(world);
		await terminal.shows(kind);
		terminal.type('r');
		await terminal.showsRun();
		expect(asked).toEqual([['tst_coupon', {source: 'cli', skipDependencies: false}]]);
	});

	it('runs all of them, or one alone, when asked how', async () => {
		const {world, batch} = createFailedWorld();
		const asked: unknown[] = [];
		world.answers['rerunBatch'] = ({body}) => {
			asked.push(body['testIds']);
			world.batches.set('bat_2', {...batch, batchId: 'bat_2'});
			return {batchId: 'bat_2', accepted: [], conflicts: [], deferred: [], closure: {byProject: []}, notFound: []};
		};
		const terminal = open(world);
		await terminal.shows(kind);
		terminal.type('R');
		await terminal.shows('All failed and blocked tests of this batch: 7');
		terminal.type('3');
		await terminal.showsRun();
		expect(asked).toHaveLength(1);
		expect(new Set(asked[0] as string[]).size).toBe(7);
	});

	it('says what keeps a test from running', async () => {
		const {world} = createFailedWorld();
		world.answers['rerunTest'] = () => {
			throw new ApiError('CONFLICT', 'The test is running already.', {nextAction: 'Wait for it.'});
		};
		const terminal = open(world);
		await terminal.shows(kind);
		terminal.type('r');
		await terminal.shows('The test is running already. Wait for it.');
	});
});

const rerunTicket = (batchId: string) => ({
	runId: 'run_9',
	batchId,
	status: 'queued',
	enqueuedAt: '2026-01-31T09:30:00.000Z',
	codeVersion: 'v1',
	targetUrl: null,
	autoHeal: false,
});

describe('the screen of failures', () => {
	it.each([
		[60, 16],
		[60, 24],
		[100, 30],
		[200, 50],
	])('of %i × %i shows them whole, in its lines', async (columns, rows) => {
		const terminal = open(createFailedWorld().world, {columns, rows});
		const text = await terminal.shows('Create a coupon');
		for (const line of text.split('\n')) expect(line.length).toBeLessThanOrEqual(columns);
		expect(text).toContain('◌ 3 blocked');
	});

	it('says that nothing failed, and what to do next', async () => {
		const world = createWorld({count: 2});
		world.batches.set('bat_1', sampleBatch([sampleMember({status: 'passed'})]));
		expect(await open(world).shows('Nothing failed')).toContain('Press Esc');
	});

	it('does not call a project passed that has not run: no test is red', async () => {
		const world = createWorld({count: 0});
		expect(await open(world, {id: 'prj_2'}).shows('No test is red')).toContain('one that has not run yet is');
	});

	it('keeps its rows when the service is lost, and goes on by itself', async () => {
		const world = createWorld({count: 3, isRunning: true});
		world.answers['getRunFailure'] = ({params}) =>
			sampleFailure({testId: 'tst_000', runId: params['runId'] ?? ''}, {failure: {signature: 'GET /late 500'}});
		endMembers(world, () => 'failed', [0]);
		const terminal = open(world);
		await terminal.shows('GET /late 500');
		world.failure = new ApiError('UNAVAILABLE', 'Connection refused.');
		world.wake();
		expect(await terminal.shows('No answer from the service')).toContain('test 000');
		world.failure = null;
		terminal.type('\u0012');
		await terminal.showsNot('No answer from the service');
	});

	it('draws nothing but printable text, whatever failures say', async () => {
		const {world, failures, batch} = createFailedWorld();
		const evil = '\u001B]52;c;ZXZpbA==\u0007\u001B[2Jevil\u202E\u0000name';
		world.batches.set('bat_1', {
			...batch,
			members: batch.members.map(member => ({...member, name: evil, error: evil, failureKind: evil})),
		});
		failures.set(
			'run_coupon',
			sampleFailure(
				{testId: 'tst_coupon', runId: 'run_coupon'},
				{failure: {signature: evil, badges: [evil], rootCauseHypothesis: evil}},
			),
		);
		const terminal = open(world);
		await terminal.shows('evilname');
		await terminal.drained();
		const written = terminal.written.join('');
		expect(written).not.toContain('ZXZpbA');
		expect(written).not.toContain('\u202E');
		expect(written).not.toContain('\u001B[2Jevil');
	});
});

describe('the failures of a project', () => {
	/** A run of all that failed, a part since that failed otherwise, one that passed again, and one never made. */
	function manyRuns(...more: ReturnType<typeof sampleTest>[]) {
		const failed = createFailedWorld();
		const {world, failures, batch} = failed;
		world.batches.set('bat_1', {...batch, unresolved: 6});
		const late = sampleMember({testId: 'tst_late', runId: 'run_late', name: 'Pay late', status: 'failed'});
		const again = sampleMember({testId: 'tst_report', runId: 'run_2', name: 'Read the report', status: 'passed'});
		world.batches.set('bat_2', sampleBatch([late, again], {batchId: 'bat_2', unresolved: 1}));
		world.tests = [
			...world.tests.map(test => (test.id === 'tst_report' ? {...test, status: 'passed'} : test)),
			sampleTest({id: 'tst_late', name: 'Pay late', status: 'failed'}),
			sampleTest({id: 'tst_unmade', name: 'Never made', status: 'failed', lastRunId: null}),
			...more,
		];
		world.projects = world.projects.map(project => ({...project, lastBatchId: 'bat_2'}));
		failures.set('run_late', sampleFailure(late, {failure: {signature: 'POST /late 500', badges: []}}));
		return failed;
	}
	const counts = /4 failed, 4 blocked/;

	it.each([60, 100, 200])('are of all its runs, as the list of its tests counts them: %i columns', async columns => {
		const {world} = manyRuns();
		const terminal = open(world, {screen: 'tests', id: 'prj_1', columns, rows: 30});
		const red = ({status}: {status: string}) => status === 'failed' || status === 'blocked';
		expect(world.tests.filter(red)).toHaveLength(8);
		await terminal.until(text => /4 Fail(?:ures|s) ✗4 ◌4/.test(text), 'the counts in the strip');
		terminal.type('4');
		const text = await terminal.until(shown => counts.test(shown) && shown.includes('Never made'), 'all failures');
		expect(text).toMatch(/4 Fail(?:ures|s) ✗4 ◌4/);
		expect(text).toContain('Pay late');
		expect(text).not.toContain('Read the report');
		expect(text.split('\n')[0]).not.toContain('Run');
	});

	it('are gone through across runs, and the way back leads to the list', async () => {
		const terminal = open(manyRuns().world, {id: 'prj_1', rows: 40});
		await terminal.until(text => counts.test(text) && text.includes('Pay late'), 'all failures');
		terminal.type('/late\r');
		await terminal.until(text => /❯ .*Pay late/.test(text), 'the cursor on the test');
		terminal.type('\r');
		// The breadcrumb names the run of the shown one: the count is not of that run alone.
		await terminal.shows('of 8 in the project: 4 failed, 4 blocked');
		terminal.type('N');
		await terminal.until(
			text => /of 8 in the project: 4 failed/.test(text) && !text.includes('POST /late 500'),
			'another run',
		);
		terminal.type('4');
		await terminal.until(text => / › Failures/.test(text) && counts.test(text), 'the list');
	});

	it('say of a test that was never made why it is red, and go nowhere', async () => {
		const terminal = open(manyRuns().world, {id: 'prj_1', rows: 40});
		await terminal.until(text => counts.test(text) && text.includes('Never made'), 'all failures');
		terminal.type('/never\r');
		await terminal.until(text => /❯ .*Never made/.test(text), 'the cursor on the test');
		terminal.type('5');
		await terminal.shows('It has no run. Where its generated code was refused, its row of the plan says why: g p.');
	});

	it.each([null, undefined])('are read from its runs where a test says %s of its last one', async lastRunId => {
		const {world} = manyRuns(sampleTest({id: 'tst_foreign', name: 'Foreign one', status: 'failed', lastRunId}));
		const run = {
			runId: 'run_foreign',
			testId: 'tst_foreign',
			status: 'failed',
			source: 'cli',
			isRerun: false,
			createdFrom: null,
		};
		const times = {createdAt: '2026-01-31T09:00:00.000Z', startedAt: null, finishedAt: null};
		const rest = {codeVersion: 'v1', failureKind: 'timeout'};
		world.answers['listTestRuns'] = ({params}) => ({
			runs: params['testId'] === 'tst_foreign' ? [{...run, ...times, ...rest}] : [],
			nextCursor: null,
			meta: {},
		});
		world.answers['getRunFailure'] = () => {
			throw new ApiError('NOT_FOUND', 'This run has no bundle.');
		};
		const terminal = open(world, {id: 'prj_1', rows: 40});
		await terminal.shows('Foreign one');
		terminal.type('/foreign\r');
		await terminal.until(text => /❯ .*Foreign one/.test(text), 'the cursor on the test');
		expect(terminal.text()).toMatch(/Foreign one[\s\S]*timeout/);
		expect(terminal.text()).not.toMatch(/It has no (?:run|code)/);
	});

	it('stay those of the run that was opened', async () => {
		const terminal = open(manyRuns().world, {screen: 'batch', id: 'bat_2', rows: 30});
		await terminal.shows('Pay late');
		terminal.type('4');
		const text = await terminal.shows('› Failures');
		expect(text).not.toMatch(counts);
		await terminal.shows('POST /late 500');
	});
});
