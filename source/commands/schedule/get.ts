import {getSchedule} from '../../../contract/routes/schedules.ts';
import {defineCommand} from '../define-command.ts';
import {scheduleArgument} from './shared.ts';

export const get = defineCommand({
	args: {scheduleId: scheduleArgument('Schedule to show')},
	flags: {},
	examples: ['schedule get sch_1'],
	async run({scheduleId}, context) {
		return {view: 'schedule', data: await context.client.call(getSchedule, {params: {scheduleId}})};
	},
});
