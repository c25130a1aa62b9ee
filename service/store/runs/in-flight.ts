import type {BatchPhase, TestType} from '../../../contract/enums.ts';
import type {Database} from '../database.ts';

/** What has not ended, for the metrics. Reads partial indexes only, so it does not grow with the history. */
export type InFlight = {queued: number; running: Record<TestType, number>; batches: Record<BatchPhase, number>};

export async function countInFlight(database: Database): Promise<InFlight> {
	const inFlight: InFlight = {
		queued: 0,
		running: {frontend: 0, backend: 0},
		batches: {queued: 0, tests: 0, cleanup: 0, done: 0},
	};
	const runs = await database
		.selectFrom('runs')
		.select(({fn}) => ['type', 'status', fn.countAll<number>().as('count')])
		.where('finished_at', 'is', null)
		.groupBy(['type', 'status'])
		.execute();
	for (const {type, status, count} of runs) {
		if (status === 'running') inFlight.running[type] += count;
		else inFlight.queued += count;
	}
	const batches = await database
		.selectFrom('batches')
		.select(({fn}) => ['phase', fn.countAll<number>().as('count')])
		.where('finished_at', 'is', null)
		.groupBy('phase')
		.execute();
	for (const {phase, count} of batches) inFlight.batches[phase] = count;
	return inFlight;
}
