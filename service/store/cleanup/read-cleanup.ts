import {sql} from 'kysely';
import type {AccountId, BatchId} from '../../../contract/ids.ts';
import type {CleanupCallTable, CleanupResourceTable, CleanupTestTable, DeleteWith} from './cleanup-tables.ts';
import {type Database, asOfOneMoment} from '../database.ts';
import {ownBatch} from '../batches/latest-batch.ts';
import type {RunTable} from '../runs/run-tables.ts';
import type {BatchTable} from '../batches/batch-tables.ts';

const shown = [
	'id',
	'test_id',
	'run_id',
	'variable',
	'handle',
	'family',
	'source_method',
	'source_path',
	'delete_path',
	'delete_url',
	'known_url',
	'delete_with',
	'proof',
	'considered',
	'note',
	'parents',
	'outcome',
	'reason',
	'cleanup_test_id',
	'origin_batch_id',
	'rev',
] as const satisfies ReadonlyArray<keyof CleanupResourceTable>;

/** A record as its card shows it. */
export type CleanupResourceRow = Pick<CleanupResourceTable, (typeof shown)[number]> & {test_title: string};

/** A teardown test of a batch with the DELETEs it sent. */
export type PlannedRow = Pick<RunTable, 'id' | 'test_id' | 'name' | 'status' | 'skipped' | 'error' | 'rev'> & {
	deletes: Array<{url: string; status: number | null; detail: string}>;
};

export type CleanupRows = {
	batch: Pick<BatchTable, 'id' | 'version' | 'cleanup_state' | 'phase'> & {sweep: string};
	/** Endpoints of the project that write; none where it has no records. */
	writing: Array<{method: string; path: string; summary: string | null; response_shape: string | null}>;
	/** In the order of creation. */
	resources: CleanupResourceRow[];
	/** In the order of execution. */
	tests: CleanupTestTable[];
	planned: PlannedRow[];
	/** In the order in which they were made. */
	calls: Array<CleanupCallTable & {test_title: string}>;
	/** Recorded calls of kind `cleanup`. */
	deleteCalls: number;
};

/** Everything that a view of the cleanup of a batch shows, as of one moment. Null: the account has no such batch. */
export function findCleanup(database: Database, accountId: AccountId, batchId: BatchId): Promise<CleanupRows | null> {
	return asOfOneMoment(database, async transaction => {
		const batch = await ownBatch(transaction, accountId, batchId)
			.select(['id', 'project_id', 'version', 'cleanup_state', 'phase', 'sweep'])
			.executeTakeFirst();
		if (!batch) return null;
		const resources = await transaction
			.selectFrom('cleanup_resources')
			.select(shown)
			.where('batch_id', '=', batchId)
			.orderBy('place')
			.execute();
		// A batch that is followed is read again and again: they are for what it has deleted.
		const writing =
			resources.length === 0
				? []
				: await transaction
						.selectFrom('endpoints')
						.select(['method', 'path', 'summary', 'response_shape'])
						.where('project_id', '=', batch.project_id)
						.where('method', '!=', 'GET')
						.orderBy('id')
						.execute();
		const creators = await transaction
			.selectFrom('runs')
			.select(['id', 'name'])
			.where('id', 'in', query =>
				query
					.selectFrom('cleanup_resources')
					.select('run_id')
					.where('batch_id', '=', batchId)
					.union(query.selectFrom('cleanup_calls').select('run_id').where('batch_id', '=', batchId)),
			)
			.execute();
		const tests = await transaction
			.selectFrom('cleanup_tests')
			.selectAll()
			.where('batch_id', '=', batchId)
			.orderBy('place')
			.execute();
		const calls = await transaction
			.selectFrom('cleanup_calls')
			.selectAll()
			.where('batch_id', '=', batchId)
			.orderBy('place')
			.execute();
		const runs = await transaction
			.selectFrom('runs')
			.select(['id', 'test_id', 'name', 'status', 'skipped', 'error', 'rev'])
			.where('batch_id', '=', batchId)
			.where('teardown', '=', 1)
			.orderBy('rank')
			.execute();
		const sent =
			runs.length === 0
				? []
				: await transaction
						.selectFrom('calls')
						.select(['run_id', 'url', 'status', 'detail'])
						.where('batch_id', '=', batchId)
						.where('kind', '=', sql.lit('cleanup'))
						.where('run_id', 'is not', null)
						.orderBy('started_at')
						.orderBy('seq')
						.execute();
		// Where the API has no DELETE, what was sent in its place counts.
		const removals = resources.flatMap(({delete_with}) => {
			const sent = delete_with === null ? null : (JSON.parse(delete_with) as DeleteWith).sent;
			return sent ? [sent.url.split('?', 1)[0] ?? ''] : [];
		});
		const {count} = await transaction
			.selectFrom('calls')
			.select(({fn}) => fn.countAll<number>().as('count'))
			.where('batch_id', '=', batchId)
			.where('kind', '=', sql.lit('cleanup'))
			.where(eb =>
				eb.or([
					eb('method', '=', 'DELETE'),
					...[...new Set(removals)].flatMap(url => [eb('url', '=', url), eb('url', 'like', `${url}?%`)]),
				]),
			)
			.executeTakeFirstOrThrow();
		const titles = new Map(creators.map(({id, name}) => [id, name]));
		const planned = runs.map(run => ({...run, deletes: sent.filter(call => call.run_id === run.id)}));
		return {
			batch,
			writing,
			resources: resources.map(row => ({...row, test_title: titles.get(row.run_id) ?? ''})),
			tests,
			planned,
			calls: calls.map(row => ({...row, test_title: titles.get(row.run_id) ?? ''})),
			deleteCalls: count,
		};
	});
}

export type CleanupCounts = Record<CleanupResourceTable['outcome'], number>;

/** Records of a batch by outcome. */
export async function countResources(database: Database, batchId: BatchId): Promise<Partial<CleanupCounts>> {
	const rows = await database
		.selectFrom('cleanup_resources')
		.select(['outcome', sql<number>`count(*)`.as('count')])
		.where('batch_id', '=', batchId)
		.groupBy('outcome')
		.execute();
	return Object.fromEntries(rows.map(({outcome, count}) => [outcome, count]));
}

/** How many records each of these batches has left behind, as its summary counts them; absent: none. */
export async function countLeft(
	database: Database,
	batchIds: readonly BatchId[],
): Promise<ReadonlyMap<string, number>> {
	if (batchIds.length === 0) return new Map();
	const rows = await database
		.selectFrom('cleanup_resources')
		.select(['batch_id', sql<number>`count(*)`.as('count')])
		.where('batch_id', 'in', batchIds)
		.where('outcome', 'in', ['orphaned', 'failed'])
		.groupBy('batch_id')
		.execute();
	return new Map(rows.map(({batch_id, count}) => [batch_id, count]));
}
