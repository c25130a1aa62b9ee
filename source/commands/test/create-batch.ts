import type {CreatedBatch, CreatedBatchRuns} from '../../../contract/documents/test.ts';
import type {Context} from '../../context.ts';
import {isTerminal} from '../../../contract/enums.ts';
import {isErrorCode} from '../../../contract/error.ts';
import type {PlanFile} from '../../../contract/plan-file.ts';
import {createTestBatch} from '../../../contract/routes/plan-steps.ts';
import {sampleIds} from '../../../contract/samples/ids.ts';
import {ApiError} from '../../errors/api-error.ts';
import {scaffoldPlan} from '../../plan-files/scaffold.ts';
import {dashboardLink} from '../dashboard-link.ts';
import {type CommandResult, defineCommand} from '../define-command.ts';
import {derivedKey, idempotencyKeyFlag, checkReportFlags, reportFlags} from '../shared-flags.ts';
import {type FlagValues, integer, missingFlag, refuseTogether, refuseWithout, text} from '../flag.ts';
import {hintAtMissingSkill} from '../missing-skill.ts';
import {detached, negative} from '../outcome.ts';
import {reporting} from '../reports.ts';
import {checkTargetAnswers} from '../target.ts';
import type {WaitReport} from '../wait-report.ts';
import {decidingProblem} from './shared/batch-outcome.ts';
import {definitionFlags} from './shared/definition-flags.ts';
import {type FollowedSpec, followAll} from './shared/follow-created.ts';
import {adviseAbout, planBody} from './shared/plan-body.ts';
import {readPlans} from './shared/plan-input.ts';
import {type CreatedSpec, triggerAll} from './shared/trigger-created.ts';
import {checkTriggerFlags, defaultWaitSeconds, triggerFlags} from './shared/trigger-flags.ts';

const flags = {
	plans: text('Plans as JSON Lines, one per line, at most 50 and 5 MB; - = stdin', {placeholder: '<file.jsonl>'}),
	planFromDir: text('The *.json plans of a directory, at most 50 and 5 MB', {placeholder: '<dir>'}),
	after: definitionFlags.after,
	...triggerFlags,
	maxConcurrency: integer('Runs started and polled at once, 1 to 100 (50) (--run)', {min: 1, max: 100}),
	...reportFlags,
	idempotencyKey: idempotencyKeyFlag,
};
type Options = FlagValues<typeof flags>;

const defaultConcurrency = 50;

export const createBatch = defineCommand({
	description:
		'Frontend tests only; exactly one of --plans and --plan-from-dir. All files are checked before anything is sent; after that a definition the service refuses fails alone.',
	args: {},
	flags,
	examples: ['test create-batch --plans plans.jsonl', 'test create-batch --plan-from-dir plans --run --wait'],
	rules(options, context) {
		const {plans, planFromDir, run, wait} = options;
		if (plans === undefined && planFromDir === undefined) throw missingFlag('plans', ', or --plan-from-dir');
		refuseTogether('plans', plans !== undefined, 'plan-from-dir', planFromDir !== undefined);
		checkTriggerFlags(options, context);
		refuseWithout('max-concurrency', options.maxConcurrency !== undefined, 'run', run);
		checkReportFlags(options, run && wait, 'run --wait');
	},
	run: (options, context) =>
		reporting(options, options.run && options.wait, context, report => createAll(options, report, context)),
});

async function createAll(options: Options, report: WaitReport, context: Context): Promise<CommandResult> {
	hintAtMissingSkill(context);
	const plans = context.dryRun ? [scaffoldPlan(sampleIds.project)] : await readPlans(options, context);
	for (const [index, plan] of plans.entries()) await adviseAbout(plan, context, `specs[${index}].`);
	await checkTargetAnswers(options.targetUrl, 'target-url', {skip: options.skipPreflight}, context);
	let requestId = 'unknown';
	const answer = await context.client.call(createTestBatch, {
		body: {tests: plans.map(plan => planBody(plan, options.after))},
		idempotencyKey: context.idempotencyKey(createTestBatch, options.idempotencyKey),
		onAnswered: id => {
			requestId = id ?? requestId;
		},
	});
	const created = await withLinks(answer, plans, context);
	if (!options.run) return {view: 'created-batch', data: created, problem: someNotCreated(created)};
	const specs = created.results.flatMap(({specIndex, testId}): CreatedSpec[] => {
		const plan = plans[specIndex];
		return testId === undefined || plan === undefined
			? []
			: [{specIndex, testId, projectId: plan.projectId, name: plan.name}];
	});
	const refused = created.results.flatMap(({error}) =>
		error ? [refusedDefinition(error, requestId, created.summary.created > 0)] : [],
	);
	return runAll(specs, {created, refused}, options, report, context);
}

/** Adds the dashboard link of each created test, where there is one. */
async function withLinks(answer: CreatedBatch, plans: readonly PlanFile[], context: Context): Promise<CreatedBatch> {
	const results: CreatedBatch['results'] = [];
	let hasLinks = true;
	for (const result of answer.results) {
		const {specIndex, testId, dashboardUrl} = result;
		const projectId = plans[specIndex]?.projectId ?? '';
		const link: {dashboardUrl?: string | null} =
			testId !== undefined && hasLinks
				? await dashboardLink(dashboardUrl, async () => ({projectId, testId}), context)
				: {};
		// Without a portal there is none for the others either, and the reason is told once.
		if (testId !== undefined) hasLinks = link.dashboardUrl !== undefined;
		results.push({...result, ...link});
	}
	return {...answer, results};
}

/** "0 when all were created, 1 when some or none" */
function someNotCreated({summary}: CreatedBatch): ApiError | undefined {
	if (summary.failed === 0) return undefined;
	const {total, created, failed} = summary;
	return negative(`${failed} of ${total} tests were not created.`, {total, created, failed});
}

async function runAll(
	specs: readonly CreatedSpec[],
	{created, refused}: {created: CreatedBatch /** Why definitions became no test. */; refused: readonly ApiError[]},
	options: Options,
	report: WaitReport,
	context: Context,
): Promise<CommandResult> {
	const {wait, targetUrl, env: environment, maxConcurrency = defaultConcurrency} = options;
	const own = options.idempotencyKey;
	const waiting = context.wait(options.timeout ?? defaultWaitSeconds);
	for (const {testId, projectId, name} of specs) report.see({testId, projectId, name, status: 'skipped'});
	const triggered = await triggerAll(
		specs,
		{
			targetUrl,
			environment,
			maxConcurrency,
			wait,
			deadlineAt: wait ? waiting.deadlineAt : Number.POSITIVE_INFINITY,
			keyOf: ({specIndex}) =>
				own === undefined ? context.idempotencyKey('cli-batch-run-', undefined) : derivedKey(own, `:run:${specIndex}`),
		},
		context,
	);
	for (const {testId, error} of triggered)
		if (error && !context.signal.aborted) report.see({testId, status: `error:${error.code}`, error: error.message});
	const ended = wait
		? await followAll(triggered, waiting, maxConcurrency, report, context)
		: triggered.map((spec): FollowedSpec => ({...spec, last: null, isTimedOut: false}));
	const data: CreatedBatchRuns = {results: ended.map(spec => rowOf(spec, context)), created};
	return {view: 'created-batch-runs', data, problem: problemOf(ended, refused, data, options, context)};
}

type Row = CreatedBatchRuns['results'][number];

function rowOf({testId, name, run, last, error, isTimedOut}: FollowedSpec, {signal}: Context): Row {
	const status = last?.status ?? run?.status ?? 'unknown';
	// Whoever is interrupted knows no more than the last state.
	const isBroken = error !== null && !signal.aborted && !isTerminal(status);
	const dashboardUrl = last?.dashboardUrl ?? (run as Partial<Row> | null)?.dashboardUrl;
	return {
		testId,
		name,
		runId: run?.runId ?? null,
		status: isBroken ? (isTimedOut ? 'timeout' : `error:${error.code}`) : status,
		codeVersion: last?.codeVersion ?? run?.codeVersion ?? null,
		...(last?.videoUrl ? {videoUrl: last.videoUrl} : {}),
		...(last?.failureKind ? {failureKind: last.failureKind} : {}),
		...(error && !signal.aborted ? {error: {code: error.code, message: error.message, exitCode: error.exitCode}} : {}),
		...(dashboardUrl === undefined ? {} : {dashboardUrl}),
	};
}

/** What the process ends with: the table that `test run` of several tests uses; a definition that failed counts too. */
function problemOf(
	ended: readonly FollowedSpec[],
	refused: readonly ApiError[],
	{results}: CreatedBatchRuns,
	{timeout = defaultWaitSeconds, wait}: Options,
	{signal}: Context,
): ApiError | undefined {
	const open = results.flatMap(({runId, status}) => (runId !== null && !isTerminal(status) ? [runId] : []));
	if (signal.aborted) return detached(signal, {runIds: open});
	const problems = [...refused, ...ended.flatMap(({error, isTimedOut}) => (error && !isTimedOut ? [error] : []))];
	const late = ended.filter(({isTimedOut}) => isTimedOut);
	if (late.length > 0) problems.push(outOfTime(late, timeout));
	const notPassed = results.filter(({status}) => isTerminal(status) && status !== 'passed').length;
	if (wait && notPassed > 0)
		problems.push(negative(`${notPassed} of ${results.length} runs did not pass.`, countsOf(results)));
	return decidingProblem(problems);
}

const outOfTime = (late: readonly FollowedSpec[], timeoutSeconds: number): ApiError => {
	const runIds = late.flatMap(({run}) => (run ? [run.runId] : []));
	return new ApiError('UNSUPPORTED', `${runIds.length} runs have not finished within ${timeoutSeconds} s.`, {
		nextAction: `svc test wait ${runIds.join(' ')}`,
		details: {timeoutSeconds, timedOutRunIds: runIds},
	});
};

type DefinitionError = {code: string; message: string; field?: string};

const refusedDefinition = ({code, message, field}: DefinitionError, requestId: string, hasOthers: boolean): ApiError =>
	new ApiError(isErrorCode(code) ? code : 'VALIDATION_ERROR', `A test was not created: ${message}`, {
		nextAction: hasOthers
			? 'Correct that definition and create it alone: the others exist.'
			: 'Correct the definitions and create them again: none exists.',
		requestId,
		details: field === undefined ? {} : {field},
	});

function countsOf(results: readonly Row[]): Record<string, number> {
	const count = (wanted: string) => results.filter(({status}) => status === wanted).length;
	return {
		total: results.length,
		passed: count('passed'),
		failed: count('failed'),
		blocked: count('blocked'),
		cancelled: count('cancelled'),
	};
}
