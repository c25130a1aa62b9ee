import type {EndpointTable} from '../cleanup/cleanup-tables.ts';
import type {Database} from '../database.ts';

/** What tells endpoints of a project apart. */
export type EndpointName = Pick<EndpointTable, 'id' | 'method' | 'path' | 'family'>;

/** Method, path and family of every endpoint of a project, by family, path, method. */
export function listEndpointNames(database: Database, projectId: string): Promise<EndpointName[]> {
	return database
		.selectFrom('endpoints')
		.select(['id', 'method', 'path', 'family'])
		.where('project_id', '=', projectId)
		.orderBy('family')
		.orderBy('path')
		.orderBy('method')
		.execute();
}
