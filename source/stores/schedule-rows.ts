import type {Schedule, ScheduleRun} from '../../contract/schedule.ts';
import {memoizeLast} from './memoize.ts';
import type {RunsOf} from './schedules.ts';

export type ScheduleRow = {
	schedule: Schedule;
	/** Newest first; absent while they are not read. */
	runs: readonly ScheduleRun[] | undefined;
};

/** The words of the status filter, and the status each one means. */
export const scheduleFilters: Readonly<Record<string, string>> = {
	active: 'active',
	paused: 'paused',
	'auto-paused': 'auto_paused',
	finished: 'finished',
};

/** Schedules that contain every word of the filter, in the order of the service. */
export const selectSchedules = () =>
	memoizeLast(
		(
			schedules: readonly Schedule[] | null,
			runs: RunsOf,
			filter: string,
			only: string | null,
		): readonly ScheduleRow[] => {
			const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
			const status = only === null ? null : scheduleFilters[only];
			return (schedules ?? [])
				.filter(schedule => {
					const text = `${schedule.name} ${schedule.targetName} ${schedule.cadenceText}`.toLowerCase();
					return (status === null || schedule.status === status) && words.every(word => text.includes(word));
				})
				.map(schedule => ({schedule, runs: runs.get(schedule.scheduleId)}));
		},
	);
