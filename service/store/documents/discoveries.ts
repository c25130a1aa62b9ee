import {setImmediate} from 'node:timers/promises';
import {sql, type Updateable} from 'kysely';
import type {DiscoveryId, ProjectId} from '../../../contract/ids.ts';
import type {Database} from '../database.ts';
import type {DiscoveryTable} from './document-tables.ts';

const open = ['queued', 'reading', 'probing'] as const;

/** Null when it was stored; else the id of the discovery that is under way in the project. */
export function insertDiscovery(database: Database, discovery: DiscoveryTable): Promise<string | null> {
	return database.transaction().execute(async transaction => {
		const running = await transaction
			.selectFrom('discoveries')
			.select('id')
			.where('project_id', '=', discovery.project_id)
			.where('status', 'in', open)
			.executeTakeFirst();
		if (running) return running.id;
		// Only the latest is ever shown.
		await transaction.deleteFrom('discoveries').where('project_id', '=', discovery.project_id).execute();
		await transaction.insertInto('discoveries').values(discovery).execute();
		return null;
	});
}

/** The latest discovery of a project; null before the first. */
export async function findDiscovery(database: Database, projectId: ProjectId): Promise<DiscoveryTable | null> {
	const row = await database
		.selectFrom('discoveries')
		.selectAll()
		.where('project_id', '=', projectId)
		.orderBy('id', 'desc')
		.executeTakeFirst();
	return row ?? null;
}

/** Discoveries that have not ended, in the order in which they were asked for. */
export function listOpenDiscoveries(database: Database): Promise<DiscoveryTable[]> {
	return database.selectFrom('discoveries').selectAll().where('status', 'in', open).orderBy('id').execute();
}

/** Changes an open discovery and its version. False: it has ended, or is gone with its project. */
export async function updateDiscovery(
	database: Database,
	discoveryId: DiscoveryId,
	columns: Updateable<DiscoveryTable>,
): Promise<boolean> {
	const {numUpdatedRows} = await database
		.updateTable('discoveries')
		.set({...columns, version: sql<number>`version + 1`})
		.where('id', '=', discoveryId)
		.where('status', 'in', open)
		.executeTakeFirst();
	return numUpdatedRows > 0n;
}

/** Rows that are removed in one step. */
const perRemoval = 100;

/** Forgets what a discovery has found, some rows at a time: they may hold much text. */
export async function dropFoundEndpoints(database: Database, discoveryId: DiscoveryId): Promise<void> {
	for (;;) {
		const {numDeletedRows} = await database
			.deleteFrom('found_endpoints')
			.where('discovery_id', '=', discoveryId)
			.where('path', 'in', ({selectFrom}) =>
				selectFrom('found_endpoints')
					.select('found_endpoints.path')
					.where('found_endpoints.discovery_id', '=', discoveryId)
					.limit(perRemoval),
			)
			.executeTakeFirst();
		if (numDeletedRows === 0n) return;
		await setImmediate();
	}
}

/** Forgets what discoveries have found that are over: what a killed process left. For the start of the service. */
export async function dropLostFoundEndpoints(database: Database): Promise<void> {
	await database
		.deleteFrom('found_endpoints')
		.where('discovery_id', 'not in', ({selectFrom}) =>
			selectFrom('discoveries').select('discoveries.id').where('discoveries.status', 'in', open),
		)
		.execute();
}
