import type {BatchId} from '../../../contract/ids.ts';
import type {BatchChanged} from '../batches/batch-tables.ts';
import type {StoreTransaction, Database} from '../database.ts';
import {type FoundResource, openSweep} from './save-sweep.ts';

/** Keys of the records of a batch that are to be deleted, and of which only a read can tell how. */
export async function listUnread(database: Database, batchId: BatchId): Promise<ReadonlySet<string>> {
	const rows = await database
		.selectFrom('cleanup_tests')
		.innerJoin('cleanup_resources', 'cleanup_resources.id', 'cleanup_tests.resource_id')
		.select('cleanup_resources.key')
		.where('cleanup_tests.batch_id', '=', batchId)
		.where('cleanup_tests.is_due', '=', 1)
		.where('cleanup_resources.delete_url', 'is', null)
		.execute();
	return new Set(rows.map(({key}) => key));
}

/**
 * Stores what reads have told of records whose DELETE somebody has started: its address, or why it is not sent after all.
 * Null: the batch is not swept any more.
 */
export async function saveStarted(
	transaction: StoreTransaction,
	batchId: BatchId,
	resources: readonly FoundResource[],
	now: number,
): Promise<BatchChanged | null> {
	const change = await openSweep(transaction, batchId, 'retry', now);
	if (!change) return null;
	for (const resource of resources) {
		const {handle, family, delete_path, delete_url, known_url, delete_with, proof, considered, note} = resource;
		const row = await transaction
			.updateTable('cleanup_resources')
			.set({handle, family, delete_path, delete_url, known_url, delete_with, proof, considered, note})
			.set({rev: change.version})
			.where('batch_id', '=', batchId)
			.where('key', '=', resource.key)
			.returning(['id', 'cleanup_test_id'])
			.executeTakeFirst();
		if (!row || row.cleanup_test_id === null) continue;
		if (delete_url !== null && resource.outcome === 'pending') {
			await transaction
				.updateTable('cleanup_tests')
				.set({path: delete_path ?? '', rev: change.version})
				.where('id', '=', row.cleanup_test_id)
				.execute();
			continue;
		}
		const isGone = resource.outcome === 'gone';
		await transaction
			.updateTable('cleanup_resources')
			.set({outcome: isGone ? 'gone' : 'orphaned', reason: resource.reason ?? 'handle_missing', cleanup_test_id: null})
			.where('id', '=', row.id)
			.execute();
		await transaction.deleteFrom('cleanup_tests').where('id', '=', row.cleanup_test_id).execute();
	}
	return change.save();
}
