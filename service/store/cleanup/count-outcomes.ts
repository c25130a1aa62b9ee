import type {CleanupOutcome} from '../../../contract/enums.ts';
import type {BatchId, ScheduleRunId} from '../../../contract/ids.ts';
import type {LedgerKind} from '../../../contract/ledger.ts';
import type {SkippedReason} from '../../../contract/schedule.ts';
import type {Database} from '../database.ts';

/** How many records of some batches have come to which end. */
export function countCleanupOutcomes(
	database: Database,
	batchIds: readonly BatchId[],
): Promise<Array<{outcome: CleanupOutcome; count: number}>> {
	return database
		.selectFrom('cleanup_resources')
		.select(({fn}) => ['outcome', fn.countAll<number>().as('count')])
		.where('batch_id', 'in', batchIds)
		.groupBy('outcome')
		.execute();
}

/**
 * Hundredths of credits that were charged by the entries after `entryId`, by kind; `last` is the newest of a kind. What an
 * unmetered account uses is written down and charged to nobody.
 */
export function countCharges(
	database: Database,
	entryId: string,
): Promise<Array<{kind: LedgerKind; charged: number; last: string}>> {
	return database
		.selectFrom('ledger')
		.select(({fn}) => ['kind', fn.sum<number>('amount').as('charged'), fn.max('id').as('last')])
		.where('id', '>', entryId)
		.where('amount', '<', 0)
		.where('balance_after', 'is not', null)
		.groupBy('kind')
		.execute();
}

/** Fires of schedules after `scheduleRunId`: how many were skipped and why; null counts those that started a batch. */
export function countFires(
	database: Database,
	scheduleRunId: ScheduleRunId,
): Promise<Array<{skippedReason: SkippedReason | null; count: number; last: string}>> {
	return database
		.selectFrom('schedule_runs')
		.select(({fn}) => ['skipped_reason as skippedReason', fn.countAll<number>().as('count'), fn.max('id').as('last')])
		.where('id', '>', scheduleRunId)
		.groupBy('skipped_reason')
		.execute();
}
