import {setImmediate} from 'node:timers/promises';
import {sql, type Updateable} from 'kysely';
import type {EndpointTable} from './cleanup-tables.ts';
import type {Database} from './database.ts';
import type {DiscoveryTable} from './document-tables.ts';

const open = ['queued', 'reading'] as const;

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
export async function findDiscovery(database: Database, projectId: string): Promise<DiscoveryTable | null> {
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
	discoveryId: string,
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

/** Keeps endpoints of a discovery under way. The first of two with one method and path counts. */
export async function saveFoundEndpoints(
	database: Database,
	discoveryId: string,
	endpoints: readonly EndpointTable[],
): Promise<void> {
	if (endpoints.length === 0) return;
	await database
		.insertInto('found_endpoints')
		.values(endpoints.map(endpoint => ({...endpoint, discovery_id: discoveryId})))
		.onConflict(conflict => conflict.doNothing())
		.execute();
}

/** Rows that are removed in one step. */
const perRemoval = 100;

/** Forgets what a discovery has found, some rows at a time: they may hold much text. */
export async function dropFoundEndpoints(database: Database, discoveryId: string): Promise<void> {
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

/** Columns of an endpoint that a discovery renews unless a person has changed them. */
const renewed = [
	'base_path',
	'family',
	'summary',
	'confirmed',
	'unconfirmed_reason',
	'request_shape',
	'response_shape',
	'auth',
] as const;

/**
 * Ends a discovery: its endpoints take the place of those that were discovered before, in one transaction. Manual ones
 * and every field that a person changed stay; "an endpoint with the same method and path keeps its id". False: it has
 * ended or is gone, and nothing was changed. What it found is left for `dropFoundEndpoints`.
 */
export function finishDiscovery(
	database: Database,
	{id, project_id}: Pick<DiscoveryTable, 'id' | 'project_id'>,
	columns: Updateable<DiscoveryTable>,
	now: number,
): Promise<boolean> {
	return database.transaction().execute(async transaction => {
		const isOpen = await transaction
			.selectFrom('discoveries')
			.select('id')
			.where('id', '=', id)
			.where('status', 'in', open)
			.executeTakeFirst();
		if (!isOpen) return false;
		const same = sql`found.discovery_id = ${id} and found.path = endpoints.path and found.method = endpoints.method`;
		// An endpoint whose method or path a person has changed is theirs by now.
		const {numAffectedRows: removed = 0n} = await sql`
			delete from endpoints
			where project_id = ${project_id} and origin in ('document', 'probe')
				and instr(edited, '"method"') = 0 and instr(edited, '"path"') = 0
				and not exists (select 1 from found_endpoints as found where ${same})
		`.execute(transaction);
		const isKept = (column: string) => sql`instr(endpoints.edited, ${`"${column}"`}) > 0`;
		const changes = sql.join(
			renewed.map(
				column =>
					sql`(not ${isKept(column)} and endpoints.${sql.ref(column)} is distinct from found.${sql.ref(column)})`,
			),
			sql` or `,
		);
		const values = sql.join(
			renewed.map(
				column =>
					sql`${sql.ref(column)} = case when ${isKept(column)} then endpoints.${sql.ref(column)} else found.${sql.ref(column)} end`,
			),
		);
		const {numAffectedRows: changed = 0n} = await sql`
			update endpoints set ${values}, origin = 'document', updated_at = ${now}
			from found_endpoints as found
			where endpoints.project_id = ${project_id} and endpoints.origin in ('document', 'probe') and ${same} and (${changes})
		`.execute(transaction);
		const {numAffectedRows: added = 0n} = await sql`
			insert into endpoints (
				id, project_id, method, path, base_path, family, summary, origin, confirmed, unconfirmed_reason,
				request_shape, response_shape, auth, edited, created_at, updated_at
			)
			select
				id, project_id, method, path, base_path, family, summary, origin, confirmed, unconfirmed_reason,
				request_shape, response_shape, auth, edited, created_at, updated_at
			from found_endpoints where discovery_id = ${id}
			on conflict do nothing
		`.execute(transaction);
		const counts = await transaction
			.selectFrom('endpoints')
			.select(({fn}) => [
				fn.countAll<number>().as('endpoints'),
				fn.count<number>('family').distinct().as('families'),
				sql<number>`coalesce(sum(1 - confirmed), 0)`.as('unconfirmed'),
			])
			.where('project_id', '=', project_id)
			.executeTakeFirstOrThrow();
		return updateDiscovery(transaction, id, {
			...columns,
			endpoints: Number(counts.endpoints),
			families: Number(counts.families),
			unconfirmed: Number(counts.unconfirmed),
			added: Number(added),
			changed: Number(changed),
			removed: Number(removed),
		});
	});
}
