import type {Database} from '../database.ts';

/** A run that still belongs to the worker. */
export type HeldRun = {id: string; attempt: number; cancelRequested: boolean};

/** Keeps the runs of a worker its own for another `leaseMs`. A run that is missing from the answer was taken away. */
export async function beat(
	database: Database,
	worker: {workerId: string; leaseMs: number},
	now: number,
): Promise<HeldRun[]> {
	const rows = await database
		.updateTable('runs')
		.set({lease_until: now + worker.leaseMs})
		.where('worker_id', '=', worker.workerId)
		.returning(['id', 'attempt', 'cancel_requested_at'])
		.execute();
	return rows.map(row => ({id: row.id, attempt: row.attempt, cancelRequested: row.cancel_requested_at !== null}));
}
