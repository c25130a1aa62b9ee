import {describe, expect, it} from 'vitest';
import {createNotes} from '../../../source/output/notes.ts';
import {createStatusLines, createTicker, type ProgressItem} from '../../../source/output/progress.ts';

const start = Date.parse('2026-01-31T09:30:00.000Z');

/** A ticker whose seconds pass when a test says so. */
function ticker(columns = 200) {
	let text = '';
	let now = start;
	let tick: (() => void) | null = null;
	const progress = createTicker({
		write: written => {
			text += written;
		},
		now: () => now,
		columns: () => columns,
		every: (_, callback) => {
			tick = callback;
			return () => {
				tick = null;
			};
		},
	});
	return {
		...progress,
		second: () => {
			now += 1000;
			tick?.();
		},
		isTicking: () => tick !== null,
		text: () => text,
	};
}

/** Everything that was answered has been heard. */
const settled = () => new Promise(resolve => setImmediate(resolve));

const run = (status: string, steps: number | null = null): ProgressItem => ({
	kind: 'run',
	runId: 'run_1',
	status,
	steps: steps === null ? null : {completed: steps, last: null},
});
const batch: ProgressItem = {
	kind: 'batch',
	batchId: 'bat_1',
	status: 'running',
	wave: 2,
	waves: 3,
	done: 4,
	total: 9,
	running: 2,
	blocked: 1,
	cleanup: null,
};

describe('the ticker', () => {
	it('names the step that has ended last', () => {
		const it = ticker(100);
		it.show({kind: 'run', runId: 'run_1', status: 'running', steps: {completed: 2, last: 'Click\nSave'}});
		it.second();
		expect(it.text()).toContain('run_1  running  2 steps  Click Save  1s');
	});

	it('stays on one line of a narrow terminal', () => {
		const it = ticker(60);
		it.show(batch);
		it.second();
		const lines = it.text().split('\r').slice(1);
		expect(lines).toHaveLength(2);
		for (const line of lines) expect(line).toHaveLength(59);
	});

	it('rewrites one line in place, once per second', () => {
		const it = ticker();
		it.show(run('queued'));
		it.show(run('running', 3));
		expect(it.text()).toBe('\r2026-01-31T09:30:00.000Z  run_1  queued  0s');
		it.second();
		expect(it.text()).toContain('\r2026-01-31T09:30:01.000Z  run_1  running  3 steps  1s');
		expect(it.text()).not.toContain('\n');
	});

	it('asks for news once a second, one question at a time, until the next item', async () => {
		const it = ticker();
		let questions = 0;
		let answer: (item: ProgressItem) => void = () => undefined;
		it.show(run('queued'), () => {
			questions++;
			return new Promise(resolve => {
				answer = resolve;
			});
		});
		expect(questions).toBe(0);
		it.second();
		it.second();
		expect(questions).toBe(1);
		answer(run('running'));
		await settled();
		it.second();
		expect(it.text()).toMatch(/run_1 {2}running {2}3s$/);
		expect(questions).toBe(2);
		it.show(run('passed'));
		answer(run('running'));
		await settled();
		it.second();
		expect(it.text()).toMatch(/run_1 {2}passed {2}4s $/);
		expect(questions).toBe(2);
	});

	it('does without news that do not come, and stops asking at the end', async () => {
		const it = ticker();
		const signals: AbortSignal[] = [];
		it.show(run('queued'), signal => {
			signals.push(signal);
			return signals.length === 1 ? Promise.reject(new Error('no')) : new Promise(() => undefined);
		});
		it.second();
		await settled();
		it.second();
		it.end();
		expect(it.text()).toMatch(/run_1 {2}queued {2}2s\n$/);
		expect(signals.map(({aborted}) => aborted)).toEqual([false, true]);
	});

	it('covers what a longer line left behind', () => {
		const it = ticker();
		it.show(run('running', 10));
		it.show(run('passed'));
		it.second();
		const [, long = '', short = ''] = it.text().split('\r');
		expect(short.trimEnd()).toBe('2026-01-31T09:30:01.000Z  run_1  passed  1s');
		expect(short).toHaveLength(long.length);
	});

	it('is closed by a newline before any other line, and goes on below it', () => {
		const it = ticker();
		it.show(run('queued'));
		it.interrupt();
		it.interrupt();
		it.second();
		expect(it.text().split('\n')).toHaveLength(2);
		expect(it.text()).toMatch(/ 1s$/);
	});

	it('ends with its last state and draws no more', () => {
		const it = ticker();
		it.show(run('queued'));
		it.show(run('passed'));
		it.end();
		expect(it.text()).toMatch(/passed {2}0s\n$/);
		expect(it.isTicking()).toBe(false);
		it.show(run('queued'));
		expect(it.text()).toMatch(/passed {2}0s\n$/);
	});

	it('leaves no line when nothing was shown', () => {
		const it = ticker();
		it.end();
		expect(it.text()).toBe('');
	});

	it('of a batch counts members, or what is cleaned up', () => {
		const it = ticker();
		it.show(batch);
		expect(it.text()).toContain('bat_1  wave 2/3  4/9 done  2 running  1 blocked  0s');
		it.show({...batch, cleanup: {cleaned: 1, captured: 5}} as ProgressItem);
		it.second();
		expect(it.text()).toContain('bat_1  cleanup 1/5  4/9 done  2 running  1 blocked  1s');
	});
});

describe('without a terminal', () => {
	const lines = () => {
		const written: string[] = [];
		return {progress: createStatusLines(createNotes(text => written.push(text))), written};
	};

	it('every change of a status is one line', () => {
		const {progress, written} = lines();
		for (const status of ['unknown', 'queued', 'queued', 'running', 'running', 'passed']) progress.show(run(status));
		expect(written).toEqual(['[info] run_1  queued\n', '[info] run_1  running\n', '[info] run_1  passed\n']);
	});

	it('several runs are told one by one', () => {
		const {progress, written} = lines();
		const statuses = new Map([['a', 'queued']]);
		progress.show({kind: 'runs', statuses, total: 2, done: 0});
		statuses.set('b', 'passed');
		progress.show({kind: 'runs', statuses, total: 2, done: 1});
		expect(written).toEqual(['[info] a  queued\n', '[info] b  passed\n']);
	});

	it('a batch whose changes the command tells itself is not told twice', () => {
		const {progress, written} = lines();
		progress.show({...batch, isToldInLines: true} as ProgressItem);
		expect(written).toEqual([]);
		progress.show(batch);
		expect(written).toHaveLength(1);
	});
});
