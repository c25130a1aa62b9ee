import type {FindingKind, FindingState} from '../../../contract/finding.ts';
import type {EndpointId, FindingId, ProjectId} from '../../../contract/ids.ts';
import type {Database} from '../database.ts';
import type {FindingTable} from './finding-tables.ts';
import {pushTo} from '../../domain/push-to.ts';

export type FindingFilter = {state?: FindingState; kind?: FindingKind; endpointId?: EndpointId};

const order: readonly FindingState[] = ['open', 'failing', 'accepted', 'muted', 'gone'];

/** Findings of a project that match: open ones first, those of the whole API before single endpoints, most shown first. */
export async function listFindings(
	database: Database,
	projectId: ProjectId,
	{state, kind, endpointId}: FindingFilter = {},
): Promise<FindingTable[]> {
	const rows = await database
		.selectFrom('findings')
		.selectAll()
		.where('project_id', '=', projectId)
		.$if(state !== undefined, query => query.where('state', '=', state!))
		.$if(kind !== undefined, query => query.where('kind', '=', kind!))
		.orderBy('id')
		.execute();
	return rows
		.filter(row => endpointId === undefined || (JSON.parse(row.endpoint_ids) as string[]).includes(endpointId))
		.sort(
			(one, other) =>
				order.indexOf(one.state) - order.indexOf(other.state) ||
				Number(other.scope === 'api') - Number(one.scope === 'api') ||
				other.count - one.count ||
				(one.id < other.id ? -1 : 1),
		);
}

/** Null: the project has no such finding. */
export async function findFinding(
	database: Database,
	projectId: ProjectId,
	findingId: FindingId,
): Promise<FindingTable | null> {
	const row = await database
		.selectFrom('findings')
		.selectAll()
		.where('id', '=', findingId)
		.where('project_id', '=', projectId)
		.executeTakeFirst();
	return row ?? null;
}

/** Differences that still want somebody's eye, by endpoint: titles of its open and failing findings. */
export async function listDrift(database: Database, projectId: ProjectId): Promise<ReadonlyMap<string, string[]>> {
	const drift = new Map<string, string[]>();
	for (const {state, title, endpoint_ids} of await listFindings(database, projectId)) {
		if (state !== 'open' && state !== 'failing') continue;
		for (const id of JSON.parse(endpoint_ids) as string[]) pushTo(drift, id, title);
	}
	return drift;
}

/**
 * `METHOD /path kind` of every difference of a project in which somebody has said that the document is right; one that the
 * API as a whole shows is about a single status of it: `METHOD /path status 404`.
 */
export async function failingKinds(database: Database, projectId: ProjectId): Promise<ReadonlySet<string>> {
	const findings = await database
		.selectFrom('findings')
		.select(['kind', 'scope', 'document', 'endpoint_ids'])
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
		findings.flatMap(({kind, scope, document, endpoint_ids}) => {
			const what = kind === 'status' && scope === 'api' && document !== null ? `${kind} ${document}` : kind;
			return (JSON.parse(endpoint_ids) as string[]).flatMap(id => (names.has(id) ? [`${names.get(id)} ${what}`] : []));
		}),
	);
}
