import {waitForBatch} from '../../client/wait-for-batch.ts';
import type {Batch, BatchMember} from '../../../contract/batch.ts';
import type {BatchId, ProjectId, TestId} from '../../../contract/ids.ts';
import {cancelBatch, runBatch} from '../../../contract/routes/batches.ts';
import {cleanupSentence} from '../../../contract/cleanup-words.ts';
import {isOver, type Session} from './session.ts';

export type Ran = {
	batches: Batch[];
	/** Seconds from the start of the command to the first test that passed; null: none did. */
	firstPassSeconds: number | null;
	/** The time was over before everything had run: what did not run is cancelled. */
	isOutOfTime: boolean;
};

/** Tests that one batch may name. */
const largestBatch = 1000;
/** How long the cleanup of a cancelled batch is waited for. */
const cleanupSeconds = 120;

/**
 * Runs groups of tests one batch after the other, each with its cleanup. Whatever ends it early, what runs is cancelled
 * and its cleanup waited for: nobody else would delete the records.
 */
export async function runBatches(
	session: Session,
	projectId: ProjectId,
	groups: ReadonlyArray<readonly string[]>,
): Promise<Ran> {
	const ran: Ran = {batches: [], firstPassSeconds: null, isOutOfTime: false};
	const parts = groups.flatMap(group =>
		Array.from({length: Math.ceil(group.length / largestBatch)}, (_, part) =>
			group.slice(part * largestBatch, (part + 1) * largestBatch),
		),
	);
	for (const testIds of parts) {
		if (ran.isOutOfTime) break;
		if (isOver(session)) ran.isOutOfTime = true;
		else await runOne(session, projectId, testIds, ran);
	}
	return ran;
}

async function runOne(session: Session, projectId: ProjectId, testIds: readonly TestId[], ran: Ran): Promise<void> {
	const {client, context, waiting, key, startedAt} = session;
	context.signal.throwIfAborted();
	const {batchId} = await client.call(runBatch, {
		body: {projectId, testIds: [...testIds], source: 'cli'},
		idempotencyKey: key('run'),
	});
	if (batchId === null) return;
	const outcome = await waitForBatch({
		...waiting,
		batchId,
		onChange({batch}) {
			// Where lines stay, the lines of the stages are enough.
			if (context.terminal.isOutput) context.progress.show(progressOf(batch));
			if (ran.firstPassSeconds === null && batch.members.some(({status}) => status === 'passed'))
				ran.firstPassSeconds = Math.round((context.clock.elapsed() - startedAt) / 100) / 10;
		},
	}).finally(() => context.progress.end());
	if (outcome.state === 'done') {
		ran.batches.push(outcome.batch);
		return;
	}
	const stopped = await callOff(session, batchId);
	context.signal.throwIfAborted();
	if (outcome.state === 'timeout' && outcome.error.code !== 'UNSUPPORTED') throw outcome.error;
	// What has run by then is worth its report.
	ran.isOutOfTime = true;
	if (stopped) ran.batches.push(stopped);
}

/** Stops a batch and waits until its records are deleted; the second signal ends that wait. Answers how it stands then. */
async function callOff({client, context, waiting}: Session, batchId: BatchId): Promise<Batch | null> {
	context.notes.say('info', 'stopping: what the tests created is deleted first; Ctrl-C again leaves at once');
	await client.call(cancelBatch, {params: {batchId}, body: {}, signal: context.hurry});
	const until = context.clock.elapsed() + cleanupSeconds * 1000;
	const {batch} = await waitForBatch({
		...waiting,
		batchId,
		signal: context.hurry,
		deadlineAt: until,
		timeoutSeconds: cleanupSeconds,
	});
	const cleanup = batch?.cleanup;
	if (cleanup)
		context.notes.say(
			cleanup.pending + cleanup.orphaned > 0 ? 'warn' : 'info',
			`${cleanupSentence(cleanup)}: svc batch cleanup ${batchId}`,
		);
	return batch;
}

const progressOf = (batch: Batch) => {
	const {batchId, status, phase, summary, waves, currentWave, cleanup} = batch;
	return {
		kind: 'batch' as const,
		batchId,
		status,
		wave: currentWave,
		waves: waves.length,
		done: summary.total - summary.queued - summary.running,
		total: summary.total,
		running: summary.running,
		blocked: summary.blocked,
		cleanup: phase === 'cleanup' ? {cleaned: cleanup.cleaned, captured: cleanup.captured} : null,
	};
};

/** How each test ended last: one that ran in several batches counts once. */
export function lastMembers(batches: readonly Batch[]): BatchMember[] {
	const last = new Map<string, BatchMember>();
	for (const {members} of batches) for (const member of members) last.set(member.testId, member);
	return [...last.values()];
}
