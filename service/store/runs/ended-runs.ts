import type {Database} from '../database.ts';
import type {RunTable} from './run-tables.ts';

export type EndedRun = Pick<RunTable, 'type' | 'source' | 'status' | 'started_at' | 'finished_at'>;

/** How runs have ended; those deleted meanwhile are left out. */
export function readEndedRuns(database: Database, runIds: readonly string[]): Promise<EndedRun[]> {
	return database
		.selectFrom('runs')
		.select(['type', 'source', 'status', 'started_at', 'finished_at'])
		.where('id', 'in', runIds)
		.execute();
}
