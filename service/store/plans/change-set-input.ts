import type {PlanRowId, ProjectId, TestId} from '../../../contract/ids.ts';
import type {StoreTransaction, Database} from '../database.ts';
import {jsonList} from '../columns.ts';
import type {TestRecipeTable} from './generation-tables.ts';
import type {PlanRowTable} from './plan-tables.ts';
import type {TestTable} from '../tests/test-tables.ts';

/** A test as a change set sees it; `recipe` is null for one that a person has written. */
export type TestFacts = {test: TestTable; recipe: TestRecipeTable | null};

/** For `in`, without a limit of parameters. */

/** Rows with these ids, or of these tests; null: all of the project. Removed ones are left out. */
export const readChangedRows = (
	database: Database | StoreTransaction,
	projectId: ProjectId,
	wanted: {rowIds: readonly PlanRowId[]; testIds: readonly TestId[]} | null,
): Promise<PlanRowTable[]> =>
	database
		.selectFrom('plan_rows')
		.selectAll()
		.where('project_id', '=', projectId)
		.where('removed', 'is', null)
		.$if(wanted !== null, query =>
			query.where(({or, eb}) =>
				or([eb('id', 'in', jsonList(wanted!.rowIds)), eb('test_id', 'in', jsonList(wanted!.testIds))]),
			),
		)
		.orderBy('place')
		.orderBy('id')
		.execute();

/** Tests with these ids, each with its recipe; null: all of the project. */
export async function readChangedTests(
	database: Database | StoreTransaction,
	projectId: ProjectId,
	wanted: readonly string[] | null,
): Promise<TestFacts[]> {
	const tests = await database
		.selectFrom('tests')
		.selectAll()
		.where('project_id', '=', projectId)
		.$if(wanted !== null, query => query.where('id', 'in', jsonList(wanted!)))
		.orderBy('id')
		.execute();
	const recipes = await database
		.selectFrom('test_recipes')
		.selectAll()
		.where('test_id', 'in', jsonList(tests.map(({id}) => id)))
		.execute();
	const known = new Map(recipes.map(one => [one.test_id, one]));
	return tests.map(test => ({test, recipe: known.get(test.id) ?? null}));
}

/** Variables that some test or row of a project gives. */
export async function producedNames(database: Database, projectId: ProjectId): Promise<Set<string>> {
	const tests = await database
		.selectFrom('tests')
		.select('produces as names')
		.where('project_id', '=', projectId)
		.where('produces', '!=', '[]')
		.execute();
	const rows = await database
		.selectFrom('plan_rows')
		.select('captures as names')
		.where('project_id', '=', projectId)
		.where('removed', 'is', null)
		.where('captures', '!=', '[]')
		.execute();
	return new Set([...tests, ...rows].flatMap(({names}) => JSON.parse(names) as string[]));
}

/** Whether calls of a project carry headers besides its credential. */
export async function hasExtraHeaders(database: Database, projectId: ProjectId): Promise<boolean> {
	const set = await database
		.selectFrom('credential_sets')
		.select('id')
		.where('project_id', '=', projectId)
		.where('extra_headers', 'is not', null)
		.executeTakeFirst();
	return set !== undefined;
}

export async function findTestRow(
	database: Database | StoreTransaction,
	testId: TestId,
): Promise<Pick<TestTable, 'id' | 'project_id' | 'name' | 'type' | 'code_version' | 'status'> | null> {
	const row = await database
		.selectFrom('tests')
		.select(['id', 'project_id', 'name', 'type', 'code_version', 'status'])
		.where('id', '=', testId)
		.executeTakeFirst();
	return row ?? null;
}
