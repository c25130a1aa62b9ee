import type {Batch, BatchSummary} from '../contract/batch.ts';

export type BatchProgress = {
	done: number;
	total: number;
	/** From the first start to the end or to now, in ms. */
	elapsedMs: number;
	/** Expected time to the end in ms; null while too little is known. */
	remainingMs: number | null;
};

/** Finished members that an estimate needs. */
const minSamples = 3;

/** How far a batch is. The estimate takes the pace so far for the pace to come. */
export function batchProgress(batch: BatchSummary, now: number): BatchProgress {
	const {total, queued, running} = batch.summary;
	const done = total - queued - running;
	const start = Date.parse(batch.startedAt ?? batch.createdAt);
	const end = batch.finishedAt ? Date.parse(batch.finishedAt) : now;
	const elapsedMs = Math.max(0, end - start);
	const isOpen = batch.phase === 'queued' || batch.phase === 'tests';
	const remainingMs = isOpen && done >= minSamples && done < total ? (elapsedMs / done) * (total - done) : null;
	return {done, total, elapsedMs, remainingMs};
}

/** A batch in one line of words: `failed: 34 passed, 2 failed, 1 blocked`. */
export function batchSentence({status, summary}: Pick<BatchSummary, 'status' | 'summary'>): string {
	const counted = (['passed', 'failed', 'blocked', 'cancelled', 'running', 'queued'] as const)
		.filter(word => summary[word] > 0)
		.map(word => `${summary[word]} ${word}`);
	return counted.length === 0 ? status : `${status}: ${counted.join(', ')}`;
}

/** Whether runs of the batch are still to come or under way, its cleanup included. */
export const isActive = ({phase}: Pick<Batch, 'phase'>): boolean => phase !== 'done';
