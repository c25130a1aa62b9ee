import {mkdtempSync, readdirSync, readFileSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import process from 'node:process';
import {afterEach, describe, expect, it, onTestFinished} from 'vitest';
import {ApiError} from '../../source/errors/api-error.ts';
import {cpuTimer} from '../helpers/cpu-time.ts';
import {createFailedWorld, sampleCall, sampleFailure} from '../helpers/failed-world.ts';
import {noFiles} from '../helpers/store-context.ts';
import {type OpenScreen, openScreen} from '../helpers/terminal-screen.tsx';
import type {WireWorld} from '../helpers/wire-world.ts';

let screen: OpenScreen;
afterEach(() => screen.close());

const open = (world: WireWorld, options: Parameters<typeof openScreen>[1] = {}) => {
	screen = openScreen(world, {screen: 'run', id: 'run_coupon', ...options});
	return screen.terminal;
};
const tab = '\t';
const tabs = (count: number) => tab.repeat(count);

describe('svc ui run of a failed run', () => {
	it('opens the failure: hypothesis, failing line, request and response on one screen', async () => {
		const terminal = open(createFailedWorld().world);
		const text = await terminal.shows('{"percentOff": 0.15}');
		expect(text).toContain('[Summary]');
		expect(text).toContain('POST /coupons answered 201 with 0.15');
		expect(text).toMatch(/❯ 5 {6}assert coupon\["percentOff"\] == 15/);
		expect(text).toContain('POST http://shop.test/coupons');
		expect(text).toContain('{"percentOff": 15}');
		expect(text).toContain('1 of 7: 3 failed, 4 blocked');
	});

	it('opens its batch when it passed', async () => {
		await open(createFailedWorld().world, {id: 'run_login'}).showsRun();
	});
});

describe('from a red run to a failure', () => {
	it('takes two keys', async () => {
		const terminal = open(createFailedWorld().world, {screen: 'batch', id: 'bat_1', columns: 120, rows: 40});
		await terminal.shows('Wave 1');
		terminal.type('4');
		await terminal.shows('› Failures');
		terminal.type('\r');
		const text = await terminal.shows('{"percentOff": 0.15}');
		expect(text).toContain('the test expected 15');
		expect(text).toContain('assert coupon["percentOff"] == 15');
	});

	it('takes Enter on a failed test of the run, and Esc back to it', async () => {
		const terminal = open(createFailedWorld().world, {screen: 'batch', id: 'bat_1'});
		await terminal.shows('Wave 1');
		terminal.type('jj');
		await terminal.until(text => /❯ +✗ Failed/.test(text), 'the cursor on a failed test');
		terminal.type('\r');
		await terminal.shows('[Summary]');
		terminal.type('\u001B');
		await terminal.showsRun();
	});
});

describe('the tabs of a failure', () => {
	it('turn by Tab and back, and say which one is shown', async () => {
		const terminal = open(createFailedWorld().world);
		await terminal.shows('[Summary]');
		terminal.type(tab);
		await terminal.shows('[Steps]');
		terminal.type('\u001B[Z\u001B[Z');
		await terminal.shows('[Compare with the last pass]');
		terminal.type(']');
		await terminal.shows('[Summary]');
	});

	it('show the whole call: headers, bodies laid out', async () => {
		const terminal = open(createFailedWorld().world, {rows: 40});
		await terminal.shows('{"percentOff": 0.15}');
		terminal.type(tabs(2));
		const text = await terminal.shows('[Request / Response]');
		expect(text).toContain('authorization: •••');
		expect(text).toMatch(/\n {2}"percentOff": 0\.15\n/);
	});

	it('show output, trace, and the code at its failing line', async () => {
		const {world, failures} = createFailedWorld();
		const long = Array.from({length: 200}, (_, index) => `line_${index + 1} = ${index + 1}`).join('\n');
		failures.set(
			'run_coupon',
			sampleFailure(
				{testId: 'tst_coupon', runId: 'run_coupon'},
				{code: long, failure: {trace: 'Traceback:\n  File "c.py", line 150, in <module>\nAssertionError: no'}},
			),
		);
		const terminal = open(world);
		await terminal.shows('[Summary]');
		await terminal.shows('Failing line');
		terminal.type(tabs(3));
		await terminal.shows('printed by the test');
		terminal.type(tab);
		await terminal.shows('Traceback:');
		terminal.type(tab);
		const text = await terminal.shows('[Code]');
		expect(text).toContain('❯ 150  line_150 = 150');
		expect(text).not.toContain('line_1 = 1\n');
	});

	it('show steps: the failing one with its neighbours, a page as text', async () => {
		const {world, failures} = createFailedWorld();
		const step = (stepIndex: number, status: string) => ({
			testId: 'tst_coupon',
			stepIndex,
			action: 'click',
			description: `presses button ${stepIndex}`,
			status,
			screenshotUrl: null,
			htmlSnapshotUrl: stepIndex === 5 ? 'https://svc.test/page' : null,
			runIdIfAvailable: 'run_coupon',
			codeVersion: 'v1',
			capturedAt: null,
			updatedAt: '2026-01-31T09:29:50.000Z',
			stepType: 'action',
			error: status === 'failed' ? 'the button is gone' : null,
		});
		const steps = [1, 2, 3, 4, 5, 6, 7].map(index => step(index, index === 5 ? 'failed' : 'passed'));
		failures.set(
			'run_coupon',
			sampleFailure({testId: 'tst_coupon', runId: 'run_coupon'}, {steps, result: {failedStepIndex: 5}}),
		);
		const terminal = open(world, {
			files: {
				...noFiles,
				saveBundle: () => Promise.reject(new Error('not asked for')),
				readSnapshot: url => Promise.resolve(`The page at ${url} has no button.`),
				readPart: () => Promise.reject(new Error('not asked for')),
			},
		});
		await terminal.shows('[Summary]');
		terminal.type(tab);
		const text = await terminal.shows('The page at https://svc.test/page has no button.');
		expect(text).toMatch(/5 {2}✗ failed {2}action {2}presses button 5\n {5}Error/);
		expect(text).toContain('the button is gone');
		expect(text).toMatch(/2 {2}✓ passed {2}action {2}presses button 2/);
	});

	it('compare with the last run that passed', async () => {
		const {world, calls} = createFailedWorld();
		calls.push(sampleCall({callId: 'cal_9', runId: 'run_before', status: 200, statusClass: '2xx'}));
		world.answers['listTestRuns'] = () => ({
			runs: [historyItem('run_coupon', 'failed'), historyItem('run_before', 'passed')],
			nextCursor: null,
			meta: {},
		});
		world.answers['getRun'] = ({params}) => ({
			...runRow,
			runId: params['runId'],
			status: params['runId'] === 'run_before' ? 'passed' : 'failed',
			codeVersion: params['runId'] === 'run_before' ? 'v1' : 'v2',
		});
		const terminal = open(world);
		await terminal.shows('{"percentOff": 0.15}');
		terminal.type('[');
		const text = await terminal.shows('run_before, 2026');
		expect(text).toMatch(/Verdict +passed → failed/);
		expect(text).toMatch(/Code +v1 → v2/);
		expect(text).toContain('POST /coupons 200 → POST /coupons 201');
	});

	it('say what one could not be read by, and show the others', async () => {
		const {world} = createFailedWorld();
		world.answers['listBatchCalls'] = () => {
			throw new ApiError('INTERNAL', 'The calls are lost.');
		};
		const terminal = open(world);
		const text = await terminal.shows('the test expected 15');
		expect(text).toContain('[Summary]');
		terminal.type(tabs(2));
		await terminal.shows('This could not be read: The calls are lost.');
	});
});

const runRow = {
	testId: 'tst_coupon',
	projectId: 'prj_1',
	batchId: 'bat_1',
	userId: 'usr_1',
	createdAt: '2026-01-31T09:00:00.000Z',
	source: 'cli',
	startedAt: null,
	finishedAt: null,
	targetUrl: null,
	createdFrom: null,
	failedStepIndex: null,
	failureKind: null,
	error: null,
	videoUrl: null,
	stepSummary: {total: 0, completed: 0, passedCount: 0, failedCount: 0},
};

const historyItem = (runId: string, status: string) => ({
	runId,
	status,
	source: 'cli',
	isRerun: false,
	createdFrom: null,
	createdAt: '2026-01-31T08:00:00.000Z',
	startedAt: null,
	finishedAt: null,
	codeVersion: 'v1',
	failureKind: null,
});

describe('going from failure to failure', () => {
	it('keeps the tab, and goes from the last to the first', async () => {
		const terminal = open(createFailedWorld().world);
		await terminal.shows('1 of 7: 3 failed, 4 blocked');
		terminal.type(`${tab}n`);
		const text = await terminal.shows('2 of 7: 3 failed, 4 blocked');
		expect(text).toContain('[Steps]');
		terminal.type('NN');
		await terminal.shows('7 of 7: 3 failed, 4 blocked');
	});

	it('leads from a blocked test to the failure that blocked it', async () => {
		const terminal = open(createFailedWorld().world, {id: 'run_use'});
		await terminal.shows('› Use a coupon');
		terminal.type('b');
		await terminal.shows('› Create a coupon');
	});
});

describe('taking a failure elsewhere', () => {
	const copied = () =>
		[...screen.terminal.written.join('').matchAll(/\u001B\]52;c;([A-Za-z0-9+/=]*)/g)]
			.map(([, text = '']) => Buffer.from(text, 'base64').toString())
			.at(-1);

	it('copies the failing request as a curl line, with a variable for what is masked', async () => {
		// Wide enough for the path of the file, wherever temporary files lie.
		const terminal = open(createFailedWorld().world, {columns: 160});
		await terminal.shows('[Summary]');
		terminal.type('C');
		await terminal.shows('curl line, set $AUTHORIZATION');
		expect(copied()).toBe(
			`curl -X POST http://shop.test/coupons -H 'content-type: application/json' -H 'authorization: '"$AUTHORIZATION" --data-binary '{"percentOff": 15}'`,
		);
	});

	it('copies the clean text of a tab, not folded and without numbers', async () => {
		const terminal = open(createFailedWorld().world, {columns: 60});
		await terminal.shows('[Summary]');
		await terminal.shows('Failing line');
		terminal.type(`${tabs(5)}y`);
		await terminal.shows('Sent to the terminal, and in');
		expect(copied()).toContain('    coupon = requests.post(f"{BASE_URL}/coupons").json()\n    assert coupon');
	});

	it('copies the summary with the test, its project, the time and the run on top', async () => {
		const terminal = open(createFailedWorld().world, {columns: 60});
		await terminal.shows('[Summary]');
		await terminal.shows('Failing line');
		terminal.type('y');
		await terminal.shows('Sent to the terminal, and in');
		const [title, where] = (copied() ?? '').split('\n');
		expect(title).toMatch(/^(.+ › )?Create a coupon$/);
		expect(where).toMatch(/^(\d{4}-\d\d-\d\d \d\d:\d\d UTC, )?run_/);
	});

	it('copies a prompt with hypothesis, failing line, request and response', async () => {
		const terminal = open(createFailedWorld().world);
		await terminal.shows('[Summary]');
		terminal.type('Y');
		await terminal.shows('Sent to the terminal, and in ');
		const text = copied() ?? '';
		for (const part of [
			'The API test "Create a coupon" failed (assertion).',
			'POST /coupons answered 201 with 0.15',
			'>    5      assert coupon["percentOff"] == 15',
			'{"percentOff": 15}',
			'{"percentOff": 0.15}',
			'svc test artifact get run_coupon',
			'svc test rerun tst_coupon --wait',
		])
			expect(text).toContain(part);
	});

	it('saves the bundle and says where', async () => {
		const saved: unknown[] = [];
		const terminal = open(createFailedWorld().world, {
			files: {
				...noFiles,
				saveBundle(failure, runId) {
					saved.push([failure.snapshotId, runId]);
					return Promise.resolve({directory: '/app/.svc/runs/run_coupon', files: 8});
				},
				readSnapshot: () => Promise.reject(new Error('not asked for')),
				readPart: () => Promise.reject(new Error('not asked for')),
			},
		});
		await terminal.shows('[Summary]');
		terminal.type('s');
		await terminal.shows('Saved 8 files to /app/.svc/runs/run_coupon');
		expect(saved).toEqual([['snp_run_coupon', 'run_coupon']]);
	});

	it('shows a tab in the pager and comes back', async () => {
		const folder = mkdtempSync(join(tmpdir(), 'svc-pager-'));
		onTestFinished(() => rmSync(folder, {recursive: true, force: true}));
		const terminal = open(createFailedWorld().world, {
			env: {PAGER: `cp --target-directory=${folder}`, PATH: process.env['PATH']},
		});
		await terminal.shows('Failing line');
		terminal.type(`${tabs(4)}p`);
		await expect.poll(() => readdirSync(folder)).toEqual(['trace.txt']);
		await expect.poll(() => readFileSync(join(folder, 'trace.txt'), 'utf8')).toContain('expected 15, got 0.15\n');
		await terminal.shows('[Trace]');
		expect(terminal.isAlternate).toBe(true);
	});

	it('gives it the whole terminal without borders, and back', async () => {
		const terminal = open(createFailedWorld().world);
		await terminal.shows('Failing line');
		terminal.type('f');
		const text = await terminal.showsNot('svc   Projects');
		expect(text.split('\n')[0]).toContain('✗ failed');
		expect(text).not.toContain('? keys');
		terminal.type('\u001B');
		await terminal.shows('? keys');
	});
});

describe('the viewer of a failure', () => {
	it.each([
		[60, 16],
		[100, 30],
		[200, 50],
	])('of %i × %i shows every tab in its lines', async (columns, rows) => {
		const terminal = open(createFailedWorld().world, {columns, rows});
		await terminal.shows('[Summary]');
		for (const title of ['Steps', 'Request', 'Output', 'Trace', 'Code', 'Compare', 'Summary']) {
			terminal.type(tab);
			const text = await terminal.shows(`[${title}`);
			for (const line of text.split('\n')) expect(line.length).toBeLessThanOrEqual(columns);
		}
	});

	it('opens bodies of megabytes at once, on one line or many', async () => {
		const {world, calls} = createFailedWorld();
		const items = JSON.stringify(Array.from({length: 60_000}, (_, index) => ({index, name: `item ${index}`})));
		calls[0] = sampleCall({responseBody: items, requestBody: 'x'.repeat(2_000_000)});
		const terminal = open(world);
		await terminal.shows('Response');
		const tookMs = cpuTimer();
		terminal.type(tabs(2));
		await terminal.shows('[Request / Response]');
		terminal.type('G');
		await terminal.shows('"item 59999"');
		expect(tookMs()).toBeLessThan(10_000);
		const againMs = cpuTimer();
		terminal.type('kkkkkkkkkk');
		await terminal.drained();
		expect(againMs()).toBeLessThan(5000);
	});

	it('draws nothing but printable text, whatever the run left behind', async () => {
		const {world, failures, calls} = createFailedWorld();
		const evil = '\u001B]0;owned\u0007\u001B[31mred\u009B2J\u202Eend';
		failures.set(
			'run_coupon',
			sampleFailure(
				{testId: 'tst_coupon', runId: 'run_coupon'},
				{
					code: `# ${evil}`,
					failure: {apiOutput: evil, trace: evil, rootCauseHypothesis: evil, signature: evil, badges: [evil]},
				},
			),
		);
		calls[0] = sampleCall({responseBody: evil, requestBody: evil, url: `http://shop.test/${evil}`, error: evil});
		const terminal = open(world);
		await terminal.shows('redend');
		for (let turn = 0; turn < 6; turn++) {
			terminal.type(tab);
			await terminal.drained();
		}
		const written = terminal.written.join('');
		for (const sequence of ['\u001B]0;owned', '\u001B[31mred', '\u009B', '\u202E'])
			expect(written.includes(sequence)).toBe(false);
	});

	it('says that there is no such failure, and what to do', async () => {
		const {world} = createFailedWorld();
		world.answers['getRunFailure'] = () => {
			throw new ApiError('CONFLICT', 'The run has not failed.', {nextAction: 'svc test result tst_coupon'});
		};
		const terminal = open(world, {screen: 'batch', id: 'bat_1'});
		await terminal.shows('Wave 1');
		terminal.type('5');
		const text = await terminal.shows('This could not be read');
		expect(text).toContain('The run has not failed. svc test result tst_coupon');
	});

	it('keeps what it shows when the service is lost', async () => {
		const {world} = createFailedWorld();
		const terminal = open(world);
		await terminal.shows('{"percentOff": 0.15}');
		world.failure = new ApiError('UNAVAILABLE', 'Connection refused.');
		terminal.type('\u0012');
		const text = await terminal.shows('No answer from the service');
		expect(text).toContain('the test expected 15');
	});
});
