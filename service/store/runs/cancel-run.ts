import type {RunStatus} from '../../../contract/enums.ts';
import type {AccountId, RunId, TestId} from '../../../contract/ids.ts';
import {moveRun} from '../../domain/run-state.ts';
import {advanceBatch} from '../batches/advance-batch.ts';
import {BatchChange, type MovingRun} from '../batches/batch-change.ts';
import type {BatchChanged} from '../batches/batch-tables.ts';
import type {StoreTransaction} from '../database.ts';
import {blockConsumers} from './block-consumers.ts';
import {announce} from '../dialect/storage.ts';
import {carryToTest} from './test-status.ts';

export type RunCancel = {
	/** Before the cancel. */
	status: RunStatus;
	/** False: the run had ended, and nothing changed. */
	accepted: boolean;
	/** The run executes: its worker has to stop it. */
	executing: boolean;
	changed: BatchChanged | null;
};

/**
 * Cancels one run: a queued one ends at once and its closure is blocked; an executing one is marked, so that it is not
 * repeated when its worker dies before it could stop it. Null: the account has no such run.
 */
export async function cancelRun(
	transaction: StoreTransaction,
	accountId: AccountId,
	runId: RunId,
	now: number,
): Promise<RunCancel | null> {
	const run = await transaction
		.selectFrom('runs')
		.select(['id', 'batch_id', 'test_id', 'wave', 'type', 'attempt', 'name', 'status'])
		.where('id', '=', runId)
		.where('account_id', '=', accountId)
		.executeTakeFirst();
	if (!run) return null;
	const {status} = run;
	if (status === 'running') {
		await requestCancel(transaction, [run.id], now);
		return {status, accepted: true, executing: true, changed: null};
	}
	if (status !== 'queued') return {status, accepted: false, executing: false, changed: null};
	const change = await BatchChange.open(transaction, run.batch_id, now);
	await cancelQueued(change, [{...run, testId: run.test_id}]);
	await blockConsumers(change, {id: run.id, testId: run.test_id, title: run.name}, 'producer_cancelled');
	await advanceBatch(change);
	return {status, accepted: true, executing: false, changed: await change.save()};
}

/** Marks executing runs. */
export async function requestCancel(
	transaction: StoreTransaction,
	runIds: readonly RunId[],
	now: number,
): Promise<void> {
	if (runIds.length === 0) return;
	await transaction
		.updateTable('runs')
		.set(({fn, val}) => ({cancel_requested_at: fn.coalesce('cancel_requested_at', val(now))}))
		.where('id', 'in', runIds)
		.execute();
	await announce(transaction, {kind: 'cancel', runIds: [...runIds]});
}

/** Ends queued members as cancelled, without looking at their consumers. */
export async function cancelQueued(
	change: BatchChange,
	runs: ReadonlyArray<MovingRun & {testId: TestId}>,
): Promise<void> {
	const status = moveRun('queued', 'cancel');
	if (status !== 'cancelled') throw new Error('A queued run cannot be cancelled.');
	for (let start = 0; start < runs.length; start += 500) {
		const some = runs.slice(start, start + 500);
		await change.transaction
			.updateTable('runs')
			.set({status, ready: 0, finished_at: change.now, rev: change.version})
			.where(
				'id',
				'in',
				some.map(run => run.id),
			)
			.execute();
	}
	for (const run of runs) {
		change.move(run, 'queued', status);
		await carryToTest(change.transaction, run, status);
	}
}
