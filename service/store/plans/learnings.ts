import type {BatchId, ProjectId, TestId} from '../../../contract/ids.ts';
import type {StoreTransaction, Database} from '../database.ts';
import type {LearningTable} from './learning-tables.ts';

/** What a test has shown in an environment; null: nothing yet. */
export async function findLearning(
	database: Database,
	testId: TestId,
	environment: string,
): Promise<LearningTable | null> {
	const row = await database
		.selectFrom('learnings')
		.selectAll()
		.where('test_id', '=', testId)
		.where('environment', '=', environment)
		.executeTakeFirst();
	return row ?? null;
}

/** Stores what a test has shown, in the place of what was known. */
export async function saveLearning(transaction: StoreTransaction, learning: LearningTable): Promise<void> {
	const {test_id: _test, environment: _environment, ...columns} = learning;
	await transaction
		.insertInto('learnings')
		.values(learning)
		.onConflict(conflict => conflict.columns(['test_id', 'environment']).doUpdateSet(columns))
		.execute();
}

/** Batches that have ended and whose runs nobody has looked at, in the order of their end. */
export async function listUnlearned(database: Database): Promise<string[]> {
	const rows = await database
		.selectFrom('batches')
		.select('id')
		.where('learned', '=', 0)
		.where('finished_at', 'is not', null)
		.orderBy('finished_at')
		.orderBy('id')
		.execute();
	return rows.map(({id}) => id);
}

/** The runs of a batch have been looked at. */
export async function markLearned(transaction: StoreTransaction, batchId: BatchId): Promise<void> {
	await transaction.updateTable('batches').set({learned: 1}).where('id', '=', batchId).execute();
}

/** A test whose first run was confirmed by another one. */
export type ConfirmedTest = LearningTable & {
	project_id: ProjectId;
	recipe: string;
	code: string | null;
	base_code: string | null;
};

/** Projects of a batch, and those of its tests that have something to take over. */
export async function listConfirmed(
	database: Database,
	batchId: BatchId,
): Promise<{projectIds: ProjectId[]; tests: ConfirmedTest[]}> {
	const batch = await database
		.selectFrom('batches')
		.select('project_ids')
		.where('id', '=', batchId)
		.executeTakeFirstOrThrow();
	const tests = await database
		.selectFrom('learnings')
		.innerJoin('runs', 'runs.test_id', 'learnings.test_id')
		.innerJoin('tests', 'tests.id', 'learnings.test_id')
		.innerJoin('test_recipes', 'test_recipes.test_id', 'learnings.test_id')
		.selectAll('learnings')
		.select(['tests.project_id', 'tests.code', 'test_recipes.recipe', 'test_recipes.base_code'])
		.where('runs.batch_id', '=', batchId)
		.where('learnings.state', '=', 'confirmed')
		.orderBy('learnings.test_id')
		.execute();
	return {projectIds: JSON.parse(batch.project_ids) as string[], tests};
}

/** What was confirmed stands in the tests now, or waits beside those that somebody has edited. */
export async function settleLearnings(
	database: Database,
	learnings: ReadonlyArray<Pick<LearningTable, 'test_id' | 'environment'>>,
): Promise<void> {
	for (const {test_id, environment} of learnings)
		await database
			.updateTable('learnings')
			.set({state: 'settled'})
			.where('test_id', '=', test_id)
			.where('environment', '=', environment)
			.where('state', '=', 'confirmed')
			.execute();
}

/** The source text of a run; null: it is not kept. */
export async function findCode(database: Database, hash: string | null): Promise<string | null> {
	if (hash === null) return null;
	const row = await database.selectFrom('codes').select('code').where('hash', '=', hash).executeTakeFirst();
	return row?.code ?? null;
}
