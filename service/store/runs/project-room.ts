import {sql} from 'kysely';
import type {StoreTransaction} from '../transaction.ts';

/**
 * How many runs more may start of each project that has a limit of its own (`maxParallel`), whoever executes them.
 * Projects without one are not in it.
 */
export async function projectRooms(transaction: StoreTransaction): Promise<Map<string, number>> {
	const rows = await transaction
		.selectFrom('projects')
		.select(['id', 'max_parallel'])
		.select(({selectFrom, fn}) =>
			selectFrom('runs')
				.select(fn.countAll<number>().as('executing'))
				.whereRef('runs.project_id', '=', 'projects.id')
				// Written out, not bound: only then the partial index of leased runs is used.
				.where(sql<boolean>`runs.worker_id is not null and runs.status = 'running'`)
				.as('executing'),
		)
		.where('max_parallel', 'is not', null)
		.execute();
	return new Map(rows.map(({id, max_parallel, executing}) => [id, Math.max(0, max_parallel! - Number(executing))]));
}
