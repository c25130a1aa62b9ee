import {sql} from 'kysely';
import type {DiscoveryId, ProjectId} from '../../../contract/ids.ts';
import type {Answer} from '../../domain/endpoint-detail.ts';
import type {EndpointTable} from '../cleanup/cleanup-tables.ts';
import type {Database} from '../database.ts';
import type {CallTable} from '../calls/call-tables.ts';
import {portable} from '../dialect/portable.ts';

/** GETs that a discovery has found, with what their probes need to know. */
export function listFoundGets(database: Database, discoveryId: DiscoveryId) {
	return database
		.selectFrom('found_endpoints')
		.select(['path', 'path_key', 'family', 'summary', 'base_path', 'call_prefix', 'auth'])
		.select(({ref}) => [
			portable(({jsonAt}) => jsonAt(ref('request_shape'), 'query'))
				.$notNull()
				.as('query'),
			portable(({jsonAt}) => jsonAt(ref('response_shape'), 'body')).as('body'),
			portable(({jsonAt}) => jsonAt(ref('detail'), 'answers')).as('answers'),
			portable(({textAt}) => textAt(ref('detail'), 'protocol')).as('protocol'),
		])
		.where('discovery_id', '=', discoveryId)
		.where('method', '=', 'GET')
		.orderBy('place')
		.execute();
}

export type ProbedColumns = {
	path_key: string;
	confirmed: boolean;
	unconfirmed_reason: string | null;
	observed: Answer[];
	call_prefix: string;
	authRequired: boolean | null;
};

/** Keeps what probes have shown of an endpoint of a discovery under way; where the document is silent, it counts. */
export async function saveProbed(
	database: Database,
	discoveryId: DiscoveryId,
	{path_key, confirmed, unconfirmed_reason, observed, call_prefix, authRequired}: ProbedColumns,
): Promise<void> {
	await database
		.updateTable('found_endpoints')
		.set({
			confirmed: confirmed ? 1 : 0,
			unconfirmed_reason,
			observed: JSON.stringify(observed),
			...(authRequired === null
				? {}
				: {
						auth: portable<string>(
							({jsonAt, withField}) =>
								sql`case when ${jsonAt(sql.ref('auth'), 'required')} = 'null'
								then ${withField(sql.ref('auth'), 'required', String(authRequired))} else auth end`,
						),
					}),
		})
		.where('discovery_id', '=', discoveryId)
		.where('path_key', '=', path_key)
		.where('method', '=', 'GET')
		.execute();
	// The prefix that was found belongs to every method below the same base path.
	if (call_prefix === '') return;
	await database
		.updateTable('found_endpoints')
		.set({call_prefix})
		.where('discovery_id', '=', discoveryId)
		.where('base_path', '=', call_prefix)
		.execute();
}

/** The probes of the latest discovery take the place of those before. Inside a transaction. */
export async function replaceProbeCalls(
	transaction: Database,
	projectId: ProjectId,
	calls: readonly CallTable[],
): Promise<void> {
	await transaction
		.deleteFrom('calls')
		.where('project_id', '=', projectId)
		.where('batch_id', 'is', null)
		.where('kind', '=', 'discovery')
		.execute();
	for (let start = 0; start < calls.length; start += 20)
		await transaction
			.insertInto('calls')
			.values(calls.slice(start, start + 20))
			.execute();
}

/** Ids of the GETs of a project by the key of their path. */
export async function findGetIds(database: Database, projectId: ProjectId): Promise<ReadonlyMap<string, string>> {
	const rows: Array<Pick<EndpointTable, 'id' | 'path_key'>> = await database
		.selectFrom('endpoints')
		.select(['id', 'path_key'])
		.where('project_id', '=', projectId)
		.where('method', '=', 'GET')
		.execute();
	return new Map(rows.map(({id, path_key}) => [path_key, id]));
}
