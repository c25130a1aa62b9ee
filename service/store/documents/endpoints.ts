import {sql, type Updateable} from 'kysely';
import type {HttpMethod} from '../../../contract/enums.ts';
import type {EndpointId, ProjectId} from '../../../contract/ids.ts';
import {doingWords} from '../../domain/doing-words.ts';
import type {EndpointTable} from '../cleanup/cleanup-tables.ts';
import type {Database} from '../database.ts';
import type {RowPage} from '../page.ts';
import {portable} from '../dialect/portable.ts';

export type EndpointFilter = {family?: string; confirmed?: boolean; q?: string};

/** A place in the order of the list: by family, path, method. */
export type EndpointPlace = Pick<EndpointTable, 'family' | 'path' | 'method'>;

/** Endpoints of a project that match, by family, path, method. */
export async function listEndpoints(
	database: Database,
	projectId: ProjectId,
	{family, confirmed, q}: EndpointFilter,
	{pageSize, after}: {pageSize: number; after: EndpointPlace | null},
): Promise<RowPage<EndpointTable>> {
	const rows = await database
		.selectFrom('endpoints')
		.selectAll()
		.where('project_id', '=', projectId)
		.$if(family !== undefined, query => query.where('family', '=', family!))
		.$if(confirmed !== undefined, query => query.where('confirmed', '=', confirmed ? 1 : 0))
		.$if(q !== undefined, query =>
			query.where(
				portable(({contains}) =>
					contains(sql`lower(method || ' ' || path || ' ' || coalesce(summary, ''))`, q!.toLowerCase()),
				),
			),
		)
		.$if(after !== null, query =>
			query.where(sql<boolean>`(family, path, method) > (${after!.family}, ${after!.path}, ${after!.method})`),
		)
		.orderBy('family')
		.orderBy('path')
		.orderBy('method')
		.limit(pageSize + 1)
		.execute();
	const kept = rows.slice(0, pageSize);
	return {rows: kept, next: rows.length > pageSize ? (kept.at(-1)?.id ?? null) : null};
}

/** Method, template and base path of every endpoint of a project, with the shapes that tell records apart. */
export function listEndpointPaths(database: Database, projectId: ProjectId) {
	return database
		.selectFrom('endpoints')
		.select(['id', 'method', 'path', 'base_path'])
		.select(shapesOfRecords([projectId]))
		.where('project_id', '=', projectId)
		.orderBy('id')
		.execute();
}

/** Endpoints whose paths may say what is done, `POST /customer/remove`: what names the record stands in their request. */
const words = doingWords.flatMap(([, some]) => [...some]);
// A word that holds another one of them is found with it: `delete` with `del`.
const fewest = words.filter(word => !words.some(other => other !== word && word.includes(other)));
const saysWhatItDoes = sql<boolean>`(${sql.join(
	fewest.map(word => sql`lower(path) like ${`%${word}%`}`),
	sql` or `,
)})`;

/**
 * Shapes as JSON texts, as far as they say something about a DELETE or about the record at its path; null for all others,
 * which are most and large.
 */
export const shapesOfRecords = (projectIds: readonly ProjectId[]) => [
	sql<string | null>`case when method = 'DELETE' or ${saysWhatItDoes} then request_shape end`.as('request_shape'),
	sql<string | null>`case when method in ('GET', 'PUT', 'PATCH') and path in
		(select path from endpoints where method = 'DELETE' and project_id in (${sql.join(projectIds)}))
		then response_shape end`.as('response_shape'),
];

/** Null: the project has no such endpoint. */
export async function findEndpoint(
	database: Database,
	projectId: ProjectId,
	endpointId: EndpointId,
): Promise<EndpointTable | null> {
	const row = await database
		.selectFrom('endpoints')
		.selectAll()
		.where('id', '=', endpointId)
		.where('project_id', '=', projectId)
		.executeTakeFirst();
	return row ?? null;
}

/** The endpoint that has this method and path already; null when none has. */
export async function findSameEndpoint(
	database: Database,
	{project_id, method, path}: {project_id: ProjectId; method: HttpMethod; path: string},
): Promise<EndpointTable | null> {
	const row = await database
		.selectFrom('endpoints')
		.selectAll()
		.where('project_id', '=', project_id)
		.where('path', '=', path)
		.where('method', '=', method)
		.executeTakeFirst();
	return row ?? null;
}

/** False: the project has an endpoint of that method and path already. */
export async function insertEndpoint(database: Database, endpoint: EndpointTable): Promise<boolean> {
	const {numInsertedOrUpdatedRows} = await database
		.insertInto('endpoints')
		.values(endpoint)
		.onConflict(conflict => conflict.doNothing())
		.executeTakeFirst();
	return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

export async function updateEndpoint(
	database: Database,
	endpointId: EndpointId,
	columns: Updateable<EndpointTable>,
): Promise<void> {
	await database.updateTable('endpoints').set(columns).where('id', '=', endpointId).execute();
}

/** False: it was gone already. */
export async function deleteEndpoint(
	database: Database,
	projectId: ProjectId,
	endpointId: EndpointId,
): Promise<boolean> {
	const {numDeletedRows} = await database
		.deleteFrom('endpoints')
		.where('id', '=', endpointId)
		.where('project_id', '=', projectId)
		.executeTakeFirst();
	return numDeletedRows > 0n;
}

/** What the documents of a project, and its probes, say of each request: JSON with schema and example. Nothing added by hand. */
export async function documentedRequests(database: Database, projectId: ProjectId): Promise<string[]> {
	const rows = await database
		.selectFrom('endpoints')
		.select('request_shape')
		.where('project_id', '=', projectId)
		.where('origin', '!=', 'manual')
		.execute();
	return rows.map(({request_shape: shape}) => shape);
}
