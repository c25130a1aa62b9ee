import type {Database} from '../database.ts';

/** Whom each member of a batch waits for: for a value, or for its end alone. By runId. */
export async function waitsOf(database: Database, batchId: string): Promise<Map<string, string[]>> {
	const waits = new Map<string, string[]>();
	for (const table of ['run_edges', 'run_orders'] as const) {
		const rows = await database
			.selectFrom(table)
			.select(['to_run_id', 'from_run_id'])
			.where('batch_id', '=', batchId)
			.execute();
		for (const {to_run_id, from_run_id} of rows)
			if (from_run_id !== null) waits.set(to_run_id, [...(waits.get(to_run_id) ?? []), from_run_id]);
	}
	return waits;
}
