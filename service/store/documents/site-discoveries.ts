import {sql, type Updateable} from 'kysely';
import type {ProjectId} from '../../../contract/ids.ts';
import type {Database} from '../database.ts';
import type {SiteDiscoveryTable} from './site-discovery-tables.ts';

const open = ['queued', 'reading'] as const;

/** Null when it was stored; else the id of the one that is under way in the project. */
export function insertSiteDiscovery(database: Database, row: SiteDiscoveryTable): Promise<string | null> {
	return database.transaction().execute(async transaction => {
		const running = await transaction
			.selectFrom('site_discoveries')
			.select('id')
			.where('project_id', '=', row.project_id)
			.where('status', 'in', open)
			.executeTakeFirst();
		if (running) return running.id;
		// Only the latest is ever shown.
		await transaction.deleteFrom('site_discoveries').where('project_id', '=', row.project_id).execute();
		await transaction.insertInto('site_discoveries').values(row).execute();
		return null;
	});
}

/** The latest one of a project; null before the first. */
export async function findSiteDiscovery(database: Database, projectId: ProjectId): Promise<SiteDiscoveryTable | null> {
	const row = await database
		.selectFrom('site_discoveries')
		.selectAll()
		.where('project_id', '=', projectId)
		.orderBy('id', 'desc')
		.executeTakeFirst();
	return row ?? null;
}

/** Those that have not ended, in the order in which they were asked for. */
export const listOpenSiteDiscoveries = (database: Database): Promise<SiteDiscoveryTable[]> =>
	database.selectFrom('site_discoveries').selectAll().where('status', 'in', open).orderBy('id').execute();

/** Changes an open one and its version. False: it has ended, or is gone with its project. */
export async function updateSiteDiscovery(
	database: Database,
	id: string,
	columns: Updateable<SiteDiscoveryTable>,
): Promise<boolean> {
	const {numUpdatedRows} = await database
		.updateTable('site_discoveries')
		.set({...columns, version: sql<number>`version + 1`})
		.where('id', '=', id)
		.where('status', 'in', open)
		.executeTakeFirst();
	return numUpdatedRows > 0n;
}
