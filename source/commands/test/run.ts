import {shellWord} from '../../view-model/shell-word.ts';
import type {Context} from '../../context.ts';
import {testStatuses} from '../../../contract/enums.ts';
import type {TestId} from '../../../contract/ids.ts';
import {runBatch} from '../../../contract/routes/batches.ts';
import {refusedArgument, refusedFlag} from '../../errors/api-error.ts';
import {ids} from '../argument.ts';
import {type CommandResult, defineCommand} from '../define-command.ts';
import {integer, list, refuseWithout, text, toggle} from '../flag.ts';
import {missingChoice} from '../missing-flags.ts';
import {hintAtMissingSkill} from '../missing-skill.ts';
import {
	idempotencyKeyFlag,
	projectFlag,
	seedFlag,
	waitTimeoutFlag,
	checkReportFlags,
	reportFlags,
} from '../shared-flags.ts';
import {checkProjectAnswers, checkTargetAnswers, guardTarget} from '../target.ts';
import {reporting} from '../reports.ts';
import type {WaitReport} from '../wait-report.ts';
import {followRun} from './shared/run-outcome.ts';
import {runSeveral} from './shared/run-several.ts';
import {maxIds, type Selection, selectTests, selectingFlag} from './shared/select-tests.ts';
import {type Dispatched, nothing} from './shared/several-ticket.ts';
import {mayHaveStarted, sayAbout, trigger, triggerOrJoin} from './shared/trigger.ts';

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
		seed: seedFlag,
		maxConcurrency: integer('Runs polled at once, 1 to 100', {min: 1, max: 100, default: 50}),
		allowEmpty: toggle('Nothing to run is a success'),
		skipPreflight: toggle('Do not look whether the target answers'),
		idempotencyKey: idempotencyKeyFlag,
		...reportFlags,
	},
	examples: ['test run tst_1 --wait', '--output json test run --all --project prj_1 --wait --timeout 900'],
	rules(options, context) {
		const {all, filter, status, targetUrl} = options;
		const testIds = new Set(options.testIds);
		if (testIds.size === 0 && !all)
			throw missingChoice('test-id', {name: 'all', means: 'every test of the project'}, 'test run');
		if (testIds.size > 0 && all)
			throw refusedFlag('all', {reason: 'exclusive', text: 'cannot be combined with test ids'});
		refuseWithout('filter', filter !== undefined, 'all', all);
		refuseWithout('status', status !== undefined, 'all', all);
		if (testIds.size > maxIds)
			throw refusedArgument('test-id', {reason: 'too_many', text: `at most ${maxIds} tests can be named`});
		if (testIds.size > 1 && targetUrl !== undefined)
			throw refusedFlag('target-url', {reason: 'exclusive', text: 'is only allowed with one test or --all'});
		checkReportFlags(options, options.wait);
		guardTarget(targetUrl, 'target-url', context);
	},
	run: (options, context) => reporting(options, options.wait, context, report => start(options, report, context)),
});

type Options = {
	testIds: readonly TestId[];
	all: boolean;
	project: string | undefined;
	filter: string | undefined;
	status: readonly string[] | undefined;
	wait: boolean;
	timeout: number;
	targetUrl: string | undefined;
	env: string | undefined;
	seed: string | undefined;
	maxConcurrency: number;
	allowEmpty: boolean;
	skipPreflight: boolean;
	idempotencyKey: string | undefined;
};

async function start(options: Options, report: WaitReport, context: Context): Promise<CommandResult> {
	hintAtMissingSkill(context);
	const {targetUrl, env: environment, seed, wait, timeout} = options;
	report.expectTests(options.testIds);
	await checkTargetAnswers(targetUrl, 'target-url', {skip: options.skipPreflight}, context);
	const [testId, ...others] = new Set(options.testIds);
	if (testId !== undefined && others.length === 0) {
		const idempotencyKey = context.idempotencyKey('cli-run-', options.idempotencyKey);
		const request = {testId, targetUrl, environment, seed, idempotencyKey};
		if (!wait) return {view: 'run-ticket', data: await trigger(request, context)};
		const waiting = context.wait(timeout);
		const known = await triggerOrJoin(request, context);
		report.see({testId, runId: known.runId, status: known.status});
		return followRun(known, waiting, context, report);
	}
	const selection = await selectTests(options, context);
	report.projectId = selection.projectId;
	if (targetUrl === undefined)
		await checkProjectAnswers(selection.projectId, environment, {skip: options.skipPreflight}, context);
	report.expectTests(selection.testIds ?? []);
	const idempotencyKey = context.idempotencyKey(runBatch, options.idempotencyKey);
	return runSeveral(
		{
			...options,
			idempotencyKey,
			send: (deferred, key) =>
				send(deferred ? {...selection, testIds: [...deferred]} : selection, key, options, context),
			empty: nothing,
			nothingFlag: selectingFlag(options),
			subject: async () => selection,
		},
		report,
		context,
	);
}

/** One request, however many tests. */
async function send(
	selection: Selection,
	idempotencyKey: string,
	{targetUrl, env: environment, seed}: Options,
	context: Context,
): Promise<Dispatched> {
	if (selection.testIds?.length === 0) return {tickets: [], error: null};
	const body = {...selection, source: 'cli' as const, targetUrl, environment, seed};
	const ticket = await context.client
		.call(runBatch, {body, idempotencyKey})
		.catch(mayHaveStarted(`svc batch list --project ${shellWord(selection.projectId)}`));
	sayAbout(ticket, context);
	return {tickets: [ticket], error: null};
}
