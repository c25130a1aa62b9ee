import type {ProjectId, TestId} from '../../../contract/ids.ts';
import type {Database} from '../database.ts';

/** Repairs that wait for a person, by test; tests without one are left out. */
export async function openHealsOfTests(database: Database, testIds: readonly TestId[]): Promise<Map<string, number>> {
	if (testIds.length === 0) return new Map();
	const rows = await database
		.selectFrom('heals')
		.select(({fn}) => ['test_id as id', fn.countAll<number>().as('count')])
		.where('status', '=', 'proposed')
		.where('test_id', 'in', testIds)
		.groupBy('test_id')
		.execute();
	return new Map(rows.map(({id, count}) => [id, count]));
}

/** The same by project. */
export async function openHealsOfProjects(
	database: Database,
	projectIds: readonly ProjectId[],
): Promise<Map<string, number>> {
	if (projectIds.length === 0) return new Map();
	const rows = await database
		.selectFrom('heals')
		.innerJoin('tests', 'tests.id', 'heals.test_id')
		.select(({fn}) => ['tests.project_id as id', fn.countAll<number>().as('count')])
		.where('heals.status', '=', 'proposed')
		.where('tests.project_id', 'in', projectIds)
		.groupBy('tests.project_id')
		.execute();
	return new Map(rows.map(({id, count}) => [id, count]));
}
