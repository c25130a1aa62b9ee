import {lostRun, maxAttempts, moveRun} from '../../domain/run-state.ts';
import {advanceBatch} from '../batches/advance-batch.ts';
import type {BatchChange} from '../batches/batch-change.ts';
import type {BatchChanges} from '../batches/batch-changes.ts';
import type {StoreTransaction, Database} from '../database.ts';
import {blockConsumers} from './block-consumers.ts';
import {blockedReasonOf, endRun, type RunningRun} from './finish-run.ts';
import {carryToTest} from './test-status.ts';

/**
 * Runs to take back. `all`: every executing run, when the caller knows that no other process lives on this store;
 * `expired`: those whose lease has ended; or the runs a worker gives back itself.
 */
export type LostRuns = 'all' | 'expired' | ReadonlyArray<{id: string; attempt: number}>;

/** Takes back runs whose worker is gone: they wait again, and a run that was lost before ends failed. */
export async function reap(
	transaction: StoreTransaction,
	which: LostRuns,
	now: number,
	changes: BatchChanges,
): Promise<void> {
	const lost = await lostRuns(transaction, which, now);
	for (const batchId of new Set(lost.map(run => run.batch_id))) {
		const change = await changes.of(batchId);
		for (const run of lost) if (run.batch_id === batchId) await lose(change, run);
		await advanceBatch(change);
	}
}

async function lostRuns(transaction: StoreTransaction, which: LostRuns, now: number): Promise<RunningRun[]> {
	const running = transaction
		.selectFrom('runs')
		.select([
			'id',
			'batch_id',
			'test_id',
			'project_id',
			'wave',
			'type',
			'attempt',
			'name',
			'teardown',
			'cancel_requested_at',
		])
		.where('worker_id', 'is not', null)
		.orderBy('id');
	if (which === 'all') return running.execute();
	if (which === 'expired') return running.where('lease_until', '<', now).execute();
	const rows = await running
		.where(
			'id',
			'in',
			which.map(run => run.id),
		)
		.execute();
	return rows.filter(row => which.some(run => run.id === row.id && run.attempt === row.attempt));
}

async function lose(change: BatchChange, run: RunningRun): Promise<void> {
	const ended = {id: run.id, testId: run.test_id, title: run.name};
	if (run.cancel_requested_at !== null) {
		await endRun(change, run, {...noOutcome, status: 'cancelled'});
		await blockConsumers(change, ended, blockedReasonOf.cancelled);
		return;
	}
	if (moveRun('running', run.attempt < maxAttempts ? 'lose' : 'lose_again') === 'failed') {
		await endRun(change, run, {...noOutcome, ...lostRun, status: 'failed'});
		await blockConsumers(change, ended, blockedReasonOf.failed);
		return;
	}
	await change.transaction
		.updateTable('runs')
		.set({status: 'queued', ready: 1, worker_id: null, lease_until: null, started_at: null, rev: change.version})
		.where('id', '=', run.id)
		.execute();
	change.move(run, 'running', 'queued');
	await carryToTest(change.transaction, {id: run.id, testId: run.test_id}, 'queued');
}

const noOutcome = {failureKind: null, error: null, trace: null, apiOutput: null, failedLine: null, advisories: []};

/** A run that still belongs to the worker. */
type HeldRun = {id: string; attempt: number; cancelRequested: boolean};

/** Keeps the runs of a worker its own for another `leaseMs`. A run that is missing from the answer was taken away. */
export async function beat(
	database: Database,
	worker: {workerId: string; leaseMs: number},
	now: number,
): Promise<HeldRun[]> {
	const rows = await database
		.updateTable('runs')
		.set({lease_until: now + worker.leaseMs})
		.where('worker_id', '=', worker.workerId)
		.returning(['id', 'attempt', 'cancel_requested_at'])
		.execute();
	return rows.map(row => ({id: row.id, attempt: row.attempt, cancelRequested: row.cancel_requested_at !== null}));
}
