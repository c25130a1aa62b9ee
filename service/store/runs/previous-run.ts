import {type RawBuilder, sql} from 'kysely';
import type {StoreTransaction} from '../transaction.ts';

/**
 * The run each run is compared with: the latest earlier one of the same test that has a verdict. Asked again when a run
 * starts, because an earlier batch may have given a verdict while it waited.
 */
export const previousRun = {
	previous_run_id: columnOfPrevious<string | null>('id'),
	previous_status: columnOfPrevious<'passed' | 'failed' | 'blocked' | null>('status'),
};

function columnOfPrevious<Value>(column: 'id' | 'status'): RawBuilder<Value> {
	return sql<Value>`(
		select earlier.${sql.ref(column)} from runs earlier
		where earlier.test_id = runs.test_id and earlier.id < runs.id
			and earlier.status in ('passed', 'failed', 'blocked')
		order by earlier.id desc limit 1
	)`;
}

/** Points the runs of a new batch at those they are compared with. */
export async function compareWithPrevious(transaction: StoreTransaction, batchId: string): Promise<void> {
	await transaction.updateTable('runs').set(previousRun).where('batch_id', '=', batchId).execute();
}
