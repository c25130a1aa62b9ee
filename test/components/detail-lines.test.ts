import {describe, expect, it} from 'vitest';
import {batchHeadLines} from '../../components/batch-head.tsx';
import {memberCells, waveSpans} from '../../components/batch-row.ts';
import {memberHeadLines, memberReason, outputSections, tailLines} from '../../components/member-detail-lines.ts';
import {labelled} from '../../components/pane-lines.ts';
import {projectDetailLines} from '../../components/project-detail-lines.ts';
import {projectCells} from '../../components/project-row.ts';
import {testDetailLines} from '../../components/test-detail-lines.ts';
import {testCells} from '../../components/test-row.ts';
import type {PaneLine} from '../../components/text-pane.tsx';
import type {ProjectHistory} from '../../source/stores/projects.ts';
import {glyphSets} from '../../source/terminal/glyphs.ts';
import {
	sampleBatch,
	sampleCode,
	sampleMember,
	sampleProject,
	sampleResult,
	sampleTest,
} from '../helpers/wire-samples.ts';

const glyphs = glyphSets.unicode;
const now = Date.parse('2026-01-31T09:30:00.000Z');
const seen = {now, glyphs, isFlaky: false};
const text = (spans: PaneLine) => spans.map(span => span.text).join('');
const texts = (lines: readonly PaneLine[]) => lines.map(text).join('\n');

describe('a row of the project list', () => {
	const batch = sampleBatch([
		sampleMember({runId: 'run_1', status: 'passed'}),
		sampleMember({runId: 'run_2', status: 'failed'}),
	]);

	it('tells the last run with its counts and the way of the pass rate', () => {
		const history = {of: 'bat_1', batches: [batch]};
		const cells = projectCells(sampleProject({lastBatchId: 'bat_1'}), {history, now, glyphs});
		expect(text(cells.last)).toBe('✗ failed');
		expect(text(cells.counts)).toBe('   1     1      0');
		expect(text(cells.rates)).toMatch(/▅ +50%/);
		expect(text(cells.when)).toBe('now');
	});

	it('says never where nothing ran, and nothing while it is read', () => {
		const pane = (lastBatchId: string | null) =>
			texts(projectDetailLines(sampleProject({lastBatchId}), undefined, null, {glyphs, width: 60, now}));
		expect(pane(null)).toMatch(/Last run +never/);
		expect(pane('bat_1')).not.toContain('never');
		expect(text(projectCells(sampleProject(), {history: undefined, now, glyphs}).last)).toBe('never');
		expect(text(projectCells(sampleProject({lastBatchId: 'bat_1'}), {history: undefined, now, glyphs}).last)).toBe('');
	});

	it('says never of a project whose last run the service does not name only once its runs were read', () => {
		const unsaid = sampleProject({lastBatchId: undefined});
		const last = (history?: ProjectHistory) => text(projectCells(unsaid, {history, now, glyphs}).last);
		const pane = (history?: ProjectHistory) =>
			texts(projectDetailLines(unsaid, history, null, {glyphs, width: 60, now}));
		expect(last()).toBe('');
		expect(pane()).not.toContain('never');
		expect(last({of: undefined, batches: []})).toBe('never');
		expect(pane({of: undefined, batches: []})).toMatch(/Last run +never/);
	});
});

describe('a row of the test list', () => {
	it('has status, wiring, duration and trend', () => {
		const test = sampleTest({status: 'failed', produces: ['orderId'], consumes: ['userId']});
		const last = sampleMember({durationMs: 1234, finishedAt: '2026-01-31T08:30:00.000Z'});
		const cells = testCells(test, {...seen, history: {last, durations: [100, 200], endings: []}});
		expect(text(cells.status)).toBe('✗ failed');
		expect(text(cells.wiring)).toBe('↓ orderId  ↑ userId');
		expect(text(cells.took)).toBe('1.2 s');
		expect(text(cells.when)).toBe('1 h');
		expect(text(cells.trend)).toBe('▅█');
	});

	it('has the values of the run that gave the status, also where it is in none of the batches that were read', () => {
		const test = sampleTest({
			status: 'failed',
			lastRunId: 'run_9',
			lastRun: {status: 'failed', finishedAt: '2026-01-31T08:30:00.000Z', durationMs: 5000},
		});
		const passed = sampleMember({runId: 'run_1', durationMs: 1234, finishedAt: '2026-01-31T05:30:00.000Z'});
		const older = testCells(test, {...seen, history: {last: passed, durations: [1234], endings: []}});
		const none = testCells(test, {...seen, history: undefined});
		for (const cells of [older, none]) expect([text(cells.took), text(cells.when)]).toEqual(['5.0 s', '1 h']);
		expect(text(none.trend)).toBe('█');
		const running = sampleMember({runId: 'run_99', durationMs: 1234, finishedAt: '2026-01-31T09:00:00.000Z'});
		expect(text(testCells(test, {...seen, history: {last: running, durations: [1234], endings: []}}).took)).toBe(
			'1.2 s',
		);
	});

	it('cleans names', () => {
		expect(text(testCells(sampleTest({name: 'a\u001B[2Jb'}), {...seen, history: undefined}).name)).toBe('ab');
	});
});

describe('the details of a test', () => {
	const detail = {
		test: sampleTest({
			description: 'Creates one.',
			consumes: ['userId'],
			wiring: {userId: 'tst_9'},
			timeoutSeconds: 90,
		}),
		code: sampleCode('import requests\n\tassert True\u001B[31m\n', 'v3'),
		runs: [],
	};

	it('are declarations, runs and code with line numbers', () => {
		const shown = texts(testDetailLines(detail, {glyphs, width: 60, now}));
		expect(shown).toContain('creates an order');
		expect(shown).toMatch(/Produces +orderId/);
		expect(shown).toMatch(/Needs +userId/);
		expect(shown).toMatch(/Wiring +userId from tst_9/);
		expect(shown).toMatch(/Updated +30 min ago/);
		expect(shown).toMatch(/Limit +90 s/);
		expect(shown).toContain('It has not run yet.');
		expect(shown).toContain('Code  python  v3');
		expect(shown).toContain('1  import requests\n2      assert True');
		expect(shown).not.toContain('\u001B');
	});

	const run = {
		runId: 'run_1',
		status: 'passed',
		source: 'cli' as const,
		isRerun: false,
		createdFrom: 'cli' as const,
		createdAt: '2026-01-31T09:27:50.000Z',
		startedAt: '2026-01-31T09:28:00.000Z',
		finishedAt: '2026-01-31T09:28:30.000Z',
		codeVersion: 'v1',
		failureKind: null,
	};

	it('say of a run that passed who started it, and of another only what was wrong', () => {
		const failed = (failureKind: string) => ({...run, status: 'failed', failureKind});
		const runs = [run, failed('assertion'), failed('unknown')];
		const shown = texts(testDetailLines({...detail, runs}, {glyphs, width: 60, now}));
		expect(shown).toMatch(/passed .* {2}cli$/m);
		expect(shown).toMatch(/failed .* {2}assertion$/m);
		expect(shown).toMatch(/failed .* 30\.0 s$/m);
	});

	it('count the age of a run from its end, as the row of the test does', () => {
		const {finishedAt} = run;
		const shown = texts(testDetailLines({...detail, runs: [run]}, {glyphs, width: 60, now}));
		const row = testCells(detail.test, {
			...seen,
			history: {last: sampleMember({finishedAt}), durations: [], endings: []},
		});
		expect(text(row.when)).toBe('1 min');
		expect(shown).toMatch(/passed +1 min +30\.0 s/);
	});

	it('of a frontend test are its steps', () => {
		const test = sampleTest({type: 'frontend', planSteps: [{type: 'action', description: 'Open the shop'}]});
		const shown = texts(testDetailLines({test, code: null, runs: []}, {glyphs, width: 60, now}));
		expect(shown).toMatch(/1 {2}action {5}Open the shop/);
		expect(shown).toContain('There is no code yet.');
	});
});

describe('a member of a run', () => {
	it('tells how long it has run', () => {
		const running = sampleMember({status: 'running', startedAt: '2026-01-31T09:29:53.000Z'});
		expect(text(memberCells(running, now, glyphs, '◐').took)).toBe('0:07');
		expect(text(memberCells(running, now, glyphs, '◐').status)).toBe('  ◐ Running');
		expect(text(memberCells(sampleMember({status: 'passed', durationMs: 812}), now, glyphs, '').took)).toBe('812 ms');
		expect(text(memberCells(sampleMember(), now, glyphs, '').took)).toBe('');
	});

	const blocked = (reason: string, extra = {}) =>
		sampleMember({
			status: 'blocked',
			blockedBy: {
				variable: 'orderId',
				reason,
				producer: {testId: 'tst_1', title: 'creates an order'},
				didYouMean: null,
				...extra,
			},
		});

	it.each<[string, Parameters<typeof memberReason>[0], string]>([
		['waits', sampleMember({waitingFor: [{testId: 'tst_1', title: 'creates an order'}]}), 'waits for creates an order'],
		['is blocked', blocked('producer_failed'), 'orderId: its producer failed → creates an order'],
		[
			'is blocked without its producer',
			blocked('no_producer'),
			'orderId: its producer is not in this run → creates an order',
		],
		['is blocked by nobody', blocked('no_producer', {producer: null}), 'orderId: no test produces it'],
		[
			'is blocked by a name that differs',
			blocked('name_mismatch', {producer: null, didYouMean: 'order_id'}),
			'orderId: no test produces this exact name; did you mean order_id?',
		],
		['is blocked for a reason of a newer service', blocked('moon_phase', {producer: null}), 'orderId: moon_phase'],
		['failed', sampleMember({status: 'failed', error: 'expected 201'}), 'expected 201'],
		[
			'is blocked by what it makes for itself',
			sampleMember({status: 'blocked', error: 'setup: POST /a answered 403', blockedBy: null, note: null}),
			'setup: POST /a answered 403',
		],
		['passed', sampleMember({status: 'passed'}), ''],
	])('says why it %s', (_what, member, reason) => {
		expect(memberReason(member, glyphs)).toBe(reason);
	});

	it('has its facts in the pane', () => {
		const member = sampleMember({
			status: 'failed',
			failureKind: 'assertion',
			error: 'expected 201',
			previousStatus: 'passed',
		});
		const shown = texts(memberHeadLines(member, now, glyphs, 60));
		expect(shown).toMatch(/Failure +assertion/);
		expect(shown).toContain('Why\nexpected 201');
		expect(texts(memberHeadLines(member, now, glyphs, 60, 'The API answers 200.'))).toMatch(
			/Why\nThe API answers 200\.\n[\s\S]*Error +expected 201/,
		);
		expect(shown).toMatch(/Before +passed/);
	});

	it('shows trace and output, cleaned', () => {
		const result = sampleResult({trace: 'AssertionError', apiOutput: 'line\u001B[31m 1\nline 2'});
		const shown = texts(outputSections({runId: 'run_1', result, isSuperseded: false}, 40).flat());
		expect(shown).toBe('\nTrace\nAssertionError\n\nOutput\nline 1\nline 2');
	});

	it('says when its output is gone', () => {
		const sections = outputSections({runId: 'run_1', result: null, isSuperseded: true}, 80);
		expect(texts(sections.flat())).toContain('ran again since');
	});

	it('has no blank line of its own where there are no more facts', () => {
		const member = sampleMember({status: 'running', label: 'Running', runId: 'run_1'});
		expect(texts(memberHeadLines(member, now, glyphs, 60))).toMatch(/run_1$/);
	});

	const section = (title: string, count: number) => [
		[],
		[{text: title}],
		...Array.from({length: count}, (_, index) => [{text: `${title[0]}${index}`}]),
	];
	const head = [[{text: 'head'}]];
	const shown = (sections: ReturnType<typeof section>[], height: number) => tailLines(head, sections, height).map(text);

	it('shows the end of a long output under the facts', () => {
		expect(shown([section('Output', 20)], 7)).toEqual(['head', '', 'Output', 'O16', 'O17', 'O18', 'O19']);
		expect(shown([section('Output', 2)], 7)).toEqual(['head', '', 'Output', 'O0', 'O1']);
	});

	it('shows the trace whole where there is room, and the end of the output below it, each under its heading', () => {
		expect(shown([section('Trace', 3), section('Output', 20)], 10)).toEqual([
			'head',
			'',
			'Trace',
			'T0',
			'T1',
			'T2',
			'',
			'Output',
			'O18',
			'O19',
		]);
		expect(shown([section('Trace', 9), section('Output', 20)], 10)).toEqual([
			'head',
			'',
			'Trace',
			'T6',
			'T7',
			'T8',
			'',
			'Output',
			'O18',
			'O19',
		]);
		expect(shown([section('Trace', 9), section('Output', 9)], 6)).toEqual(['head', '', 'Trace', 'T6', 'T7', 'T8']);
		expect(shown([section('Trace', 9)], 1)).toEqual(['head']);
	});
});

describe('the head of a wave', () => {
	it('counts its members by status', () => {
		const wave = {wave: 2, kind: 'tests', status: 'running', total: 5, finished: 3, rev: 1};
		const line = text(waveSpans(wave, {Pass: 1, Failed: 1, Blocked: 1, Running: 1, Pending: 1}, false, glyphs));
		expect(line).toBe('▾ Wave 2   3/5   ● 1 running   ✗ 1 failed   ◌ 1 blocked');
	});

	it('names the cleanup wave', () => {
		const wave = {wave: 3, kind: 'cleanup', status: 'done', total: 1, finished: 1, rev: 1};
		expect(text(waveSpans(wave, {Skipped: 1}, true, glyphs))).toBe('▸ Cleanup tests   1/1   − 1 skipped');
	});
});

describe('the head of a run', () => {
	const lines = (batch: ReturnType<typeof sampleBatch>, width = 100) =>
		batchHeadLines(batch, now, '◐', width, glyphs).map(text);
	const members = [
		sampleMember({runId: 'run_1', status: 'passed'}),
		sampleMember({runId: 'run_2', status: 'passed'}),
		sampleMember({runId: 'run_3', status: 'failed'}),
		sampleMember({runId: 'run_4', status: 'running', wave: 2}),
	];

	it('tells phase, time, counts and the expected rest while it runs', () => {
		const [phase, bar, counts, cleanup] = lines(sampleBatch(members));
		expect(phase).toMatch(/◐ running {3}wave 2 of 2 .* 0:30 {3}about 0:10 left/);
		expect(bar).toMatch(/━+─+ {2}3\/4/);
		expect(counts).toContain('✓ 2 passed   ✗ 1 failed   ◌ 0 blocked   ● 1 running');
		expect(cleanup?.trim()).toBe('');
	});

	it('tells the verdict and the whole time when it is done', () => {
		const [phase] = lines(sampleBatch(members.slice(0, 3)));
		expect(phase).toMatch(/✗ failed .* 30\.0 s/);
		expect(phase).not.toContain('left');
	});

	it('has a bar of its own for the cleanup', () => {
		const cleanup = {
			...sampleBatch([]).cleanup,
			state: 'running',
			captured: 10,
			cleaned: 4,
			orphaned: 1,
			pending: 5,
		};
		const batch = sampleBatch(members.slice(0, 3), {phase: 'cleanup', status: 'running', outcome: 'failed', cleanup});
		const [phase, , , line] = lines(batch);
		expect(phase).toContain('cleaning up   tests: ✗ failed');
		expect(line).toMatch(/cleanup {2}━+─+ {2}4 of 10 cleaned up {3}◌ 1 might be orphaned {3}running, 5 to go/);
	});

	it.each([
		[100, {passed: 40, failed: 2}, '✓ 40 passed   ✗ 2 failed   ◌ 0 blocked'],
		[60, {passed: 40, failed: 2, running: 3, queued: 9}, '✓ 40 passed   ✗ 2 failed   ● 3 running   · 9 queued'],
		[
			60,
			{passed: 800, failed: 12, blocked: 30, running: 8, queued: 150},
			'✓ 800 pass  ✗ 12 fail  ◌ 30 block  ● 8 run  · 150 wait',
		],
		[
			60,
			{passed: 800, failed: 12, blocked: 30, running: 8, queued: 140, cancelled: 7},
			'✓ 800 pass ✗ 12 fail ◌ 30 block ● 8 run · 140 wait − 7 c…',
		],
	])('cuts no count where shorter words do (%i columns)', (width, counts, expected) => {
		const batch = sampleBatch(members);
		const none = {passed: 0, failed: 0, blocked: 0, running: 0, queued: 0, cancelled: 0, skipped: 0};
		const [, , line] = lines({...batch, summary: {...batch.summary, ...none, ...counts}}, width);
		expect(line?.trim()).toBe(expected);
	});

	it('gives up the bar of the cleanup before its words', () => {
		const cleanup = {...sampleBatch([]).cleanup, state: 'done', captured: 10, cleaned: 9, orphaned: 1};
		const batch = sampleBatch(members.slice(0, 3), {cleanup});
		expect(lines(batch, 60)[3]?.trim()).toBe('cleanup  9 of 10 cleaned up   ◌ 1 might be orphaned');
	});

	it('fills its lines exactly at every width', () => {
		for (const width of [60, 100, 200])
			for (const line of lines(sampleBatch(members), width)) expect(line).toHaveLength(width);
	});
});

describe('a label with its value', () => {
	const id = 'bat_01m8072pvt5p2effkgxex0n8eg';

	it('has it beside it, folded at blanks', () => {
		expect(labelled('Before it', id, 41).map(text)).toEqual([`Before it  ${id}`]);
		expect(labelled('Error', 'expected 200, got 500', 25).map(text)).toEqual([
			'Error      expected 200,',
			'           got 500',
		]);
	});

	it('has an id whole on a line of its own where there is no room beside it', () => {
		expect(labelled('Before it', id, 40).map(text)).toEqual(['Before it', `  ${id}`]);
		expect(labelled('', id, 32).map(text)).toEqual([`  ${id}`]);
		// Not even that: it is folded like any other text.
		expect(labelled('Run', id, 31).map(text)).toEqual(['Run        bat_01m8072pvt5p2eff', '           kgxex0n8eg']);
	});
});
