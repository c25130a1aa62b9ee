import {createSchedule} from '../../../contract/routes/schedules.ts';
import {scheduleTargets} from '../../../contract/schedule.ts';
import {defineCommand} from '../define-command.ts';
import {choice, refuseTogether, text} from '../flag.ts';
import {isMetered} from '../target.ts';
import {idempotencyKeyFlag} from '../shared-flags.ts';
import {checkTiming, explainCadence, hostTimeZone, runFlags, timingFlags, timingOf} from './shared.ts';

export const create = defineCommand({
	description:
		'Exactly one of --cron, --hourly, --daily, --weekly and --monthly. Cleanup follows every run, and ten runs in a row without a passing test pause the schedule.',
	args: {},
	flags: {
		name: text('Name, at most 200 characters', {required: true, max: 200}),
		targetType: choice('What it runs', scheduleTargets, {required: true}),
		targetId: text('Project or test list', {required: true, placeholder: '<id>'}),
		...timingFlags,
		timezone: {...timingFlags.timezone, defaultText: 'of this machine'},
		...runFlags,
		idempotencyKey: idempotencyKeyFlag,
	},
	examples: ['schedule create --name nightly --target-type project --target-id prj_1 --daily 02:00'],
	needs: ({cron, hourly, daily, weekly, monthly}) =>
		[cron, hourly, daily, weekly, monthly].every(one => one === undefined)
			? [{flag: 'cron', hint: ', or --hourly, --daily, --weekly or --monthly'}]
			: [],
	rules(options) {
		checkTiming(options);
		refuseTogether('target-type testList', options.targetType === 'testList', 'env', options.env !== undefined);
	},
	async run(options, context) {
		const {name, targetType, targetId, sendTo, env, skipDependencies, noAutoHeal, idempotencyKey} = options;
		const body = {
			name,
			targetType,
			targetId,
			...timingOf({...options, timezone: options.timezone ?? hostTimeZone()}),
			...(sendTo === undefined ? {} : {sendTo}),
			...(env === undefined ? {} : {environment: env}),
			...(skipDependencies ? {skipDependencies} : {}),
			...(noAutoHeal ? {autoHeal: false} : {}),
		};
		explainCadence(body, context);
		const schedule = await context.client.call(createSchedule, {
			body,
			idempotencyKey: context.idempotencyKey(createSchedule, idempotencyKey),
		});
		return {view: 'created-schedule', data: schedule, shape: {credits: await isMetered(context)}};
	},
});
