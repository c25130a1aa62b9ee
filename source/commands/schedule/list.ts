import {listSchedules} from '../../../contract/routes/schedules.ts';
import {defineCommand} from '../define-command.ts';
import {text} from '../flag.ts';
import {columnFlags} from '../shared-flags.ts';

export const list = defineCommand({
	args: {},
	flags: {
		project: text('Only schedules of that project', {placeholder: '<id>'}),
		...columnFlags(['id', 'name', 'status', 'target', 'cron', 'tz', 'last_run']),
	},
	examples: ['schedule list', 'schedule list --project prj_1 --columns id,status'],
	async run({project, columns, header}, context) {
		const schedules = await context.client.call(listSchedules, {query: {projectId: project}});
		return {view: 'schedules', data: schedules, shape: {columns, header}};
	},
});
