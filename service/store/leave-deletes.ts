import type {BatchChange} from './batch-change.ts';

/**
 * A cleanup ends although DELETEs are open: it was cancelled, or its time was up. They stay pending with their records,
 * also those that had been tried, and are sent only when somebody names them for a retry.
 */
export async function leaveDeletes(change: BatchChange): Promise<void> {
	await change.transaction
		.updateTable('cleanup_tests')
		.set({status: 'Pending', is_due: 0, rev: change.version})
		.where('batch_id', '=', change.batch.id)
		.where('is_due', '=', 1)
		.execute();
}
