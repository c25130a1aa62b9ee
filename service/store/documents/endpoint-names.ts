import type {Endpoint} from '../../../contract/endpoint.ts';
import type {ProjectId} from '../../../contract/ids.ts';
import type {EndpointTable} from '../cleanup/cleanup-tables.ts';
import type {Database} from '../database.ts';

/** What tells endpoints of a project apart. */
export type EndpointName = Pick<EndpointTable, 'id' | 'method' | 'path' | 'family'>;

/** Method, path and family of every endpoint of a project, by family, path, method. */
export function listEndpointNames(database: Database, projectId: ProjectId): Promise<EndpointName[]> {
	return database
		.selectFrom('endpoints')
		.select(['id', 'method', 'path', 'family'])
		.where('project_id', '=', projectId)
		.orderBy('family')
		.orderBy('path')
		.orderBy('method')
		.execute();
}

/** Operations that the documents of a project describe, as far as a failure is compared with them. */
export async function listDocumented(
	database: Database,
	projectId: ProjectId,
	limit: number,
): Promise<Array<{method: string; path: string; query: string[]}>> {
	const rows = await database
		.selectFrom('endpoints')
		.select(['method', 'path', 'call_prefix', 'request_shape'])
		.where('project_id', '=', projectId)
		.where('origin', '=', 'document')
		.orderBy('id')
		.limit(limit)
		.execute();
	return rows.map(({method, path, call_prefix, request_shape}) => ({
		method,
		path: call_prefix + path,
		query: (JSON.parse(request_shape) as Endpoint['requestShape']).query.map(({name}) => name),
	}));
}
