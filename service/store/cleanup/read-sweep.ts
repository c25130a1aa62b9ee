import type {BatchId, ProjectId, RunId, TestId} from '../../../contract/ids.ts';
import {isInDoubt} from '../../domain/cleanup.ts';
import type {Selectable} from 'kysely';
import {type ProjectCleanup, readCleanupSettings} from './cleanup-settings.ts';
import {leftByEarlier} from './cleanup-standing.ts';
import type {CleanupResourceTable, CleanupRuleTable} from './cleanup-tables.ts';
import type {Database} from '../database.ts';
import {shapesOfRecords} from '../documents/endpoints.ts';
import {givenValues} from '../captures/earlier-captures.ts';
import type {CallTable} from '../calls/call-tables.ts';
import type {RunTable} from '../runs/run-tables.ts';
import type {BatchTable} from '../batches/batch-tables.ts';
import type {Bit} from '../columns.ts';

/** A recorded call with what the search for records needs to know of its run. */
export type SweptCall = Pick<
	CallTable,
	'id' | 'method' | 'url' | 'status' | 'attempt' | 'detail' | 'project_id' | 'started_at' | 'latency_ms'
> & {
	run_id: RunId;
	test_id: TestId;
	teardown: Bit;
	target_url: string | null;
};

/** A teardown test and a value that it takes from another test of the batch. */
export type TeardownNeed = Pick<RunTable, 'status' | 'skipped'> & {
	id: string;
	variable: string;
	from_run_id: RunId | null;
};

/** An endpoint with its shapes as JSON texts, as far as they say something about a DELETE or the record at its path. */
export type SweptEndpoint = {
	id: string;
	project_id: ProjectId;
	method: string;
	path: string;
	summary: string | null;
	base_path: string;
	request_shape: string | null;
	response_shape: string | null;
};

/** What the values of a run may come from beside chance. */
export type RunOrigin = {
	code: string;
	/** What it was given by other tests, as JSON texts. */
	given: readonly string[];
	/** Names of the variables of its environment. */
	variables: readonly string[];
	/** Another batch has run with the same seed, and so with the same tags. */
	isSeedShared: boolean;
};

export type SweepFacts = {
	batch: Selectable<BatchTable>;
	/** In the order in which they were made. */
	calls: SweptCall[];
	captures: Array<{run_id: RunId; name: string; value: string; declared: Bit}>;
	teardowns: TeardownNeed[];
	rules: CleanupRuleTable[];
	endpoints: SweptEndpoint[];
	/** Of each project. */
	settings: ReadonlyMap<string, ProjectCleanup>;
	/** By run: where the values come from that its calls have sent; of those with a call that was never answered. */
	origins: ReadonlyMap<string, RunOrigin>;
	/** Records of earlier batches that a batch with skipped dependencies deletes too. */
	left: CleanupResourceTable[];
};

/** Calls of the tests of a batch that may have made something. */
export const callsToSearch = (database: Database, batchId: BatchId) =>
	database
		.selectFrom('calls')
		.innerJoin('runs', 'runs.id', 'calls.run_id')
		.where('calls.batch_id', '=', batchId)
		// What a browser asked for is the site's own business: it shows in the data flow, and nothing is swept for it.
		.where('runs.type', '=', 'backend');

/** Everything that the search for the records of a batch reads. Null: there is no such batch. */
export async function readSweepFacts(database: Database, batchId: BatchId): Promise<SweepFacts | null> {
	const batch = await database.selectFrom('batches').selectAll().where('id', '=', batchId).executeTakeFirst();
	if (!batch) return null;
	const projectIds = JSON.parse(batch.project_ids) as string[];
	const calls = await callsToSearch(database, batchId)
		.select([
			'calls.id',
			'calls.method',
			'calls.url',
			'calls.status',
			'calls.attempt',
			'calls.detail',
			'calls.started_at',
			'calls.latency_ms',
			'calls.project_id',
			'calls.run_id',
			'calls.test_id',
			'runs.teardown',
			'runs.target_url',
		])
		.orderBy('calls.started_at')
		.orderBy('calls.run_id')
		.orderBy('calls.attempt')
		.orderBy('calls.seq')
		.execute();
	const captures = await database
		.selectFrom('captures')
		.innerJoin('runs', 'runs.id', 'captures.run_id')
		.select(['captures.run_id', 'captures.name', 'captures.value', 'captures.declared'])
		.where('captures.batch_id', '=', batchId)
		.where('runs.type', '=', 'backend')
		.orderBy('captures.id')
		.execute();
	const teardowns = await database
		.selectFrom('runs')
		.innerJoin('run_edges', 'run_edges.to_run_id', 'runs.id')
		.select(['runs.id', 'runs.status', 'runs.skipped', 'run_edges.variable', 'run_edges.from_run_id'])
		.where('runs.batch_id', '=', batchId)
		.where('runs.teardown', '=', 1)
		.execute();
	const [rules, endpoints] = [
		await database.selectFrom('cleanup_rules').selectAll().where('project_id', 'in', projectIds).execute(),
		await database
			.selectFrom('endpoints')
			.select(['id', 'project_id', 'method', 'path', 'summary', 'base_path'])
			.select(shapesOfRecords(projectIds))
			.where('project_id', 'in', projectIds)
			.orderBy('id')
			.execute(),
	];
	const settings = new Map<string, ProjectCleanup>();
	for (const projectId of projectIds) settings.set(projectId, await readCleanupSettings(database, projectId));
	return {
		batch,
		settings,
		calls: calls as SweptCall[],
		captures: captures as SweepFacts['captures'],
		teardowns,
		rules,
		endpoints,
		origins: await readOrigins(database, batch, calls as SweptCall[]),
		left: batch.skip_dependencies === 1 ? await leftByEarlier(database, batch) : [],
	};
}

/** Where the values of runs come from whose calls were never answered, or by a server that broke or refused them. */
async function readOrigins(
	database: Database,
	{id, seed}: Pick<BatchTable, 'id'> & {seed: string},
	calls: readonly SweptCall[],
): Promise<Map<string, RunOrigin>> {
	const unclear = calls.filter(call =>
		call.status === null ? call.detail.includes('"isUnanswered":true') : isInDoubt(call),
	);
	const runIds = [...new Set(unclear.map(({run_id}) => run_id))];
	if (runIds.length === 0) return new Map();
	const runs = await database
		.selectFrom('runs')
		.leftJoin('codes', 'codes.hash', 'runs.code_hash')
		.leftJoin('environments', 'environments.id', 'runs.environment_id')
		.select(['runs.id', 'codes.code', 'environments.variable_keys'])
		.where('runs.id', 'in', runIds)
		.execute();
	const given = await givenValues(database)
		.select(['run_edges.to_run_id', 'captures.value'])
		.where('run_edges.to_run_id', 'in', runIds)
		.execute();
	const twin = await database
		.selectFrom('batches')
		.select('id')
		.where('seed', '=', seed)
		.where('id', '!=', id)
		.limit(1)
		.executeTakeFirst();
	return new Map(
		runs.map(({id: runId, code, variable_keys}) => [
			runId,
			{
				code: code ?? '',
				given: given.flatMap(({to_run_id, value}) => (to_run_id === runId ? [value] : [])),
				variables: variable_keys === null ? [] : (JSON.parse(variable_keys) as string[]),
				isSeedShared: twin !== undefined,
			},
		]),
	);
}

/** Values named like tokens that a run was given or has produced: name and JSON text. */
export async function readTokens(database: Database, runId: RunId): Promise<Array<{name: string; value: string}>> {
	const given = await givenValues(database)
		.select(['captures.name', 'captures.value'])
		.where('run_edges.to_run_id', '=', runId)
		.execute();
	const own = await database.selectFrom('captures').select(['name', 'value']).where('run_id', '=', runId).execute();
	return [...given, ...own];
}

type Told = {name: string; required?: boolean};

/** A changing endpoint with the names of its query parameters and what was found to come before it. */
type WritingEndpoint = {
	method: string;
	path: string;
	query: string[];
	before: string[];
	/** A document tells it whole, and it takes nothing but its path: no body and no query have to be thought out. */
	isBare: boolean;
};

/** Changing endpoints of a project. */
export async function listWriting(database: Database, projectId: ProjectId): Promise<WritingEndpoint[]> {
	const rows = await database
		.selectFrom('endpoints')
		.select(['method', 'path', 'request_shape', 'origin', 'detail'])
		.where('project_id', '=', projectId)
		.where('method', '!=', 'GET')
		.orderBy('id')
		.execute();
	return rows.map(({method, path, request_shape, origin, detail}) => {
		const {
			query = [],
			headers = [],
			settledBefore = [],
		} = JSON.parse(request_shape) as {
			query?: Told[];
			headers?: Told[];
			settledBefore?: string[];
		};
		const {bodies = []} = JSON.parse(detail ?? '{}') as {bodies?: unknown[]};
		const isBare = origin === 'document' && bodies.length === 0 && ![...query, ...headers].some(one => one.required);
		return {method, path, query: query.map(({name}) => name), before: settledBefore, isBare};
	});
}

/** Batches of a project that are looked through for what has worked. */
const lookedThrough = 20;
const mostLookedAt = 500;

/** A call of a test that was answered 2xx. */
export type WorkedCall = {url: string; requestBody: string | null; contentType: string | null};

/**
 * What tests of a project have done with success lately, the last first.
 *
 * @param segment the last one of the address, a fixed one; null: any
 */
export async function listWorked(
	database: Database,
	projectId: ProjectId,
	{method, segment}: {method: 'POST' | 'PUT' | 'PATCH'; segment: string | null},
): Promise<WorkedCall[]> {
	const batches = await database
		.selectFrom('batches')
		.select('id')
		.where(({eb, or, selectFrom}) =>
			or([
				eb('project_id', '=', projectId),
				eb('id', 'in', selectFrom('batch_projects').select('batch_id').where('project_id', '=', projectId)),
			]),
		)
		.orderBy('id', 'desc')
		.limit(lookedThrough)
		.execute();
	if (batches.length === 0) return [];
	const calls = await database
		.selectFrom('calls')
		.select(['url', 'detail'])
		.where(
			'batch_id',
			'in',
			batches.map(({id}) => id),
		)
		.where('method', '=', method)
		.where('method', 'in', ['POST', 'PUT', 'PATCH'])
		.where('project_id', '=', projectId)
		.where('status', '>=', 200)
		.where('status', '<', 300)
		.where('kind', 'in', ['test', 'prerequisite'])
		.where('url', 'like', segment === null ? '%' : `%/${segment}`)
		.orderBy('started_at', 'desc')
		.limit(mostLookedAt)
		.execute();
	return calls.map(({url, detail}) => {
		const {
			requestBody,
			requestEncoding,
			requestHeaders = {},
		} = JSON.parse(detail) as {
			requestBody?: string | null;
			requestEncoding?: string;
			requestHeaders?: Record<string, string>;
		};
		const type = Object.keys(requestHeaders).find(name => /^content-type$/i.test(name));
		return {
			url,
			requestBody: requestEncoding === 'base64' ? null : requestBody || null,
			contentType: type === undefined ? null : (requestHeaders[type] ?? null),
		};
	});
}

/** Calls of the sweep of a batch that were answered 2xx; `shows`: a read that answered with the record. */
export async function listSweepCalls(
	database: Database,
	batchId: BatchId,
): Promise<Array<{method: string; url: string; shows: boolean}>> {
	const rows = await database
		.selectFrom('calls')
		.select(['method', 'url', 'detail'])
		.where('batch_id', '=', batchId)
		.where('run_id', 'is', null)
		.where('kind', 'in', ['cleanup', 'discovery'])
		.where('status', '>=', 200)
		.where('status', '<', 300)
		.execute();
	return rows.map(({method, url, detail}) => ({
		method,
		url,
		shows: (JSON.parse(detail) as {shows?: boolean}).shows === true,
	}));
}

/** Batches whose sweep has something to do, oldest first. */
export async function listSweeps(database: Database): Promise<string[]> {
	const rows = await database
		.selectFrom('batches')
		.select('id')
		.where('sweep', 'in', ['search', 'due', 'retry'])
		.orderBy('id')
		.execute();
	return rows.map(({id}) => id);
}
