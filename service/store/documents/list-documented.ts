import type {Endpoint} from '../../../contract/endpoint.ts';
import type {Database} from '../database.ts';

/** Operations that the documents of a project describe, as far as a failure is compared with them. */
export async function listDocumented(
	database: Database,
	projectId: string,
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
