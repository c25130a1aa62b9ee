import {type RawBuilder, sql} from 'kysely';
import type {StoreTransaction, Database} from '../database.ts';
import type {RunTable} from './run-tables.ts';
import type {RunStatus} from '../../../contract/enums.ts';
import type {BatchId, RunId, TestId} from '../../../contract/ids.ts';

/**
 * The run each run is compared with: the latest earlier one of the same test that has a verdict. Asked again when a run
 * starts, because an earlier batch may have given a verdict while it waited.
 */
export const previousRun = {
	previous_run_id: columnOfPrevious<string | null>('id'),
	previous_status: columnOfPrevious<'passed' | 'failed' | 'blocked' | null>('status'),
};

function columnOfPrevious<Value>(column: 'id' | 'status'): RawBuilder<Value> {
	return sql<Value>`(
		select earlier.${sql.ref(column)} from runs earlier
		where earlier.test_id = runs.test_id and earlier.id < runs.id
			and earlier.status in ('passed', 'failed', 'blocked') and earlier.skipped = 0
		order by earlier.id desc limit 1
	)`;
}

/** Points the runs of a new batch at those they are compared with. */
export async function compareWithPrevious(transaction: StoreTransaction, batchId: BatchId): Promise<void> {
	await transaction.updateTable('runs').set(previousRun).where('batch_id', '=', batchId).execute();
}

type EndedRun = Pick<RunTable, 'type' | 'source' | 'status' | 'started_at' | 'finished_at'>;

/** How runs have ended; those deleted meanwhile are left out. */
export function readEndedRuns(database: Database, runIds: readonly RunId[]): Promise<EndedRun[]> {
	return database
		.selectFrom('runs')
		.select(['type', 'source', 'status', 'started_at', 'finished_at'])
		.where('id', 'in', runIds)
		.execute();
}

/** When the latest run of a test took place, and how it stands. */
export type LastRunRow = {id: string; status: RunStatus; started_at: number | null; finished_at: number | null};

/** The runs of these ids, by id. */
export async function lastRuns(database: Database, runIds: readonly RunId[]): Promise<ReadonlyMap<string, LastRunRow>> {
	if (runIds.length === 0) return new Map();
	const rows = await database
		.selectFrom('runs')
		.select(['id', 'status', 'started_at', 'finished_at'])
		.where('id', 'in', runIds)
		.execute();
	return new Map(rows.map(row => [row.id, row]));
}

/** The latest run of a test when it passed, and ended after another one; null: it did not. */
export async function passedSince(
	database: Database,
	{id, test_id}: {id: string; test_id: TestId},
): Promise<{finished_at: number | null} | null> {
	const latest = await database
		.selectFrom('runs')
		.select(['status', 'finished_at'])
		.where('test_id', '=', test_id)
		.where('id', '>', id)
		.where('status', 'in', ['passed', 'failed', 'blocked'])
		.where('skipped', '=', 0)
		.orderBy('id', 'desc')
		.limit(1)
		.executeTakeFirst();
	return latest?.status === 'passed' ? latest : null;
}
