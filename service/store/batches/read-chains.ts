import {type RawBuilder, sql} from 'kysely';
import type {AccountId, BatchId, ProjectId, RunId, TestId} from '../../../contract/ids.ts';
import type {EndpointTable} from '../cleanup/cleanup-tables.ts';
import type {Database} from '../database.ts';
import type {CallTable, CallVariableTable} from '../calls/call-tables.ts';
import type {CaptureTable} from '../captures/capture-tables.ts';
import type {RunEdgeTable, RunTable} from '../runs/run-tables.ts';
import type {BatchTable} from './batch-tables.ts';
import type {TestTable} from '../tests/test-tables.ts';
import {jsonList} from '../columns.ts';
import {ownBatch} from './latest-batch.ts';

/** A run that may be the end of a chain, in the order of execution. */
export type ChainEnd = Pick<RunTable, 'id' | 'test_id' | 'kind' | 'teardown' | 'consumes' | 'status' | 'blocked_by'>;

export type ChainEnds = {
	runs: ChainEnd[];
	edges: Array<Pick<RunEdgeTable, 'to_run_id' | 'from_run_id'>>;
	/** Planned calls by run. */
	calls: Map<string, number>;
};

/** What says which chains a batch has. Null: the account has no such batch. */
export async function findChainEnds(
	database: Database,
	accountId: AccountId,
	batchId: BatchId,
): Promise<(ChainEnds & {batch: Pick<BatchTable, 'id'>}) | null> {
	const batch = await ownBatch(database, accountId, batchId).select('id').executeTakeFirst();
	if (!batch) return null;
	const runs = await chainEnds(database).where('batch_id', '=', batchId).orderBy('wave').orderBy('rank').execute();
	const edges = await database
		.selectFrom('run_edges')
		.select(['to_run_id', 'from_run_id'])
		.where('batch_id', '=', batchId)
		.execute();
	return {batch, runs, edges, calls: await countCalls(database, sql`batch_id = ${batchId}`)};
}

/** Tests of a project with what says which of them end a chain: their declarations and their latest runs. */
export type ProjectChainRows = ChainEnds & {
	tests: Array<
		Pick<
			TestTable,
			| 'id'
			| 'name'
			| 'kind'
			| 'category'
			| 'produces'
			| 'consumes'
			| 'wiring'
			| 'last_run_id'
			| 'created_at'
			| 'priority'
		> & {has_code: number}
	>;
};

export async function readProjectChains(database: Database, projectId: ProjectId): Promise<ProjectChainRows> {
	const tests = await database
		.selectFrom('tests')
		.select([
			'id',
			'name',
			'kind',
			'category',
			'priority',
			'produces',
			'consumes',
			'wiring',
			'last_run_id',
			'created_at',
			sql<number>`code is not null`.as('has_code'),
		])
		.where('project_id', '=', projectId)
		.where('type', '=', 'backend')
		.orderBy('created_at')
		.orderBy('id')
		.execute();
	const latest = jsonList(tests.flatMap(({last_run_id}) => last_run_id ?? []));
	const runs = await chainEnds(database).where('id', 'in', latest).execute();
	return {tests, runs, edges: [], calls: await countCalls(database, sql`run_id in ${latest}`)};
}

const chainEnds = (database: Database) =>
	database.selectFrom('runs').select(['id', 'test_id', 'kind', 'teardown', 'consumes', 'status', 'blocked_by']);

async function countCalls(database: Database, where: RawBuilder<unknown>): Promise<Map<string, number>> {
	const rows = await database
		.selectFrom('calls')
		.select(['run_id', sql<number>`count(*)`.as('count')])
		.where(sql<boolean>`${where}`)
		.where('kind', '=', 'test')
		.where('run_id', 'is not', null)
		.groupBy('run_id')
		.execute();
	return new Map(rows.map(({run_id, count}) => [run_id!, count]));
}

export type ChainRun = Pick<
	RunTable,
	| 'id'
	| 'batch_id'
	| 'test_id'
	| 'name'
	| 'kind'
	| 'status'
	| 'skipped'
	| 'teardown'
	| 'wave'
	| 'rank'
	| 'produces'
	| 'consumes'
	| 'error'
	| 'failure_kind'
	| 'blocked_by'
	| 'code_hash'
>;
export type ChainCall = Pick<CallTable, 'id' | 'run_id' | 'method' | 'url' | 'status' | 'latency_ms' | 'started_at'>;

export type ChainRows = {
	runs: ChainRun[];
	edges: RunEdgeTable[];
	/** Planned calls in the order in which they were made. */
	calls: ChainCall[];
	links: Array<Pick<CallVariableTable, 'run_id' | 'name' | 'role' | 'call_id'>>;
	/** `value`: the first characters of its JSON text. */
	captures: Array<Pick<CaptureTable, 'run_id' | 'name' | 'value' | 'published'>>;
	endpoints: Array<Pick<EndpointTable, 'id' | 'method' | 'path' | 'family'>>;
	/** Sources of the runs that made no call, by their hash. */
	codes: Map<string, string>;
	/** Latest planned call of earlier runs, by the test, for runs that made none. */
	earlierCalls: Map<string, Pick<ChainCall, 'method' | 'url'>>;
};

/** Runs with everything that feeds them, directly or through others, and what these did. */
export async function readChains(database: Database, runIds: readonly RunId[]): Promise<ChainRows> {
	const all = sql<string>`with recursive needed(run_id) as (
			select value from ${jsonList(runIds)} as wanted
			union
			select run_edges.from_run_id from needed
				join run_edges on run_edges.to_run_id = needed.run_id
				where run_edges.from_run_id is not null
		) select run_id from needed`;
	const found = await all.execute(database);
	const ids = jsonList((found.rows as unknown as Array<{run_id: RunId}>).map(({run_id}) => run_id));
	const runs = await database
		.selectFrom('runs')
		.select([
			'id',
			'batch_id',
			'test_id',
			'name',
			'kind',
			'status',
			'skipped',
			'teardown',
			'wave',
			'rank',
			'produces',
			'consumes',
			'error',
			'failure_kind',
			'blocked_by',
			'code_hash',
		])
		.where('id', 'in', ids)
		.execute();
	const edges = await database.selectFrom('run_edges').selectAll().where('to_run_id', 'in', ids).execute();
	const calls = await database
		.selectFrom('calls')
		.select(['id', 'run_id', 'method', 'url', 'status', 'latency_ms', 'started_at'])
		.where('run_id', 'in', ids)
		.where('kind', '=', 'test')
		.orderBy('started_at')
		.orderBy('attempt')
		.orderBy('seq')
		.execute();
	const links = await database
		.selectFrom('call_variables')
		.select(['run_id', 'name', 'role', 'call_id'])
		.where('run_id', 'in', ids)
		.execute();
	const captures = await database
		.selectFrom('captures')
		.select(['run_id', 'name', 'published', sql<string>`substr(value, 1, 100)`.as('value')])
		.where('run_id', 'in', ids)
		.orderBy('id')
		.execute();
	const endpoints = await database
		.selectFrom('endpoints')
		.select(['id', 'method', 'path', 'family'])
		.where('project_id', 'in', ({selectFrom}) =>
			selectFrom('runs').select('runs.project_id').where('runs.id', 'in', ids),
		)
		.orderBy('id')
		.execute();
	const called = new Set(calls.map(({run_id}) => run_id));
	const silent = runs.filter(({id}) => !called.has(id));
	return {
		runs,
		edges,
		calls,
		links,
		captures: captures as ChainRows['captures'],
		endpoints,
		codes: await readCodes(database, silent),
		earlierCalls: await readEarlierCalls(database, silent),
	};
}

async function readCodes(database: Database, runs: readonly ChainRun[]): Promise<Map<string, string>> {
	const hashes = jsonList([...new Set(runs.flatMap(({code_hash}) => code_hash ?? []))]);
	const rows = await database.selectFrom('codes').selectAll().where('hash', 'in', hashes).execute();
	return new Map(rows.map(({hash, code}) => [hash, code]));
}

async function readEarlierCalls(
	database: Database,
	runs: readonly ChainRun[],
): Promise<Map<string, Pick<ChainCall, 'method' | 'url'>>> {
	const found = new Map<string, Pick<ChainCall, 'method' | 'url'>>();
	for (const {id, test_id} of runs) {
		const call = await database
			.selectFrom('runs')
			.innerJoin('calls', 'calls.run_id', 'runs.id')
			.select(['calls.method', 'calls.url'])
			.where('runs.test_id', '=', test_id)
			.where('runs.id', '<', id)
			.where('calls.kind', '=', 'test')
			.orderBy('runs.id', 'desc')
			.orderBy('calls.seq', 'desc')
			.limit(1)
			.executeTakeFirst();
		if (call) found.set(test_id, call);
	}
	return found;
}

/** Sources of tests. */
export async function readTestCodes(database: Database, testIds: readonly TestId[]): Promise<Map<string, string>> {
	const rows = await database.selectFrom('tests').select(['id', 'code']).where('id', 'in', jsonList(testIds)).execute();
	return new Map(rows.flatMap(({id, code}): Array<[string, string]> => (code === null ? [] : [[id, code]])));
}
