import type {DiscoveryId, ProjectId} from '../../../contract/ids.ts';
import type {EndpointTable} from '../cleanup/cleanup-tables.ts';
import type {Database} from '../database.ts';

/** Keeps an endpoint of a discovery under way. */
export async function saveFoundEndpoints(
	database: Database,
	discoveryId: DiscoveryId,
	endpoints: readonly EndpointTable[],
): Promise<void> {
	if (endpoints.length === 0) return;
	await database
		.insertInto('found_endpoints')
		.values(endpoints.map(endpoint => ({...endpoint, discovery_id: discoveryId})))
		.onConflict(conflict => conflict.doNothing())
		.execute();
}

/** The endpoint that this discovery has found under a method and path already; null: none. */
export async function findFoundEndpoint(
	database: Database,
	discoveryId: DiscoveryId,
	{method, path_key}: Pick<EndpointTable, 'method' | 'path_key'>,
): Promise<EndpointTable | null> {
	const row = await database
		.selectFrom('found_endpoints')
		.selectAll()
		.where('discovery_id', '=', discoveryId)
		.where('path_key', '=', path_key)
		.where('method', '=', method)
		.executeTakeFirst();
	if (!row) return null;
	const {discovery_id: _, ...endpoint} = row;
	return endpoint;
}

/** Puts what a further source says into an endpoint that was found before. */
export async function replaceFoundEndpoint(
	database: Database,
	discoveryId: DiscoveryId,
	{id, ...columns}: EndpointTable,
): Promise<void> {
	await database
		.updateTable('found_endpoints')
		.set(columns)
		.where('discovery_id', '=', discoveryId)
		.where('id', '=', id)
		.execute();
}

/** Keeps schemas of answers by their name; those that no endpoint names any more go when a discovery ends. */
export async function saveShapes(
	database: Database,
	projectId: ProjectId,
	shapes: ReadonlyMap<string, string>,
): Promise<void> {
	if (shapes.size === 0) return;
	await database
		.insertInto('endpoint_shapes')
		.values([...shapes].map(([hash, shape]) => ({project_id: projectId, hash, shape})))
		.onConflict(conflict => conflict.doNothing())
		.execute();
}

/** What requirement sentences may speak of: endpoints of a discovery under way, and those that were added by hand. */
export async function listFoundNames(
	database: Database,
	{id, project_id}: {id: string; project_id: ProjectId},
): Promise<Array<Pick<EndpointTable, 'method' | 'path' | 'path_key' | 'summary'>>> {
	const columns = ['method', 'path', 'path_key', 'summary'] as const;
	const found = await database
		.selectFrom('found_endpoints')
		.select(columns)
		.where('discovery_id', '=', id)
		.orderBy('place')
		.execute();
	const manual = await database
		.selectFrom('endpoints')
		.select(columns)
		.where('project_id', '=', project_id)
		.where('origin', '=', 'manual')
		.orderBy('id')
		.execute();
	return [...found, ...manual];
}
