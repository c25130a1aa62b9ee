import {sql} from 'kysely';
import type {BatchId, TestId} from '../../../contract/ids.ts';
import type {Database} from '../database.ts';
import {forgetBatchesInLists} from './forget-in-lists.ts';
import {forgetRuns} from '../runs/forget-runs.ts';
import {deletedProject} from './tests.ts';
import {portable} from '../dialect/portable.ts';

/** Runs removed in one transaction: long histories must not keep other requests waiting. */
const runsAtOnce = 200;

/** Takes a test away from everybody at once; `purgeTest` removes what it leaves. False when it was gone already. */
export async function hideTest(database: Database, testId: TestId): Promise<boolean> {
	const {numUpdatedRows} = await database
		.updateTable('tests')
		.set({project_id: deletedProject})
		.where('id', '=', testId)
		.where('project_id', '!=', deletedProject)
		.executeTakeFirst();
	return numUpdatedRows > 0n;
}

/** Whether a test has made records that nothing has removed so far: its history is all that tells of them. */
export async function hasLeftRecords(database: Database, testId: TestId): Promise<boolean> {
	const row = await database
		.selectFrom('cleanup_resources')
		.select('id')
		.where('test_id', '=', testId)
		.where('outcome', 'in', ['pending', 'orphaned', 'failed'])
		.limit(1)
		.executeTakeFirst();
	return row !== undefined;
}

/** Removes a hidden test with its whole history; batches that held nothing else go with it. */
export async function purgeTest(database: Database, testId: TestId): Promise<void> {
	while ((await purgeSomeRuns(database, testId)) === runsAtOnce);
	await database.deleteFrom('test_list_cases').where('test_id', '=', testId).execute();
	await database.deleteFrom('change_sets').where('test_id', '=', testId).execute();
	for (const table of ['scripts', 'heals'] as const)
		await database.deleteFrom(table).where('test_id', '=', testId).execute();
	await database.deleteFrom('learnings').where('test_id', '=', testId).execute();
	await forgetOrder(database, testId);
	await database.deleteFrom('tests').where('id', '=', testId).execute();
}

/** Ids of the tests that one comes after, a row `value` each. */
const afterOf = portable(({membersOf}) => membersOf(sql.ref('tests.after')));

/** Nobody waits for a test that is gone. */
async function forgetOrder(database: Database, testId: TestId): Promise<void> {
	await database
		.updateTable('tests')
		.set({
			after: sql<string>`(select ${portable(({listOf}) => listOf(sql.ref('value')))} from (${afterOf}) as named where value != ${testId})`,
		})
		.where(sql<boolean>`${testId} in (${afterOf})`)
		.where('after', '!=', '[]')
		.execute();
}

/** Tests whose deletion an earlier process could not finish. */
export async function listHiddenTests(database: Database): Promise<string[]> {
	const rows = await database.selectFrom('tests').select('id').where('project_id', '=', deletedProject).execute();
	return rows.map(({id}) => id);
}

/** @returns how many runs were removed */
function purgeSomeRuns(database: Database, testId: TestId): Promise<number> {
	return database.transaction().execute(async transaction => {
		const runs = await transaction
			.selectFrom('runs')
			.select(['id', 'batch_id'])
			.where('test_id', '=', testId)
			.limit(runsAtOnce)
			.execute();
		await forgetRuns(
			transaction,
			runs.map(({id}) => id),
		);
		await purgeEmptyBatches(transaction, [...new Set(runs.map(({batch_id}) => batch_id))]);
		return runs.length;
	});
}

async function purgeEmptyBatches(database: Database, batchIds: BatchId[]): Promise<void> {
	if (batchIds.length === 0) return;
	const empty = await database
		.selectFrom('batches')
		.select('id')
		.where('id', 'in', batchIds)
		.where('finished_at', 'is not', null)
		.where(({not, exists, selectFrom}) =>
			not(exists(selectFrom('runs').select('runs.id').whereRef('runs.batch_id', '=', 'batches.id'))),
		)
		.execute();
	if (empty.length === 0) return;
	const ids = empty.map(({id}) => id);
	for (const table of [
		'waves',
		'batch_projects',
		'batch_logins',
		'calls',
		'cleanup_tests',
		'cleanup_resources',
	] as const)
		await database.deleteFrom(table).where('batch_id', 'in', ids).execute();
	await database.deleteFrom('batches').where('id', 'in', ids).execute();
	await forgetBatchesInLists(database, ids);
	await database
		.updateTable('projects')
		.set(({selectFrom}) => ({
			last_batch_id: selectFrom('batches')
				.select(({fn}) => fn.max('batches.id').as('id'))
				.whereRef('batches.project_id', '=', 'projects.id'),
		}))
		.where('last_batch_id', 'in', ids)
		.execute();
}
