import type {Database} from '../database.ts';
import type {RunStatus} from '../../../contract/enums.ts';
import type {AccountId, BatchId, ProjectId} from '../../../contract/ids.ts';
import {batchStatusOf} from '../../domain/batch-state.ts';

/** The newest batch with members of a project. Null: it has none yet. @param done only batches that have ended */
export async function findLatestBatch(
	database: Database,
	accountId: AccountId,
	projectId: ProjectId,
	{done}: {done: boolean},
): Promise<string | null> {
	const newest = async (from: 'own' | 'spanning') => {
		const batches = database
			.selectFrom('batches')
			.select('batches.id')
			.where('batches.account_id', '=', accountId)
			.$if(done, query => query.where('batches.phase', '=', 'done'))
			.orderBy('batches.id', 'desc')
			.limit(1);
		const row = await (from === 'own'
			? batches.where('batches.project_id', '=', projectId)
			: batches
					.innerJoin('batch_projects', 'batch_projects.batch_id', 'batches.id')
					.where('batch_projects.project_id', '=', projectId)
		).executeTakeFirst();
		return row?.id ?? null;
	};
	const ids = [await newest('own'), await newest('spanning')].filter(id => id !== null);
	return ids.sort().at(-1) ?? null;
}

/** Status of each of these batches; those that are gone are left out. */
export async function statusesOfBatches(
	database: Database,
	batchIds: readonly BatchId[],
): Promise<ReadonlyMap<string, RunStatus>> {
	if (batchIds.length === 0) return new Map();
	const rows = await database
		.selectFrom('batches')
		.select(['id', 'phase', 'outcome'])
		.where('id', 'in', batchIds)
		.execute();
	return new Map(rows.map(({id, phase, outcome}) => [id, batchStatusOf(phase, outcome)]));
}

/** A batch by its id, for the account that it belongs to: for every other one there is none. */
export const ownBatch = (database: Database, accountId: AccountId, batchId: BatchId) =>
	database.selectFrom('batches').where('id', '=', batchId).where('account_id', '=', accountId);
