import type {Database} from '../database.ts';

/** What projects are called, by their ids. */
export async function namesOfProjects(database: Database, ids: readonly string[]): Promise<Map<string, string>> {
	if (ids.length === 0) return new Map();
	const rows = await database.selectFrom('projects').select(['id', 'name']).where('id', 'in', ids).execute();
	return new Map(rows.map(({id, name}) => [id, name]));
}
