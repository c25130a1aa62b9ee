import type {Database} from '../database.ts';

/** The latest run of a test when it passed, and ended after another one; null: it did not. */
export async function passedSince(
	database: Database,
	{id, test_id}: {id: string; test_id: string},
): Promise<{finished_at: number | null} | null> {
	const latest = await database
		.selectFrom('runs')
		.select(['status', 'finished_at'])
		.where('test_id', '=', test_id)
		.where('id', '>', id)
		.where('status', 'in', ['passed', 'failed', 'blocked'])
		.orderBy('id', 'desc')
		.limit(1)
		.executeTakeFirst();
	return latest?.status === 'passed' ? latest : null;
}
