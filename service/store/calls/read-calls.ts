import {expressionBuilder, sql} from 'kysely';
import type {AccountId, BatchId, CallId, ProjectId, RunId, TestId} from '../../../contract/ids.ts';
import {type Database, asOfOneMoment} from '../database.ts';
import type {EndpointTable} from '../cleanup/cleanup-tables.ts';
import {givenValues} from '../captures/earlier-captures.ts';
import {ownBatch} from '../batches/latest-batch.ts';
import type {Tables} from '../tables.ts';
import type {CallTable, CallVariableTable} from './call-tables.ts';
import type {RunEdgeTable, RunTable} from '../runs/run-tables.ts';
import type {BatchTable} from '../batches/batch-tables.ts';

/** A call without what was sent and answered. */
export type IndexedCall = Pick<CallTable, 'id' | 'method' | 'url' | 'kind' | 'status' | 'test_id' | 'run_id'>;

export type CallRun = Pick<RunTable, 'id' | 'test_id' | 'name' | 'status' | 'kind' | 'teardown' | 'consumes'>;

export type CallRows = {
	batch: Pick<BatchTable, 'id'>;
	/** In the order in which they were made. */
	calls: IndexedCall[];
	runs: CallRun[];
	endpoints: Array<Pick<EndpointTable, 'id' | 'method' | 'path' | 'family'>>;
	/** Short captured values and handles of records: where one stands in a path, it is a parameter. */
	values: string[];
	links: Array<Pick<CallVariableTable, 'run_id' | 'name' | 'role' | 'call_id'>>;
	edges: Array<Pick<RunEdgeTable, 'to_run_id' | 'variable' | 'from_run_id' | 'from_test_id'>>;
	/** Values that name a record, by the address of its DELETE: what the calls of the sweep use. */
	swept: Array<{url: string; variable: string; test_id: TestId}>;
};

/**
 * Changes whenever the calls of a batch, or the endpoints they are named by, may have; `changing` while the batch runs.
 * Null: the account has no such batch.
 */
export async function findCallStamp(
	database: Database,
	accountId: AccountId,
	batchId: BatchId,
): Promise<string | null> {
	const batch = await ownBatch(database, accountId, batchId)
		.select(['version', 'phase', 'cleanup_state', 'project_ids'])
		.executeTakeFirst();
	if (!batch) return null;
	if (batch.phase !== 'done' || batch.cleanup_state === 'running') return 'changing';
	const endpoints = await database
		.selectFrom('endpoints')
		.select(({fn}) => [fn.countAll<number>().as('count'), fn.max('updated_at').as('changed'), fn.max('id').as('last')])
		.where('project_id', 'in', JSON.parse(batch.project_ids) as string[])
		.executeTakeFirstOrThrow();
	// A test that is deleted takes its runs and calls with it.
	const runs = await database
		.selectFrom('runs')
		.select(({fn}) => fn.countAll<number>().as('count'))
		.where('batch_id', '=', batchId)
		.executeTakeFirstOrThrow();
	return JSON.stringify([batch.version, runs.count, endpoints]);
}

/** A value longer than that is not a segment of a path. */
const longestSegment = 100;

/** What the grouping of the calls of a batch reads, as of one moment. Null: the account has no such batch. */
export function findCalls(database: Database, accountId: AccountId, batchId: BatchId): Promise<CallRows | null> {
	return asOfOneMoment(database, async transaction => {
		const batch = await ownBatch(transaction, accountId, batchId).select(['id', 'project_ids']).executeTakeFirst();
		if (!batch) return null;
		const calls = await transaction
			.selectFrom('calls')
			.select(['id', 'method', 'url', 'kind', 'status', 'test_id', 'run_id'])
			.where('batch_id', '=', batchId)
			.orderBy('started_at')
			.orderBy('run_id')
			.orderBy('attempt')
			.orderBy('seq')
			.execute();
		const runs = await transaction
			.selectFrom('runs')
			.select(['id', 'test_id', 'name', 'status', 'kind', 'teardown', 'consumes'])
			.where('batch_id', '=', batchId)
			.execute();
		const endpoints = await transaction
			.selectFrom('endpoints')
			.select(['id', 'method', 'path', 'family'])
			.where('project_id', 'in', JSON.parse(batch.project_ids) as string[])
			.orderBy('id')
			.execute();
		const captured = await transaction
			.selectFrom('captures')
			.select('value')
			.distinct()
			.where('batch_id', '=', batchId)
			.where(sql<boolean>`length(value) <= ${longestSegment}`)
			.execute();
		const handles = await transaction
			.selectFrom('cleanup_resources')
			.select(['handle', 'variable', 'delete_url', 'test_id'])
			.where('batch_id', '=', batchId)
			.where('handle', 'is not', null)
			.execute();
		const links = await transaction
			.selectFrom('call_variables')
			.select(['run_id', 'name', 'role', 'call_id'])
			.where('batch_id', '=', batchId)
			.execute();
		const edges = await transaction
			.selectFrom('run_edges')
			.select(['to_run_id', 'variable', 'from_run_id', 'from_test_id'])
			.where('batch_id', '=', batchId)
			.execute();
		return {
			batch,
			calls,
			runs,
			endpoints,
			values: [...captured.flatMap(({value}) => scalarText(value)), ...handles.flatMap(({handle}) => handle ?? [])],
			links,
			edges,
			swept: handles.flatMap(({variable, delete_url: url, test_id}) =>
				variable === null || url === null ? [] : [{url, variable, test_id}],
			),
		};
	});
}

/** A text or a number; `true` and `null` name no record. */
function scalarText(json: string): string[] {
	if (json.startsWith('"')) return [String(JSON.parse(json))];
	return /^-?\d/.test(json) ? [json] : [];
}

/** One call of a project with what was sent and answered. */
export const findCall = (database: Database, projectId: ProjectId, callId: CallId) =>
	database
		.selectFrom('calls')
		.selectAll()
		.where('project_id', '=', projectId)
		.where('id', '=', callId)
		.executeTakeFirst();

export type CallDetail = Pick<CallTable, 'id' | 'seq' | 'latency_ms' | 'started_at' | 'detail'>;

/** What was sent and answered, in the order of `ids`. */
export async function readCallDetails(database: Database, ids: readonly string[]): Promise<CallDetail[]> {
	if (ids.length === 0) return [];
	const rows = await database
		.selectFrom('calls')
		.select(['id', 'seq', 'latency_ms', 'started_at', 'detail'])
		.where('id', 'in', ids)
		.execute();
	const byId = new Map(rows.map(row => [row.id, row]));
	return ids.flatMap(id => byId.get(id) ?? []);
}

/** Values with names that say they are secret, which runs produced or were given, by the run. JSON text. */
export async function readSecretValues(
	database: Database,
	runIds: readonly RunId[],
): Promise<Array<{run_id: RunId; name: string; value: string}>> {
	if (runIds.length === 0) return [];
	const {eb} = expressionBuilder<Tables, 'captures'>();
	const isSecretName = eb.or(
		['token', 'secret', 'passw', 'jwt', 'bearer', 'api%key', 'credential'].map(part =>
			eb('captures.name', 'like', `%${part}%`),
		),
	);
	const own = await database
		.selectFrom('captures')
		.select(['run_id', 'name', 'value'])
		.where('run_id', 'in', runIds)
		.where(isSecretName)
		.execute();
	const given = await givenValues(database)
		.select(['run_edges.to_run_id as run_id', 'captures.name', 'captures.value'])
		.where('run_edges.to_run_id', 'in', runIds)
		.where(isSecretName)
		.execute();
	return [...own, ...given];
}
