import type {Context} from '../../context.ts';
import {testTypes} from '../../../contract/enums.ts';
import type {ProjectId, TestId} from '../../../contract/ids.ts';
import type {PlanFile} from '../../../contract/plan-file.ts';
import {createTest} from '../../../contract/routes/tests.ts';
import {sampleIds} from '../../../contract/samples/ids.ts';
import type {CreatedTest, TestInput} from '../../../contract/test.ts';
import {environmentValue} from '../../credentials/environment.ts';
import {isApiError, refusedFlag} from '../../errors/api-error.ts';
import {scaffoldPlan} from '../../plan-files/scaffold.ts';
import {dashboardLink} from '../dashboard-link.ts';
import {defineCommand} from '../define-command.ts';
import {choice, type FlagValues, flagName, refuseTogether, text, toggle} from '../flag.ts';
import {hintAtMissingSkill} from '../missing-skill.ts';
import {idempotencyKeyFlag, refuseLongKey} from '../shared-flags.ts';
import {checkTargetAnswers} from '../target.ts';
import {adviseSameName} from './shared/advise-same-name.ts';
import {definitionFlags, sayWarnings} from './shared/definition-flags.ts';
import {checkCodePath, readCode} from './shared/lint-code-file.ts';
import {adviseAbout, planBody} from './shared/plan-body.ts';
import {readPlan} from './shared/plan-input.ts';
import {followRun} from './shared/run-outcome.ts';
import {trigger} from './shared/trigger.ts';
import {checkTriggerFlags, defaultWaitSeconds, type TriggerOptions, triggerFlags} from './shared/trigger-flags.ts';

type Created = {testId: TestId; dashboardUrl?: string | null};

/** The dashboard link of a test that was created, which "goes to stderr" as well. */
async function createdLink(
	{testId, dashboardUrl}: Created,
	projectId: ProjectId,
	context: Context,
): Promise<{dashboardUrl?: string | null}> {
	const link = await dashboardLink(dashboardUrl, async () => ({projectId, testId}), context);
	if (link.dashboardUrl) context.notes.line(`dashboard: ${link.dashboardUrl}`);
	return link;
}

const flags = {
	project: text('Project; else SVC_PROJECT_ID or .svc/config.json (--code-file)', {placeholder: '<id>'}),
	type: choice('Type of the test, that of its project (--code-file)', testTypes),
	name: text('Name, at most 200 characters (--code-file)', {max: 200}),
	codeFile: text('Python source, at most 350 KB', {placeholder: '<file.py>'}),
	planFrom: text('Frontend plan that names its project, at most 256 KB; - = stdin', {placeholder: '<file.json>'}),
	planTemplate: toggle('Print a plan to start from, and do nothing else'),
	...definitionFlags,
	...triggerFlags,
	idempotencyKey: idempotencyKeyFlag,
};
type Options = FlagValues<typeof flags>;

export const create = defineCommand({
	description:
		'Exactly one of --code-file and --plan-from. --produces and --needs say how tests depend on each other; they decide the waves of a run. The first version of the code is v1.',
	args: {},
	flags,
	examples: [
		'test create --type backend --name signup --code-file a.py --produces id',
		'test create --type backend --name smoke --code-file a.py --run --wait',
		'test create --plan-from plan.json',
	],
	needs({planTemplate, codeFile, planFrom, type, name, project}, context) {
		if (planTemplate || planFrom !== undefined) return [];
		const lacking = [
			...(codeFile === undefined ? [{flag: 'code-file', hint: ', or --plan-from for a frontend plan'}] : []),
			...(type === undefined ? [{flag: 'type', hint: codeFile === undefined ? '' : ' with --code-file'}] : []),
			...(name === undefined ? [{flag: 'name', hint: codeFile === undefined ? '' : ' with --code-file'}] : []),
		];
		// Alone it is asked for later: the project directory is a file.
		if (lacking.length === 0 || context.knowsProject(project)) return lacking;
		return [...lacking, {flag: 'project', hint: ', or SVC_PROJECT_ID, or .svc/config.json'}];
	},
	rules(options, context) {
		if (options.planTemplate) return refuseBesideTemplate(options);
		const {codeFile, planFrom, type} = options;
		refuseTogether('code-file', codeFile !== undefined, 'plan-from', planFrom !== undefined);
		if (codeFile !== undefined) checkCodePath(codeFile);
		if (planFrom !== undefined) refuseGiven(backendFlags, options, 'is not allowed with --plan-from');
		else if (type === 'frontend') refuseGiven(backendFlags, options, 'is only allowed with --type backend');
		else refuseGiven(['stepTimeout'], options, 'is only for frontend tests; the limit of a run is --test-timeout');
		checkTriggerFlags(options, context);
		if (options.run) refuseLongKey(options.idempotencyKey);
	},
	async run(options, context) {
		if (options.planTemplate) return planTemplate(context);
		hintAtMissingSkill(context);
		const {codeFile} = options;
		const body =
			codeFile === undefined
				? await definitionFromPlan(options, context)
				: await definitionFromCode(codeFile, options, context);
		await adviseSameName(body.projectId, body.name, context);
		await checkTargetAnswers(options.targetUrl, 'target-url', {skip: options.skipPreflight}, context);
		const prefix = codeFile === undefined ? 'cli-create-plan-' : 'cli-create-';
		const idempotencyKey = context.idempotencyKey(prefix, options.idempotencyKey);
		const created = await context.client.call(createTest, {body, idempotencyKey});
		sayWarnings(created, context, body.name);
		const data = {...created, ...(await createdLink(created, body.projectId, context))};
		if (!options.run) return {view: 'created-test', data};
		return runCreated(data, options, `${idempotencyKey}:run`, context);
	},
});

type Key = keyof typeof flags;

const backendFlags: Key[] = ['produces', 'needs', 'category', 'testTimeout'];
/** "In this mode … are ignored". */
const ignoredWithPlan: Key[] = ['project', 'type', 'name', 'description', 'priority'];

const isGiven = (key: Key, options: Options) => options[key] !== flags[key].absent;

function refuseGiven(keys: readonly Key[], options: Options, reason: string): void {
	for (const key of keys)
		if (isGiven(key, options)) throw refusedFlag(flagName(key), {reason: 'exclusive', text: reason});
}

/** "exclusive with everything" */
function refuseBesideTemplate(options: Options): void {
	const others = (Object.keys(flags) as Key[]).filter(key => key !== 'planTemplate');
	refuseGiven(others, options, 'cannot be combined with --plan-template');
}

/** "prints the plan skeleton of `scaffold --type frontend`" */
function planTemplate({env}: Context) {
	const data = scaffoldPlan(environmentValue(env, 'SVC_PROJECT_ID'));
	return {view: 'scaffold', data, shape: {file: `${JSON.stringify(data, null, 2)}\n`}} as const;
}

async function definitionFromCode(path: string, options: Options, context: Context): Promise<TestInput> {
	const projectId = context.projectId(options.project);
	const {type = 'backend', name = ''} = options;
	return {
		projectId,
		type,
		name,
		code: await readCode(path, context),
		description: options.description,
		priority: options.priority,
		...(options.produces.length > 0 ? {produces: options.produces} : {}),
		...(options.needs.length > 0 ? {consumes: options.needs} : {}),
		...orderOf(options),
		category: options.category,
		stepTimeoutMs: options.stepTimeout,
		timeoutSeconds: options.testTimeout,
	};
}

const orderOf = ({after}: Options) => (after.length > 0 ? {after} : {});

async function definitionFromPlan(options: Options, context: Context): Promise<TestInput> {
	const ignored = ignoredWithPlan.filter(key => isGiven(key, options)).map(key => `--${flagName(key)}`);
	if (ignored.length > 0) context.notes.say('warn', `${ignored.join(', ')} ignored: the plan says what the test is`);
	const plan: PlanFile = context.dryRun
		? scaffoldPlan(sampleIds.project)
		: await readPlan(options.planFrom ?? '', context);
	await adviseAbout(plan, context);
	const body = planBody(plan, options.after);
	return options.stepTimeout === undefined ? body : {...body, stepTimeoutMs: options.stepTimeout};
}

/** The create result with the run it triggered. "Creation worked, trigger failed": the result still comes first. */
async function runCreated(created: CreatedTest, options: TriggerOptions, idempotencyKey: string, context: Context) {
	const {wait, timeout = defaultWaitSeconds, targetUrl, env: environment} = options;
	try {
		const waiting = context.wait(timeout);
		const ticket = await trigger({testId: created.testId, targetUrl, environment, idempotencyKey}, context);
		if (!wait) return {view: 'created-test', data: {...created, run: ticket}} as const;
		const {data: run, problem} = await followRun(ticket, waiting, context);
		return {view: 'created-test', data: {...created, run}, problem} as const;
	} catch (error) {
		if (!isApiError(error)) throw error;
		return {view: 'created-test', data: created, problem: error} as const;
	}
}
