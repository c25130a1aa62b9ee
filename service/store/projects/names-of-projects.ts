import type {Database} from '../database.ts';

/**
 * What projects are called, by their ids.
 *
 * @param accountId leaves out projects of other accounts, where an id may have been written by anybody
 */
export async function namesOfProjects(
	database: Database,
	ids: readonly string[],
	accountId?: string,
): Promise<Map<string, string>> {
	if (ids.length === 0) return new Map();
	const rows = await database
		.selectFrom('projects')
		.select(['id', 'name'])
		.where('id', 'in', ids)
		.$if(accountId !== undefined, query => query.where('account_id', '=', accountId!))
		.execute();
	return new Map(rows.map(({id, name}) => [id, name]));
}
