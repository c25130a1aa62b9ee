import {updateSchedule} from '../../../contract/routes/schedules.ts';
import {defineCommand} from '../define-command.ts';
import {missingFlag, refuseTogether, text, toggle} from '../flag.ts';
import {idempotencyKeyFlag} from '../shared-flags.ts';
import {checkTiming, explainCadence, runFlags, scheduleArgument, timingFlags, timingOf} from './shared.ts';

export const update = defineCommand({
	description: 'What it runs cannot be changed.',
	args: {scheduleId: scheduleArgument('Schedule to change')},
	flags: {
		name: text('New name, at most 200 characters', {max: 200}),
		...timingFlags,
		...runFlags,
		pause: toggle('Stop firing'),
		resume: toggle('Fire again'),
		idempotencyKey: idempotencyKeyFlag,
	},
	examples: ['schedule update sch_1 --weekly mon,thu@07:30', 'schedule update sch_1 --pause'],
	rules(options) {
		const hasCadence = checkTiming(options);
		const {pause, resume, skipDependencies, noAutoHeal, name, timezone, start, end, sendTo, env} = options;
		refuseTogether('pause', pause, 'resume', resume);
		const isOn = hasCadence || pause || resume || skipDependencies || noAutoHeal;
		if (!isOn && [name, timezone, start, end, sendTo, env].every(value => value === undefined))
			throw missingFlag('name', ', or another flag that changes the schedule');
	},
	async run(options, context) {
		const {scheduleId, name, sendTo, env, skipDependencies, noAutoHeal, pause, resume, idempotencyKey} = options;
		const body = {
			...(name === undefined ? {} : {name}),
			...timingOf(options),
			...(sendTo === undefined ? {} : {sendTo}),
			...(env === undefined ? {} : {environment: env}),
			...(skipDependencies ? {skipDependencies} : {}),
			...(noAutoHeal ? {autoHeal: false} : {}),
			...(pause || resume ? {enabled: resume} : {}),
		};
		explainCadence(body, context);
		const schedule = await context.client.call(updateSchedule, {
			params: {scheduleId},
			body,
			idempotencyKey: context.idempotencyKey(updateSchedule, idempotencyKey),
		});
		return {view: 'schedule', data: schedule};
	},
});
