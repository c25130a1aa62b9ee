import type {Database} from '../database.ts';

/** `METHOD /path kind` of every difference of a project in which somebody has said that the document is right. */
export async function failingKinds(database: Database, projectId: string): Promise<ReadonlySet<string>> {
	const findings = await database
		.selectFrom('findings')
		.select(['kind', 'endpoint_ids'])
		.where('project_id', '=', projectId)
		.where('state', '=', 'failing')
		.execute();
	if (findings.length === 0) return new Set();
	const endpoints = await database
		.selectFrom('endpoints')
		.select(['id', 'method', 'path'])
		.where('project_id', '=', projectId)
		.execute();
	const names = new Map(endpoints.map(({id, method, path}) => [id, `${method} ${path}`]));
	return new Set(
		findings.flatMap(({kind, endpoint_ids}) =>
			(JSON.parse(endpoint_ids) as string[]).flatMap(id => (names.has(id) ? [`${names.get(id)} ${kind}`] : [])),
		),
	);
}
