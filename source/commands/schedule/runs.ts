import {listScheduleRuns} from '../../../contract/routes/schedules.ts';
import {scheduleRunStatuses} from '../../../contract/schedule.ts';
import {defineCommand} from '../define-command.ts';
import {integer, list, text} from '../flag.ts';
import {scheduleArgument} from './shared.ts';

export const runs = defineCommand({
	description: 'Newest first, those that were skipped included.',
	args: {scheduleId: scheduleArgument('Schedule whose runs are wanted')},
	flags: {
		pageSize: integer('Runs per page, 1 to 100 (25)', {min: 1, max: 100}),
		cursor: text('Begin at this nextCursor', {placeholder: '<token>'}),
		status: list('Only runs of that status', scheduleRunStatuses),
	},
	examples: ['schedule runs sch_1', '--output json schedule runs sch_1 --status failed,blocked'],
	async run({scheduleId, pageSize, cursor, status}, context) {
		const page = await context.client.call(listScheduleRuns, {
			params: {scheduleId},
			query: {pageSize: pageSize ?? 25, cursor, status: status?.join(',')},
		});
		return {view: 'schedule-runs', data: page};
	},
});
