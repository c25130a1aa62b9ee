import {firesPerMonth} from '../../../contract/cadence-rate.ts';
import type {ScheduleId} from '../../../contract/ids.ts';
import type {Schedule, ScheduleList, ScheduleRun, ScheduleRunPage} from '../../../contract/schedule.ts';
import {cleanLine} from '../clean.ts';
import {labelBlock, paddedBlock} from '../label-block.ts';
import type {Look} from '../look.ts';
import {type Column, type TableShape, table} from '../table.ts';

/** Null: no expression says when it fires, and the nearest one would say something else. */
const cronOf = ({cron, cadence}: Schedule): string | null =>
	(cadence.kind === 'monthly' && cadence.day === 'last') || (cadence.kind !== 'hourly' && (cadence.every ?? 1) > 1)
		? null
		: cron;

const columns: Column<Schedule>[] = [
	{key: 'id', head: 'ID', cell: one => one.scheduleId},
	{key: 'name', head: 'NAME', cell: one => one.name},
	{key: 'status', head: 'STATUS', cell: one => one.status.toUpperCase(), status: true},
	{key: 'target', head: 'TARGET', cell: one => one.targetName},
	{key: 'cron', head: 'CRON', cell: one => cronOf(one) ?? one.cadenceText},
	{key: 'tz', head: 'TZ', cell: one => one.timezone},
	{key: 'last_run', head: 'LAST RUN', cell: one => one.lastRunId},
];

export const schedules = (list: ScheduleList, look: Look, shape: TableShape): string =>
	list.schedules.length === 0 ? 'No schedules.\n' : table(columns, list.schedules, shape, {look});

export const schedule = (one: Schedule): string => labelBlock(labelsOf(one));

/** A new schedule, with what it will cost where anything costs. */
export function createdSchedule(one: Schedule, _look: Look, {credits = true}: {credits?: boolean} = {}): string {
	const perRun = credits ? one.estimatedCreditsPerRun : null;
	return labelBlock([
		...labelsOf(one),
		['credits per run', perRun],
		['credits per month', perRun === null ? null : Math.round(perRun * firesPerMonth(one) * 100) / 100],
	]);
}

const labelsOf = (one: Schedule) =>
	[
		['id', one.scheduleId],
		['name', one.name],
		['status', one.status.toUpperCase()],
		['target', `${one.targetType} ${one.targetId}${one.targetName === '' ? '' : ` (${one.targetName})`}`],
		['fires', one.cadenceText],
		['cron', cronOf(one)],
		['timezone', one.timezone],
		['startAt', one.startAt],
		['endAt', one.endAt],
		['sendTo', one.sendTo],
		['environment', one.environment],
		['skipDependencies', one.skipDependencies],
		['autoHeal', one.autoHeal],
		['nextRunAt', one.nextRunAt],
		['lastRun', one.lastRunId],
		['runsWithoutPass', one.runsWithoutPass],
		['autoPausedAt', one.autoPausedAt],
		['createdAt', one.createdAt],
		['updatedAt', one.updatedAt],
	] as const;

export const deletedSchedule = ({scheduleId}: {scheduleId: ScheduleId}): string =>
	labelBlock([['scheduleId', scheduleId]]);

const runColumns: Column<ScheduleRun>[] = [
	{key: 'run', head: 'RUN ID', cell: one => one.runId},
	{
		key: 'status',
		head: 'STATUS',
		cell: one => (one.skippedReason === null ? one.status : `${one.status} (${one.skippedReason})`),
		status: true,
	},
	{key: 'total', head: 'TOTAL', cell: one => one.stats.total},
	{key: 'pass', head: 'PASS', cell: one => one.stats.passed},
	{key: 'fail', head: 'FAIL', cell: one => one.stats.failed},
	{key: 'block', head: 'BLOCK', cell: one => one.stats.blocked},
	{key: 'started', head: 'STARTED', cell: one => one.createdAt},
];

export function scheduleRuns({runs, nextCursor}: ScheduleRunPage, look: Look): string {
	const rows = runs.length === 0 ? 'No runs.\n' : table(runColumns, runs, {}, {look});
	return nextCursor === null ? rows : `${rows}\nNext page: --cursor ${cleanLine(nextCursor)}\n`;
}

export const scheduleRun = ({runId, batchId, status}: ScheduleRun, look: Look): string =>
	paddedBlock(
		[
			['runId', runId],
			['batchId', batchId],
			['status', {status}],
		],
		look,
	);
