import {testStatuses} from '../../contract/enums.ts';
import {refusedArgument, refusedFlag} from '../../errors/usage-error.ts';
import {ids} from '../argument.ts';
import {defineCommand} from '../define-command.ts';
import {integer, list, refuseWithout, text, toggle} from '../flag.ts';
import {idempotencyKeyFlag, projectFlag, waitTimeoutFlag} from '../shared-flags.ts';
import {checkTargetAnswers, guardTarget} from '../target.ts';
import {followRun} from './shared/run-outcome.ts';
import {runSeveral} from './shared/run-several.ts';
import {maxIds, selectTests} from './shared/select-tests.ts';
import {trigger, triggerOrJoin} from './shared/trigger.ts';

export const run = defineCommand({
	description:
		'The tests a test depends on run before it, cleanup runs behind it. Ctrl-C only stops waiting: the run goes on.',
	args: {testIds: ids('test-id', 'Tests to run', {min: 0})},
	flags: {
		all: toggle('Run every test of the project'),
		project: projectFlag,
		filter: text('Only tests with that in their name (--all)'),
		status: list('Only tests in these states (--all)', testStatuses),
		wait: toggle('Wait until the runs have ended'),
		timeout: waitTimeoutFlag(),
		targetUrl: text('Target instead of the URL of the project', {placeholder: '<url>'}),
		env: text('Environment to run against', {placeholder: '<name>', max: 64}),
		maxConcurrency: integer('Runs polled at once, 1 to 100', {min: 1, max: 100, default: 50}),
		allowEmpty: toggle('Nothing to run is a success'),
		skipPreflight: toggle('Do not look whether the target answers'),
		idempotencyKey: idempotencyKeyFlag,
	},
	examples: ['test run tst_1 --wait', '--output json test run --all --project prj_1 --wait --timeout 900'],
	rules(options, context) {
		const {all, filter, status, targetUrl} = options;
		const testIds = new Set(options.testIds);
		if (testIds.size === 0 && !all)
			throw refusedFlag('all', {reason: 'required', text: 'name test ids, or --all for the whole project'});
		if (testIds.size > 0 && all)
			throw refusedFlag('all', {reason: 'exclusive', text: 'cannot be combined with test ids'});
		refuseWithout('filter', filter !== undefined, 'all', all);
		refuseWithout('status', status !== undefined, 'all', all);
		if (testIds.size > maxIds)
			throw refusedArgument('test-id', {reason: 'too_many', text: `at most ${maxIds} tests can be named`});
		if (testIds.size > 1 && targetUrl !== undefined)
			throw refusedFlag('target-url', {reason: 'exclusive', text: 'is only allowed with one test or --all'});
		guardTarget(targetUrl, 'target-url', context);
	},
	async run(options, context) {
		const {targetUrl, env: environment, wait, timeout} = options;
		await checkTargetAnswers(targetUrl, 'target-url', {skip: options.skipPreflight}, context);
		const [testId, ...others] = new Set(options.testIds);
		if (testId !== undefined && others.length === 0) {
			const idempotencyKey = context.idempotencyKey('cli-run-', options.idempotencyKey);
			const request = {testId, targetUrl, environment, idempotencyKey};
			if (!wait) return {view: 'run-ticket', data: await trigger(request, context)};
			const waiting = context.wait(timeout);
			return followRun(await triggerOrJoin(request, context), waiting, context);
		}
		const selection = await selectTests(options, context);
		const idempotencyKey = context.idempotencyKey('cli-batch-run-fresh-', options.idempotencyKey, {
			quietInJson: options.all,
		});
		return runSeveral({...options, selection, targetUrl, environment, idempotencyKey}, context);
	},
});
