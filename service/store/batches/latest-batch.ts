import type {Database} from '../database.ts';

/** The newest batch with members of a project. Null: it has none yet. @param done only batches that have ended */
export async function findLatestBatch(
	database: Database,
	accountId: string,
	projectId: string,
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
