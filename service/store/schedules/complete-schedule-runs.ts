import type {TerminalRunStatus} from '../../../contract/enums.ts';
import type {BatchId, ScheduleId, ScheduleRunId} from '../../../contract/ids.ts';
import {
	changesBetween,
	countWithoutPass,
	type EndedMember,
	runsUntilPause,
	statsOf,
} from '../../domain/schedule-run.ts';
import type {Database} from '../database.ts';
import {listMembers} from './schedule-runs.ts';
import type {ScheduleRunTable} from './schedule-tables.ts';

export type Completed = {runId: ScheduleRunId; scheduleId: ScheduleId; paused: boolean; mail: ScheduleRunTable['mail']};

/**
 * Completes the fires whose batch has ended with its cleanup, or is gone: counts, what has changed against the fire just
 * before, the schedule's counter, and whether a mail is due. Each once, whoever asks and how often.
 *
 * @param batchId null: every one
 * @param hasMail whether this service can send any
 */
export function completeScheduleRuns(
	database: Database,
	batchId: BatchId | null,
	{now, hasMail}: {now: number; hasMail: boolean},
): Promise<Completed[]> {
	return database.transaction().execute(async transaction => {
		const ended = await transaction
			.selectFrom('schedule_runs')
			.leftJoin('batches', 'batches.id', 'schedule_runs.batch_id')
			.select(['schedule_runs.id', 'schedule_runs.schedule_id', 'schedule_runs.batch_id', 'batches.outcome'])
			.where('schedule_runs.completed_at', 'is', null)
			.where(({or, eb}) => or([eb('batches.id', 'is', null), eb('batches.phase', '=', 'done')]))
			.$if(batchId !== null, query => query.where('schedule_runs.batch_id', '=', batchId))
			.orderBy('schedule_runs.id')
			.execute();
		const completed: Completed[] = [];
		for (const run of ended) completed.push(await complete(transaction, run, {now, hasMail}));
		return completed;
	});
}

async function complete(
	transaction: Database,
	run: {id: string; schedule_id: ScheduleId; batch_id: BatchId | null; outcome: TerminalRunStatus | null},
	{now, hasMail}: {now: number; hasMail: boolean},
): Promise<Completed> {
	const outcome = run.outcome ?? 'cancelled';
	const members = run.batch_id === null ? [] : await listMembers(transaction, run.batch_id);
	const changes = await changesOf(transaction, run, members);
	const schedule = await transaction
		.selectFrom('schedules')
		.select(['status', 'send_to', 'runs_without_pass'])
		.where('id', '=', run.schedule_id)
		.executeTakeFirst();
	const withoutPass = countWithoutPass(schedule?.runs_without_pass ?? 0, outcome, members);
	const paused = schedule?.status === 'active' && withoutPass >= runsUntilPause;
	await transaction
		.updateTable('schedules')
		.set({
			runs_without_pass: withoutPass,
			...(paused ? {status: 'auto_paused', auto_paused_at: now, next_run_at: null, updated_at: now} : {}),
		})
		.where('id', '=', run.schedule_id)
		.execute();
	const isWanted = schedule?.send_to && outcome !== 'cancelled' && members.length > 0;
	const mail = isWanted ? (hasMail ? 'due' : 'not_configured') : 'none';
	await transaction
		.updateTable('schedule_runs')
		.set({
			outcome,
			stats: JSON.stringify(statsOf(members)),
			newly_failed: changes && JSON.stringify(changes.newlyFailed),
			newly_recovered: changes && JSON.stringify(changes.newlyRecovered),
			paused: paused ? 1 : 0,
			mail,
			completed_at: now,
			updated_at: now,
		})
		.where('id', '=', run.id)
		.execute();
	return {runId: run.id, scheduleId: run.schedule_id, paused, mail};
}

/** Null: there is no fire before this one to compare with, or its batch has been forgotten. */
async function changesOf(
	transaction: Database,
	run: {id: string; schedule_id: ScheduleId},
	members: readonly EndedMember[],
): Promise<ReturnType<typeof changesBetween> | null> {
	const before = await transaction
		.selectFrom('schedule_runs')
		.select('batch_id')
		.where('schedule_id', '=', run.schedule_id)
		.where('id', '<', run.id)
		.where('batch_id', 'is not', null)
		.orderBy('id', 'desc')
		.limit(1)
		.executeTakeFirst();
	if (!before?.batch_id) return null;
	const earlier = await listMembers(transaction, before.batch_id);
	return earlier.length === 0 ? null : changesBetween(earlier, members);
}
