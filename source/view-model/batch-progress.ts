import type {Batch, BatchMember, BatchSummary} from '../../contract/batch.ts';
import {isTerminal} from '../../contract/enums.ts';
import type {TestId} from '../../contract/ids.ts';

type BatchProgress = {
	done: number;
	total: number;
	/** From the first start to the end or to now, in ms. */
	elapsedMs: number;
	/** Expected time to the end in ms; null while too little is known. */
	remainingMs: number | null;
};

/** Finished members that an estimate needs. */
const minSamples = 3;

/** How long a test took when it ran last, in ms; undefined where that is not known. */
export type KnownDuration = (testId: TestId) => number | undefined;

/**
 * How far a batch is. The estimate takes the pace so far for the pace to come: of work, where it is known how long the
 * tests took before, else of tests.
 */
export function batchProgress(
	batch: BatchSummary & {members?: readonly BatchMember[]},
	now: number,
	durationOf: KnownDuration = () => undefined,
): BatchProgress {
	const {total, queued, running} = batch.summary;
	const done = total - queued - running;
	const start = Date.parse(batch.startedAt ?? batch.createdAt);
	const end = batch.finishedAt ? Date.parse(batch.finishedAt) : now;
	const elapsedMs = Math.max(0, end - start);
	const isOpen = batch.phase === 'queued' || batch.phase === 'tests';
	const remainingMs = isOpen && done < total ? remaining() : null;
	return {done, total, elapsedMs, remainingMs};

	function remaining(): number | null {
		const work = workOf(batch.members ?? [], now, durationOf);
		// What has started waits for nobody: the pace so far, an interruption in it, does not matter any more.
		if (work !== null && queued === 0) return work.longestMs;
		if (work !== null) return Math.max(work.longestMs, (elapsedMs * work.leftMs) / work.doneMs);
		return done >= minSamples ? (elapsedMs / done) * (total - done) : null;
	}
}

type Work = {doneMs: number; leftMs: number /** What the slowest of the open members has left. */; longestMs: number};

/** What members have done and have left, a test without an earlier run like the average one; null where none is known. */
function workOf(members: readonly BatchMember[], now: number, durationOf: KnownDuration): Work | null {
	const open = members.filter(({status}) => !isTerminal(status));
	const known = open.map(({testId}) => durationOf(testId)).filter(duration => duration !== undefined);
	if (known.length === 0) return null;
	const average = known.reduce((sum, duration) => sum + duration, 0) / known.length;
	const work = {doneMs: 0, leftMs: 0, longestMs: 0};
	for (const {testId, status, durationMs, startedAt} of members) {
		if (isTerminal(status)) {
			work.doneMs += durationMs ?? 0;
			continue;
		}
		const ran = startedAt === null ? 0 : Math.max(0, now - Date.parse(startedAt));
		const left = Math.max(0, (durationOf(testId) ?? average) - ran);
		work.doneMs += ran;
		work.leftMs += left;
		work.longestMs = Math.max(work.longestMs, left);
	}
	return work.doneMs > 0 ? work : null;
}

/** A batch in one line of words: `failed: 34 passed, 2 failed, 1 blocked`. */
export function batchSentence({status, summary}: Pick<BatchSummary, 'status' | 'summary'>): string {
	const counted = (['passed', 'failed', 'blocked', 'cancelled', 'skipped', 'running', 'queued'] as const)
		.filter(word => summary[word] > 0)
		.map(word => `${summary[word]} ${word}`);
	return counted.length === 0 ? status : `${status}: ${counted.join(', ')}`;
}

/** Whether runs of the batch are still to come or under way, its cleanup included. */
export const isActive = ({phase}: Pick<Batch, 'phase'>): boolean => phase !== 'done';
