import type {Selectable} from 'kysely';
import type {BatchId} from '../../../contract/ids.ts';
import type {CleanupResourceTable} from '../cleanup/cleanup-tables.ts';
import type {Database} from '../database.ts';
import type {RunTable} from '../runs/run-tables.ts';

/** Members of a batch that failed or were blocked, in the order of waves; cleanup tests without a record are neither. */
export function listBroken(
	database: Database,
	batchId: BatchId,
): Promise<Array<Pick<RunTable, 'id' | 'name' | 'status' | 'error' | 'blocked_by'>>> {
	return database
		.selectFrom('runs')
		.select(['id', 'name', 'status', 'error', 'blocked_by'])
		.where('batch_id', '=', batchId)
		.where('status', 'in', ['failed', 'blocked'])
		.where('skipped', '=', 0)
		.orderBy('wave')
		.orderBy('name')
		.execute();
}

/** Records of a batch that nothing could delete. */
export function listOrphans(
	database: Database,
	batchId: BatchId,
): Promise<Array<Pick<Selectable<CleanupResourceTable>, 'variable' | 'family' | 'handle'>>> {
	return database
		.selectFrom('cleanup_resources')
		.select(['variable', 'family', 'handle'])
		.where('batch_id', '=', batchId)
		.where('outcome', '=', 'orphaned')
		.orderBy('place')
		.execute();
}
