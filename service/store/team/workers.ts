import type {TestType} from '../../../contract/enums.ts';
import type {Database} from '../database.ts';
import type {WorkerTable} from './team-tables.ts';

/** Says that a process lives; what has not been seen for `goneMs` is forgotten. */
export async function seeWorker(database: Database, worker: WorkerTable, goneMs: number): Promise<void> {
	const {id: _, started_at: __, ...columns} = worker;
	await database
		.insertInto('workers')
		.values(worker)
		.onConflict(conflict => conflict.column('id').doUpdateSet(columns))
		.execute();
	await database
		.deleteFrom('workers')
		.where('seen_at', '<', worker.seen_at - goneMs)
		.execute();
}

export async function forgetWorker(database: Database, id: string): Promise<void> {
	await database.deleteFrom('workers').where('id', '=', id).execute();
}

export type LiveWorker = Omit<WorkerTable, 'kinds'> & {kinds: TestType[]};

/** Processes that were seen since a moment, the oldest first. */
export async function listWorkers(database: Database, since: number): Promise<LiveWorker[]> {
	const rows = await database
		.selectFrom('workers')
		.selectAll()
		.where('seen_at', '>=', since)
		.orderBy('started_at')
		.orderBy('id')
		.execute();
	return rows.map(({kinds, ...row}) => ({...row, kinds: JSON.parse(kinds) as TestType[]}));
}
