import type {StoreTransaction} from './batch-change.ts';
import type {Database} from './database.ts';
import type {LearningTable} from './learning-tables.ts';

/** What a test has shown in an environment; null: nothing yet. */
export async function findLearning(
	database: Database,
	testId: string,
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
export async function markLearned(transaction: StoreTransaction, batchId: string): Promise<void> {
	await transaction.updateTable('batches').set({learned: 1}).where('id', '=', batchId).execute();
}

/** Runs of a batch whose test is made of a recipe. */
export function listLearnable(database: Database, batchId: string) {
	return database
		.selectFrom('runs')
		.innerJoin('test_recipes', 'test_recipes.test_id', 'runs.test_id')
		.innerJoin('codes', 'codes.hash', 'runs.code_hash')
		.select([
			'runs.id',
			'runs.test_id',
			'runs.project_id',
			'runs.status',
			'runs.attempt',
			'runs.noted',
			'runs.finished_at',
			'codes.code',
			'test_recipes.recipe',
		])
		.where('runs.batch_id', '=', batchId)
		.where('runs.status', 'in', ['passed', 'failed'])
		.orderBy('runs.finished_at')
		.orderBy('runs.id')
		.execute();
}
export type LearnableRun = Awaited<ReturnType<typeof listLearnable>>[number];

/** The source text of a run; null: it is not kept. */
export async function findCode(database: Database, hash: string | null): Promise<string | null> {
	if (hash === null) return null;
	const row = await database.selectFrom('codes').select('code').where('hash', '=', hash).executeTakeFirst();
	return row?.code ?? null;
}

/** Calls that a test has made itself in one attempt of a run, in their order. */
export function listCallsOfRun(database: Database, runId: string, attempt: number) {
	return database
		.selectFrom('calls')
		.select(['id', 'seq', 'method', 'url', 'status', 'detail'])
		.where('run_id', '=', runId)
		.where('attempt', '=', attempt)
		.where('kind', '!=', 'discovery')
		.orderBy('seq')
		.execute();
}
