import {describe, expect, it} from 'vitest';
import {batchProgress, batchSentence} from '../../source/view-model/batch-progress.ts';
import {sampleBatch, sampleMember} from '../helpers/wire-samples.ts';

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
