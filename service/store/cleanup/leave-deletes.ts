import type {BatchChange} from '../batches/batch-change.ts';

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
