import {type BatchPhase, type TerminalRunStatus, isTerminal} from '../../../contract/enums.ts';
import type {AccountId, BatchId} from '../../../contract/ids.ts';
import {advanceBatch} from './advance-batch.ts';
import {BatchChange} from './batch-change.ts';
import type {BatchChanged} from './batch-tables.ts';
import type {StoreTransaction} from '../database.ts';
import {cancelQueued, requestCancel} from '../runs/cancel-run.ts';
import {ownBatch} from './latest-batch.ts';

export type BatchCancel = {
	/** Before the cancel. */
	phase: BatchPhase;
	outcome: TerminalRunStatus | null;
	/** An earlier cancel had been accepted. */
	alreadyCancelled: boolean;
	/** Members that ended by this cancel at once. */
	cancelled: string[];
	/** Members that execute and have to be stopped by their worker. */
	executing: string[];
	/** Members that had ended before. */
	finished: string[];
	changed: BatchChanged | null;
};

/**
 * Cancels a batch: its open members end, and cleanup still runs unless `skipCleanup`, which also stops a cleanup under
 * way. Null: the account has no such batch.
 */
export async function cancelBatch(
	transaction: StoreTransaction,
	accountId: AccountId,
	batchId: BatchId,
	skipCleanup: boolean,
	now: number,
): Promise<BatchCancel | null> {
	const batch = await ownBatch(transaction, accountId, batchId)
		.select(['phase', 'outcome', 'cancel_requested_at'])
		.executeTakeFirst();
	if (!batch) return null;
	const members = await transaction
		.selectFrom('runs')
		.select(['id', 'test_id', 'wave', 'type', 'attempt', 'status', 'teardown'])
		.where('batch_id', '=', batchId)
		.execute();
	const answer: BatchCancel = {
		phase: batch.phase,
		outcome: batch.outcome,
		alreadyCancelled: batch.cancel_requested_at !== null,
		cancelled: [],
		executing: [],
		finished: members.filter(member => isTerminal(member.status)).map(member => member.id),
		changed: null,
	};
	const inTests = batch.phase === 'queued' || batch.phase === 'tests';
	if (batch.phase === 'done' || (!inTests && !skipCleanup)) return answer;
	const reached = members.filter(member => skipCleanup || member.teardown === 0);
	const queued = reached.filter(member => member.status === 'queued');
	answer.cancelled = queued.map(member => member.id);
	answer.executing = reached.filter(member => member.status === 'running').map(member => member.id);
	const change = await BatchChange.open(transaction, batchId, now);
	// During cleanup the tests have their outcome: only the cleanup is cancelled.
	if (inTests && !answer.alreadyCancelled) change.set({cancel_requested_at: now});
	if (skipCleanup) change.set({skip_cleanup: 1});
	await cancelQueued(
		change,
		queued.map(member => ({...member, testId: member.test_id})),
	);
	await requestCancel(transaction, answer.executing, now);
	// Members that still wait do so for fewer producers now.
	await transaction
		.updateTable('runs')
		.set({rev: change.version})
		.where('batch_id', '=', batchId)
		.where('status', '=', 'queued')
		.execute();
	await advanceBatch(change);
	answer.changed = await change.save();
	return answer;
}
