import {runSchedule} from '../../../contract/routes/schedules.ts';
import {defineCommand} from '../define-command.ts';
import {idempotencyKeyFlag} from '../shared-flags.ts';
import {scheduleArgument} from './shared.ts';

export const run = defineCommand({
	description: 'Its next time stays as it is. A paused schedule can be run too.',
	args: {scheduleId: scheduleArgument('Schedule to run now')},
	flags: {idempotencyKey: idempotencyKeyFlag},
	examples: ['schedule run sch_1'],
	async run({scheduleId, idempotencyKey}, context) {
		const started = await context.client.call(runSchedule, {
			params: {scheduleId},
			idempotencyKey: context.idempotencyKey('cli-sched-run-', idempotencyKey),
		});
		if (started.skippedReason !== null) context.notes.say('warn', `nothing was started: ${started.skippedReason}`);
		else if (started.batchId !== null && context.output === 'text')
			context.hint('batch-watch', `svc batch watch ${started.batchId}`);
		return {view: 'schedule-run', data: started};
	},
});
