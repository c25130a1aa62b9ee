import {
	listSchedules,
	getSchedule,
	runSchedule,
	deleteSchedule,
	listScheduleRuns,
} from '../../contract/routes/schedules.ts';
import {scheduleRunStatuses} from '../../contract/schedule.ts';
import {confirmFlag, requireConfirm, columnFlags, idempotencyKeyFlag} from './shared-flags.ts';
import {defineCommand} from './define-command.ts';
import {text, integer, list as listFlag} from './flag.ts';
import {scheduleArgument} from './schedule/shared.ts';

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

export const get = defineCommand({
	args: {scheduleId: scheduleArgument('Schedule to show')},
	flags: {},
	examples: ['schedule get sch_1'],
	async run({scheduleId}, context) {
		return {view: 'schedule', data: await context.client.call(getSchedule, {params: {scheduleId}})};
	},
});

export const run = defineCommand({
	description: 'Its next time stays as it is. A paused schedule can be run too.',
	args: {scheduleId: scheduleArgument('Schedule to run now')},
	flags: {idempotencyKey: idempotencyKeyFlag},
	examples: ['schedule run sch_1'],
	async run({scheduleId, idempotencyKey}, context) {
		const started = await context.client.call(runSchedule, {
			params: {scheduleId},
			idempotencyKey: context.idempotencyKey(runSchedule, idempotencyKey),
		});
		if (started.skippedReason !== null) context.notes.say('warn', `nothing was started: ${started.skippedReason}`);
		else if (started.batchId !== null && context.output === 'text')
			context.hint('batch-watch', `svc batch watch ${started.batchId}`);
		return {view: 'schedule-run', data: started};
	},
});

export const deleteCommand = defineCommand({
	description: 'The list of its runs goes with it; their batches stay.',
	args: {scheduleId: scheduleArgument('Schedule to delete')},
	flags: {confirm: confirmFlag, idempotencyKey: idempotencyKeyFlag},
	examples: ['schedule delete sch_1 --confirm'],
	rules: ({confirm}, context) => requireConfirm(confirm, context),
	async run({scheduleId, idempotencyKey}, context) {
		const deleted = await context.client.call(deleteSchedule, {
			params: {scheduleId},
			idempotencyKey: context.idempotencyKey(deleteSchedule, idempotencyKey),
		});
		return {view: 'deleted-schedule', data: deleted};
	},
});

export const runs = defineCommand({
	description: 'Newest first, those that were skipped included.',
	args: {scheduleId: scheduleArgument('Schedule whose runs are wanted')},
	flags: {
		pageSize: integer('Runs per page, 1 to 100 (25)', {min: 1, max: 100}),
		cursor: text('Begin at this nextCursor', {placeholder: '<token>'}),
		status: listFlag('Only runs of that status', scheduleRunStatuses),
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
