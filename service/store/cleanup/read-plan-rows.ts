import type {AccountId, BatchId} from '../../../contract/ids.ts';
import {plannedTestId} from '../../domain/cleanup.ts';
import type {CleanupResourceTable} from './cleanup-tables.ts';
import type {Database} from '../database.ts';
import {ownBatch} from '../batches/latest-batch.ts';
import type {BatchTable} from '../batches/batch-tables.ts';

export type PlanRows = {
	batch: Pick<BatchTable, 'phase' | 'cleanup_state'> & {sweep: string};
	/** In the order of creation. */
	resources: CleanupResourceTable[];
	/** Names of the tests by run. */
	titles: ReadonlyMap<string, string>;
	/** Cleanup tests that do not delete anything any more: teardown tests that have ended, and DELETEs of the sweep. */
	finished: ReadonlySet<string>;
};

/** What a plan of the cleanup of a batch is made of. Null: the account has no such batch. */
export async function readPlanRows(
	database: Database,
	accountId: AccountId,
	batchId: BatchId,
): Promise<PlanRows | null> {
	const batch = await ownBatch(database, accountId, batchId)
		.select(['phase', 'cleanup_state', 'sweep'])
		.executeTakeFirst();
	if (!batch) return null;
	const resources = await database
		.selectFrom('cleanup_resources')
		.selectAll()
		.where('batch_id', '=', batchId)
		.orderBy('place')
		.execute();
	const runs = await database
		.selectFrom('runs')
		.select(['id', 'name', 'teardown', 'status'])
		.where('batch_id', '=', batchId)
		.execute();
	const tests = await database.selectFrom('cleanup_tests').select('id').where('batch_id', '=', batchId).execute();
	const isOpen = (status: string) => status === 'queued' || status === 'running';
	const ended = runs.filter(({teardown, status}) => teardown === 1 && !isOpen(status));
	return {
		batch,
		resources,
		titles: new Map(runs.map(({id, name}) => [id, name])),
		finished: new Set([...tests.map(({id}) => id), ...ended.map(({id}) => plannedTestId(id))]),
	};
}
