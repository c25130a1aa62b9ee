import {type Insertable, type Selectable, sql} from 'kysely';
import type {RunStatus} from '../../../contract/enums.ts';
import type {BatchId, ScheduleId, ScheduleRunId} from '../../../contract/ids.ts';
import type {ScheduleRunStatus} from '../../../contract/schedule.ts';
import type {EndedMember} from '../../domain/schedule-run.ts';
import {ServiceError} from '../../domain/service-error.ts';
import type {Database} from '../database.ts';
import {type PageRequest, pageOf, type RowPage} from '../page.ts';
import type {Fire, ScheduleRunTable} from './schedule-tables.ts';
import {takeFire} from './schedules.ts';

export type ScheduleRunRow = Selectable<ScheduleRunTable> & {
	/** As the wire says it: of its batch while that is under way. */
	status: ScheduleRunStatus;
	project_name: string | null;
	test_list_name: string | null;
};

/** What is known of a fire before anything ran. */
export type NewScheduleRun = Pick<
	ScheduleRunTable,
	'id' | 'schedule_id' | 'batch_id' | 'skipped_reason' | 'project_id' | 'test_list_id' | 'created_at'
>;

const statusText = sql<ScheduleRunStatus>`case
	when schedule_runs.skipped_reason is not null then 'skipped'
	when schedule_runs.outcome is not null then schedule_runs.outcome
	else coalesce((
		select case batches.phase when 'queued' then 'queued' when 'done' then batches.outcome else 'running' end
		from batches where batches.id = schedule_runs.batch_id
	), 'cancelled')
end`;

const listed = (database: Database) =>
	database
		.selectFrom('schedule_runs')
		.leftJoin('projects', 'projects.id', 'schedule_runs.project_id')
		.leftJoin('test_lists', 'test_lists.id', 'schedule_runs.test_list_id')
		.selectAll('schedule_runs')
		.select([statusText.as('status'), 'projects.name as project_name', 'test_lists.name as test_list_name']);

/** A fire that is another process's, or that nobody is to have: its schedule was paused or changed meanwhile. */
export class FireTakenError extends Error {}

/**
 * Stores a fire and names it the last one of its schedule. In the transaction that stores its batch: no crash comes
 * between the two. Throws `run_in_flight` when the batch of an earlier fire has not ended, and answers false when the
 * schedule has gone.
 *
 * @param fire the time of the clock at which it fires, which is taken with it, or a `FireTakenError` is thrown; null: somebody fires it by hand
 */
export async function insertScheduleRun(
	transaction: Database,
	run: NewScheduleRun,
	fire: Fire | null,
): Promise<boolean> {
	if (fire !== null && !(await takeFire(transaction, {id: run.schedule_id, ...fire}))) throw new FireTakenError();
	if (run.batch_id !== null) await refuseSecondRun(transaction, run.schedule_id);
	const {numUpdatedRows} = await transaction
		.updateTable('schedules')
		.set({last_run_id: run.id})
		.where('id', '=', run.schedule_id)
		.executeTakeFirst();
	if (numUpdatedRows === 0n) return false;
	await transaction
		.insertInto('schedule_runs')
		.values({
			...run,
			outcome: null,
			stats: null,
			newly_failed: null,
			newly_recovered: null,
			paused: 0,
			mail: 'none',
			mail_attempts: 0,
			completed_at: run.batch_id === null ? run.created_at : null,
			updated_at: run.created_at,
		} satisfies Insertable<ScheduleRunTable>)
		.execute();
	return true;
}

/** Throws `run_in_flight` while the batch of a fire is under way. A batch that was deleted is under way no more. */
export async function refuseSecondRun(database: Database, scheduleId: ScheduleId): Promise<void> {
	const open = await database
		.selectFrom('schedule_runs')
		.innerJoin('batches', 'batches.id', 'schedule_runs.batch_id')
		.select('schedule_runs.id')
		.where('schedule_runs.schedule_id', '=', scheduleId)
		.where('schedule_runs.completed_at', 'is', null)
		.where('batches.phase', '!=', 'done')
		.limit(1)
		.executeTakeFirst();
	if (!open) return;
	throw new ServiceError('CONFLICT', 'The run of this schedule before has not ended.', {
		nextAction: 'Wait for its batch, or cancel it.',
		details: {reason: 'run_in_flight', currentRunId: open.id},
	});
}

/** A fire; null: there is none. */
export async function findScheduleRun(database: Database, runId: ScheduleRunId): Promise<ScheduleRunRow | null> {
	return (await listed(database).where('schedule_runs.id', '=', runId).executeTakeFirst()) ?? null;
}

/** Fires of a schedule, newest first. */
export async function listScheduleRuns(
	database: Database,
	scheduleId: ScheduleId,
	{pageSize, after, statuses}: PageRequest & {statuses?: readonly ScheduleRunStatus[] | undefined},
): Promise<RowPage<ScheduleRunRow>> {
	const rows = await listed(database)
		.where('schedule_runs.schedule_id', '=', scheduleId)
		.$if(after !== null, query => query.where('schedule_runs.id', '<', after!))
		.$if(statuses !== undefined, query => query.where(statusText, 'in', statuses!))
		.orderBy('schedule_runs.id', 'desc')
		.limit(pageSize + 1)
		.execute();
	return pageOf(rows, pageSize);
}

/** The members of a batch as counts and comparisons need them. */
export async function listMembers(database: Database, batchId: BatchId): Promise<EndedMember[]> {
	const rows = await database
		.selectFrom('runs')
		.select(['test_id', 'name', 'status', 'teardown', 'skipped'])
		.where('batch_id', '=', batchId)
		.execute();
	return rows.map(row => ({
		testId: row.test_id,
		name: row.name,
		status: row.status as RunStatus,
		teardown: row.teardown === 1,
		skipped: row.skipped === 1,
	}));
}

/** Batches of fires that are under way, as far as the store knows. */
export async function listOpenBatches(database: Database): Promise<string[]> {
	const rows = await database
		.selectFrom('schedule_runs')
		.select('batch_id')
		.where('completed_at', 'is', null)
		.where('batch_id', 'is not', null)
		.execute();
	return rows.flatMap(({batch_id}) => batch_id ?? []);
}
