import {refusals} from '../../domain/cleanup.ts';
import {sql} from 'kysely';
import type {CleanupState} from '../../../contract/enums.ts';
import {cleanupStateAfter} from '../../domain/batch-state.ts';
import type {BatchChange} from '../batches/batch-change.ts';
import type {Database} from '../database.ts';
import {countLeft} from './read-cleanup.ts';

/** Whether anything that the batch did may have created a record, or earlier batches of its projects have left some. */
export async function mayHaveRecords(change: BatchChange): Promise<boolean> {
	const {transaction, batch} = change;
	const call = await transaction
		.selectFrom('calls')
		.select('id')
		.where('batch_id', '=', batch.id)
		// Written out, not bound: only then the partial index of writing calls is used.
		.where(sql<boolean>`method in ('POST', 'PUT', 'PATCH')`)
		.where(({and, or, eb}) =>
			or([
				and([eb('status', '>=', 200), eb('status', '<', 300)]),
				// A server that breaks may have done its work before.
				eb('status', '>=', 500),
				// So may one that refuses.
				and([eb('method', '=', 'POST'), eb('status', 'in', [...refusals])]),
				// Sent, and never answered: nobody knows what it did.
				and([eb('status', 'is', null), eb('detail', 'like', '%"isUnanswered":true%')]),
			]),
		)
		.limit(1)
		.executeTakeFirst();
	if (call) return true;
	return batch.skip_dependencies === 1 && (await leftByEarlier(transaction, batch)).length > 0;
}

/** Records that earlier batches of the same projects have captured and never deleted. */
export function leftByEarlier(
	database: Database,
	batch: {id: string; project_ids: string; environment: string | null},
) {
	return (
		database
			.selectFrom('cleanup_resources')
			.innerJoin('batches', 'batches.id', 'cleanup_resources.batch_id')
			.selectAll('cleanup_resources')
			.where('cleanup_resources.project_id', 'in', JSON.parse(batch.project_ids) as string[])
			.where(sql<boolean>`cleanup_resources.outcome = 'pending'`)
			.where('cleanup_resources.batch_id', '!=', batch.id)
			.where('batches.finished_at', 'is not', null)
			// Those of another environment lie on another server.
			.where(sql<boolean>`coalesce(batches.environment, 'default') = ${batch.environment ?? 'default'}`)
			// Nobody has agreed to their DELETEs.
			.where('batches.cleanup_state', '!=', 'asking')
			.where('delete_url', 'is not', null)
			.orderBy('cleanup_resources.id')
			.execute()
	);
}

/** Whether records wait that have a DELETE endpoint. */
export async function hasDueRecords({transaction, batch}: BatchChange): Promise<boolean> {
	const row = await transaction
		.selectFrom('cleanup_resources')
		.select('id')
		.where('batch_id', '=', batch.id)
		.where('outcome', '=', 'pending')
		.limit(1)
		.executeTakeFirst();
	return row !== undefined;
}

/** How a cleanup has ended: `asking` while records wait for somebody's word. */
export async function standingOf(change: BatchChange, failedTeardowns: number): Promise<CleanupState> {
	const {transaction, batch} = change;
	if (batch.cleanup_asks === 1) {
		const row = await transaction
			.selectFrom('cleanup_resources')
			.select('id')
			.where('batch_id', '=', batch.id)
			.where('outcome', '=', 'pending')
			// Without an address it waits for the read that tells it, or for a teardown test.
			.where(({or, eb}) => or([eb('delete_url', 'is not', null), eb('cleanup_test_id', 'is', null)]))
			.where(({not, exists, selectFrom}) =>
				not(
					exists(
						selectFrom('cleanup_tests')
							.select('cleanup_tests.id')
							.whereRef('cleanup_tests.resource_id', '=', 'cleanup_resources.id'),
					),
				),
			)
			.limit(1)
			.executeTakeFirst();
		if (row) return 'asking';
	}
	return cleanupStateAfter(failedTeardowns, await leftRecords(change));
}

/** How many records of a batch are still there although they should not be. */
export async function leftRecords({transaction, batch}: BatchChange): Promise<number> {
	return (await countLeft(transaction, [batch.id])).get(batch.id) ?? 0;
}

/**
 * How many teardown tests failed whose records were not removed afterwards, by a retry or by hand: those that left one,
 * and those that no record is known of.
 */
export async function openTeardownFailures({transaction, batch}: BatchChange): Promise<number> {
	const rows = await transaction
		.selectFrom('runs')
		.leftJoin('run_edges', 'run_edges.to_run_id', 'runs.id')
		.leftJoin('cleanup_resources', join =>
			join
				.onRef('cleanup_resources.batch_id', '=', 'runs.batch_id')
				.onRef('cleanup_resources.run_id', '=', 'run_edges.from_run_id')
				.onRef('cleanup_resources.variable', '=', 'run_edges.variable'),
		)
		.select(['runs.id', 'cleanup_resources.outcome'])
		.where('runs.batch_id', '=', batch.id)
		.where('runs.teardown', '=', 1)
		.where('runs.status', '=', 'failed')
		.execute();
	const outcomes = new Map<string, string[]>();
	for (const {id, outcome} of rows) outcomes.set(id, [...(outcomes.get(id) ?? []), ...(outcome ? [outcome] : [])]);
	const isMadeGood = (own: readonly string[]) =>
		own.length > 0 && own.every(one => one === 'auto' || one === 'gone' || one === 'dismissed');
	return [...outcomes.values()].filter(own => !isMadeGood(own)).length;
}

/**
 * A cleanup ends although DELETEs are open: it was cancelled, or its time was up. They stay pending with their records,
 * also those that had been tried, and are sent only when somebody names them for a retry. What was still to be read for
 * its DELETE has none.
 */
export async function leaveDeletes(change: BatchChange): Promise<void> {
	await change.transaction
		.updateTable('cleanup_tests')
		.set({status: 'Pending', is_due: 0, rev: change.version})
		.where('batch_id', '=', change.batch.id)
		.where('is_due', '=', 1)
		.execute();
	// Where the cleanup asks first, it goes on waiting for the word that starts the read.
	if (change.batch.cleanup_asks === 1) return;
	await change.transaction
		.updateTable('cleanup_resources')
		.set({outcome: 'orphaned', reason: 'handle_missing', rev: change.version})
		.where('batch_id', '=', change.batch.id)
		.where('outcome', '=', 'pending')
		.where('delete_url', 'is', null)
		.where('cleanup_test_id', 'is', null)
		.execute();
}
