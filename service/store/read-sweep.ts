import type {Selectable} from 'kysely';
import {leftByEarlier} from './cleanup-standing.ts';
import type {CleanupResourceTable, CleanupRuleTable} from './cleanup-tables.ts';
import type {Database} from './database.ts';
import {givenValues} from './given-values.ts';
import type {BatchTable, Bit, CallTable, RunTable} from './tables.ts';

/** A recorded call with what the search for records needs to know of its run. */
export type SweptCall = Pick<CallTable, 'id' | 'method' | 'url' | 'status' | 'attempt' | 'detail' | 'project_id'> & {
	run_id: string;
	test_id: string;
	teardown: Bit;
	target_url: string | null;
};

/** A teardown test and a value that it takes from another test of the batch. */
export type TeardownNeed = Pick<RunTable, 'status' | 'skipped'> & {
	id: string;
	variable: string;
	from_run_id: string | null;
};

export type SweepFacts = {
	batch: Selectable<BatchTable>;
	/** In the order in which they were made. */
	calls: SweptCall[];
	captures: Array<{run_id: string; name: string; value: string; declared: Bit}>;
	teardowns: TeardownNeed[];
	rules: CleanupRuleTable[];
	endpoints: Array<{id: string; project_id: string; method: string; path: string; base_path: string}>;
	/** Records of earlier batches that a batch with skipped dependencies deletes too. */
	left: CleanupResourceTable[];
};

/** Everything that the search for the records of a batch reads. Null: there is no such batch. */
export async function readSweepFacts(database: Database, batchId: string): Promise<SweepFacts | null> {
	const batch = await database.selectFrom('batches').selectAll().where('id', '=', batchId).executeTakeFirst();
	if (!batch) return null;
	const projectIds = JSON.parse(batch.project_ids) as string[];
	const calls = await database
		.selectFrom('calls')
		.innerJoin('runs', 'runs.id', 'calls.run_id')
		.select([
			'calls.id',
			'calls.method',
			'calls.url',
			'calls.status',
			'calls.attempt',
			'calls.detail',
			'calls.project_id',
			'calls.run_id',
			'calls.test_id',
			'runs.teardown',
			'runs.target_url',
		])
		.where('calls.batch_id', '=', batchId)
		.orderBy('calls.started_at')
		.orderBy('calls.run_id')
		.orderBy('calls.attempt')
		.orderBy('calls.seq')
		.execute();
	const captures = await database
		.selectFrom('captures')
		.select(['run_id', 'name', 'value', 'declared'])
		.where('batch_id', '=', batchId)
		.orderBy('id')
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
			.select(['id', 'project_id', 'method', 'path', 'base_path'])
			.where('project_id', 'in', projectIds)
			.orderBy('id')
			.execute(),
	];
	return {
		batch,
		calls: calls as SweptCall[],
		captures: captures as SweepFacts['captures'],
		teardowns,
		rules,
		endpoints,
		left: batch.skip_dependencies === 1 ? await leftByEarlier(database, batch) : [],
	};
}

/** Values named like tokens that a run was given or has produced: name and JSON text. */
export async function readTokens(database: Database, runId: string): Promise<Array<{name: string; value: string}>> {
	const given = await givenValues(database)
		.select(['captures.name', 'captures.value'])
		.where('run_edges.to_run_id', '=', runId)
		.execute();
	const own = await database.selectFrom('captures').select(['name', 'value']).where('run_id', '=', runId).execute();
	return [...given, ...own];
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
