import {describe, expect, it} from 'vitest';
import {batchProgress, batchSentence} from '../../../source/view-model/batch-progress.ts';
import {sampleBatch, sampleMember} from '../../helpers/wire-samples.ts';

const batchOf = (...statuses: string[]) =>
	sampleBatch(statuses.map((status, index) => sampleMember({runId: `run_${index}`, status})));
const start = Date.parse('2026-01-31T09:29:30.000Z');

describe('the progress of a batch', () => {
	it('counts what has ended, and the time since the start', () => {
		const batch = batchOf('passed', 'failed', 'blocked', 'running', 'queued');
		expect(batchProgress(batch, start + 30_000)).toMatchObject({done: 3, total: 5, elapsedMs: 30_000});
	});

	it('expects the rest at the pace so far', () => {
		const batch = batchOf('passed', 'failed', 'blocked', 'running', 'queued');
		expect(batchProgress(batch, start + 30_000).remainingMs).toBe(20_000);
	});

	it('expects nothing while too little is known, and when it has ended', () => {
		expect(batchProgress(batchOf('passed', 'passed', 'queued'), start + 1000).remainingMs).toBe(null);
		const done = batchOf('passed', 'passed', 'passed', 'failed');
		expect(batchProgress(done, start + 9_999_999)).toMatchObject({remainingMs: null, elapsedMs: 30_000});
	});

	describe('with tests that ran before', () => {
		const at = (seconds: number) => new Date(start + seconds * 1000).toISOString();
		const members = [
			sampleMember({runId: 'run_1', testId: 'tst_1', status: 'passed', durationMs: 4000}),
			sampleMember({runId: 'run_2', testId: 'tst_2', status: 'blocked', durationMs: null}),
			sampleMember({runId: 'run_3', testId: 'tst_3', status: 'running', startedAt: at(4), durationMs: null}),
			sampleMember({runId: 'run_4', testId: 'tst_4', status: 'queued', startedAt: null, durationMs: null}),
		];
		const batch = sampleBatch(members);
		const left = (seconds: number, durations: Record<string, number>) =>
			batchProgress(batch, start + seconds * 1000, testId => durations[testId]).remainingMs;

		it('expects the rest of their work at the pace of the work so far', () => {
			// 4 s and 6 s of work in 10 s; 4 s and 12 s are left.
			expect(left(10, {tst_3: 10_000, tst_4: 12_000})).toBe(16_000);
		});

		it('takes the average for a test that never ran, and never less than the slowest one has left', () => {
			expect(left(10, {tst_3: 10_000})).toBe(14_000);
			const parallel = sampleBatch([
				sampleMember({runId: 'run_1', testId: 'tst_1', status: 'passed', durationMs: 20_000}),
				sampleMember({runId: 'run_2', testId: 'tst_2', status: 'queued', startedAt: null, durationMs: null}),
			]);
			expect(batchProgress(parallel, start + 10_000, () => 60_000).remainingMs).toBe(60_000);
		});

		it('expects nothing more of a test that already takes longer than before', () => {
			expect(left(20, {tst_3: 1000, tst_4: 0})).toBe(0);
		});

		it('expects of started tests what they have left, whatever was lost before, as with a service that was killed', () => {
			const all = sampleBatch(members.slice(0, 3));
			// 4 s of work in 40 s: the attempt that was lost is no work.
			expect(
				batchProgress(
					{...all, members: [...members.slice(0, 2), {...members[2]!, startedAt: at(40)}]},
					start + 40_000,
					() => 20_000,
				).remainingMs,
			).toBe(20_000);
		});

		it('goes by the number of tests where no earlier run is known', () => {
			expect(left(10, {})).toBeNull();
			expect(left(10, {tst_1: 4000})).toBeNull();
		});
	});

	it('never runs backwards', () => {
		expect(batchProgress(batchOf('running'), start - 5000).elapsedMs).toBe(0);
	});
});

describe('a batch in a sentence', () => {
	it('names what there is of it', () => {
		expect(batchSentence(batchOf('passed', 'passed', 'failed'))).toBe('failed: 2 passed, 1 failed');
		expect(batchSentence(sampleBatch([]))).toBe('passed');
	});
});
