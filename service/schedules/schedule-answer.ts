import {cadenceText} from '../../contract/cadence-text.ts';
import type {Cadence, Schedule, ScheduleRun, ScheduleStatus} from '../../contract/schedule.ts';
import {statsOf} from '../domain/schedule-run.ts';
import {nullableTimestamp, timestamp} from '../domain/timestamp.ts';
import type {Database} from '../store/database.ts';
import {listMembers, type ScheduleRunRow} from '../store/schedules/schedule-runs.ts';
import type {ScheduleTable} from '../store/schedules/schedule-tables.ts';
import type {ScheduleRow} from '../store/schedules/schedules.ts';

/** "Any, `endAt` passed → finished": it follows from the time, so that nothing has to happen at that moment. */
export const statusOf = ({status, end_at}: Pick<ScheduleTable, 'status' | 'end_at'>, now: number): ScheduleStatus =>
	end_at !== null && end_at < now ? 'finished' : status;

/** A schedule as its readers see it. @param estimate credits of one run */
export function scheduleAnswer(row: ScheduleRow, estimate: number | null, now: number): Schedule {
	const status = statusOf(row, now);
	const cadence = JSON.parse(row.cadence) as Cadence;
	return {
		scheduleId: row.id,
		name: row.name,
		enabled: status === 'active',
		status,
		targetType: row.target_type,
		targetId: row.target_id,
		targetName: row.target_name ?? '',
		cron: row.cron,
		cadence,
		cadenceText: cadenceText(cadence, row.cron, row.timezone),
		timezone: row.timezone,
		startAt: nullableTimestamp(row.start_at),
		endAt: nullableTimestamp(row.end_at),
		sendTo: row.send_to,
		skipDependencies: row.skip_dependencies === 1,
		autoHeal: row.auto_heal === 1,
		environment: row.environment,
		nextRunAt: status === 'active' ? nullableTimestamp(row.next_run_at) : null,
		lastRunId: row.last_run_id,
		autoPausedAt: nullableTimestamp(row.auto_paused_at),
		runsWithoutPass: row.runs_without_pass,
		estimatedCreditsPerRun: estimate,
		createdAt: timestamp(row.created_at),
		updatedAt: timestamp(row.updated_at),
	};
}

/** A fire as its readers see it: while its batch is under way, with the counts of this moment. */
export async function scheduleRunAnswer(database: Database, row: ScheduleRunRow): Promise<ScheduleRun> {
	const stats =
		row.stats === null
			? statsOf(row.batch_id === null ? [] : await listMembers(database, row.batch_id))
			: (JSON.parse(row.stats) as ScheduleRun['stats']);
	return {
		runId: row.id,
		batchId: row.batch_id,
		scheduleId: row.schedule_id,
		status: row.status,
		skippedReason: row.skipped_reason,
		projectId: row.project_id,
		projectName: row.project_name,
		testListId: row.test_list_id,
		testListName: row.test_list_name,
		stats,
		newlyFailed: row.newly_failed === null ? null : JSON.parse(row.newly_failed),
		newlyRecovered: row.newly_recovered === null ? null : JSON.parse(row.newly_recovered),
		mail: row.mail === 'due' ? 'none' : row.mail,
		createdAt: timestamp(row.created_at),
		updatedAt: timestamp(row.updated_at),
	};
}
