import {type RawBuilder, sql} from 'kysely';
import type {StoreTransaction} from '../transaction.ts';

/**
 * Points runs at the run each is compared with: the latest earlier one of the same test that has a verdict. Asked again
 * when a run starts, because an earlier batch may have given a verdict while it waited.
 *
 * @param which condition on the runs
 */
export async function compareWithPrevious(transaction: StoreTransaction, which: RawBuilder<unknown>): Promise<void> {
	await sql`
		update runs set (previous_run_id, previous_status) = (
			select earlier.id, earlier.status from runs earlier
			where earlier.test_id = runs.test_id and earlier.id < runs.id
				and earlier.status in ('passed', 'failed', 'blocked')
			order by earlier.id desc limit 1
		) where ${which}`.execute(transaction);
}
