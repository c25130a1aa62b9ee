import type {RunStatus} from '../../../contract/enums.ts';
import type {Database} from '../database.ts';

/** When the latest run of a test took place, and how it stands. */
export type LastRunRow = {id: string; status: RunStatus; started_at: number | null; finished_at: number | null};

/** The runs of these ids, by id. */
export async function lastRuns(
	database: Database,
	runIds: readonly string[],
): Promise<ReadonlyMap<string, LastRunRow>> {
	if (runIds.length === 0) return new Map();
	const rows = await database
		.selectFrom('runs')
		.select(['id', 'status', 'started_at', 'finished_at'])
		.where('id', 'in', runIds)
		.execute();
	return new Map(rows.map(row => [row.id, row]));
}
