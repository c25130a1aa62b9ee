import type {StoreTransaction} from '../transaction.ts';
import type {Database} from '../database.ts';
import type {TestRecipeTable} from './generation-tables.ts';

export async function findTestRecipe(
	database: Database | StoreTransaction,
	testId: string,
): Promise<TestRecipeTable | null> {
	const row = await database.selectFrom('test_recipes').selectAll().where('test_id', '=', testId).executeTakeFirst();
	return row ?? null;
}
