import type {Database} from '../database.ts';

/** What a plan shows of the endpoints of a project, in the order of their sources. */
export const listEndpointNames = (database: Database, projectId: string) =>
	database
		.selectFrom('endpoints')
		.select(['id', 'method', 'path', 'family', 'confirmed', 'updated_at'])
		.where('project_id', '=', projectId)
		.orderBy('place')
		.orderBy('id')
		.execute();
