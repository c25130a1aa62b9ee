import {sql} from 'kysely';
import type {ProjectId, TestId} from '../../../contract/ids.ts';
import type {Database} from '../database.ts';
import {readChangedRows, readChangedTests, type TestFacts} from './change-set-input.ts';
import type {PlanRowTable} from './plan-tables.ts';

/** What sentences about a project are read against. */
export type WordFacts = {
	rows: PlanRowTable[];
	tests: TestFacts[];
	endpoints: Array<{id: string; method: string; path: string; summary: string | null}>;
};

/** @param testIds tests with their recipes; of the others only what their rows say */
export async function readWordFacts(
	database: Database,
	projectId: ProjectId,
	testIds: readonly TestId[],
): Promise<WordFacts> {
	const [rows, tests, endpoints] = await Promise.all([
		readChangedRows(database, projectId, null),
		readChangedTests(database, projectId, testIds),
		database
			.selectFrom('endpoints')
			.select(['id', 'method', 'path', 'summary'])
			.where('project_id', '=', projectId)
			.orderBy('place')
			.orderBy('id')
			.execute(),
	]);
	return {rows, tests, endpoints};
}

/** Status of every test of a project, and those that a person has written. */
export const listTestStates = (database: Database, projectId: ProjectId) =>
	database
		.selectFrom('tests')
		.leftJoin('test_recipes', 'test_recipes.test_id', 'tests.id')
		.select([
			'tests.id',
			'tests.name',
			'tests.status',
			'tests.kind',
			'tests.priority',
			'tests.produces',
			'tests.consumes',
			sql<number>`test_recipes.test_id is not null`.as('made'),
		])
		.where('tests.project_id', '=', projectId)
		.orderBy('tests.id')
		.execute();
