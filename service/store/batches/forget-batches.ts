import {sql} from 'kysely';
import type {BatchId} from '../../../contract/ids.ts';
import type {Database} from '../database.ts';
import {forgetBatchesInLists} from '../tests/forget-in-lists.ts';
import {forgetRuns} from '../runs/forget-runs.ts';
import {portable} from '../dialect/portable.ts';

/** Tables that hold rows of a batch besides its runs. */
const batchTables = [
	...(['waves', 'batch_projects', 'batch_logins', 'calls', 'captures'] as const),
	...(['run_edges', 'run_orders'] as const),
	...(['cleanup_tests', 'cleanup_resources', 'cleanup_calls', 'seen_batches', 'call_variables'] as const),
];

/** Runs removed in one transaction: others must not have to wait for it. */
const runsAtOnce = 200;

/**
 * Removes one batch that ended before `before`, with its runs, captures and calls, and answers whether there was one.
 * The last `kept` batches of a project stay, however old they are.
 */
export async function forgetOldBatch(database: Database, before: number, kept: number): Promise<boolean> {
	const old = await database
		.selectFrom('batches')
		.select('id')
		.where('finished_at', '<', before)
		.where(({not, exists, selectFrom}) =>
			not(
				exists(
					selectFrom('projects')
						.select('projects.id')
						.where(
							sql<boolean>`projects.id in (${portable(({membersOf}) => membersOf(sql.ref('batches.project_ids')))})`,
						)
						.where(
							sql<boolean>`batches.id >= coalesce((
								select newer.id from batches newer
								where newer.project_id = projects.id
									or newer.id in (select batch_id from batch_projects where project_id = projects.id)
								order by newer.id desc limit 1 offset ${kept - 1}
							), '')`,
						),
				),
			),
		)
		.orderBy('finished_at')
		.limit(1)
		.executeTakeFirst();
	if (!old) return false;
	while (await forgetSomeRuns(database, old.id));
	await database.transaction().execute(async transaction => {
		for (const table of batchTables) await transaction.deleteFrom(table).where('batch_id', '=', old.id).execute();
		await transaction.deleteFrom('batches').where('id', '=', old.id).execute();
		await forgetBatchesInLists(transaction, [old.id]);
	});
	return true;
}

/** @returns whether there may be more */
function forgetSomeRuns(database: Database, batchId: BatchId): Promise<boolean> {
	return database.transaction().execute(async transaction => {
		const runs = await transaction
			.selectFrom('runs')
			.select(['id', 'test_id'])
			.where('batch_id', '=', batchId)
			.limit(runsAtOnce)
			.execute();
		const ids = runs.map(({id}) => id);
		await forgetRuns(transaction, ids);
		// A test whose only run is gone has never run.
		if (ids.length > 0)
			await transaction.updateTable('tests').set({last_run_id: null}).where('last_run_id', 'in', ids).execute();
		return runs.length === runsAtOnce;
	});
}
