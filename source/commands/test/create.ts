import {priorities, testTypes} from '../../contract/enums.ts';
import {createTest, listTests} from '../../contract/routes/tests.ts';
import type {CreatedTest} from '../../contract/test.ts';
import type {Context} from '../../context.ts';
import {type ApiError, isApiError} from '../../errors/api-error.ts';
import {refusedFlag} from '../../errors/usage-error.ts';
import {dashboardLink} from '../dashboard-link.ts';
import {defineCommand} from '../define-command.ts';
import {choice, integer, refuseWithout, text, texts, toggle} from '../flag.ts';
import {idempotencyKeyFlag, projectFlag, refuseLongKey, waitTimeoutFlag} from '../shared-flags.ts';
import {checkTargetAnswers, guardTarget} from '../target.ts';
import {checkCodePath, readCode} from './shared/code-file.ts';
import {followRun} from './shared/run-outcome.ts';
import {trigger} from './shared/trigger.ts';

const variable = {
	placeholder: '<var>',
	pattern: /^[A-Za-z_][A-Za-z0-9_]{0,63}$/,
	patternText: 'must be an identifier of at most 64 letters, digits and underscores',
};

const flags = {
	project: projectFlag,
	type: choice('Type of the test, that of its project', testTypes, {required: true}),
	name: text('Name, at most 200 characters', {required: true, max: 200}),
	codeFile: text('Python source, at most 350 KB', {required: true, placeholder: '<file.py>'}),
	description: text('At most 2000 characters', {max: 2000}),
	priority: choice('Higher priority runs first', priorities),
	produces: texts('Variable the test captures for others', variable),
	needs: texts('Variable the test takes from others', variable),
	category: choice('Runs in the final wave', ['teardown', 'cleanup']),
	testTimeout: integer('Limit of one run in seconds, 1 to 3600 (60)', {min: 1, max: 3600, placeholder: '<s>'}),
	run: toggle('Run the test once it is created'),
	wait: toggle('Wait until that run has ended (--run)'),
	timeout: {...waitTimeoutFlag(), absent: undefined as number | undefined},
	targetUrl: text('Target of that run instead of the URL of the project (--run)', {placeholder: '<url>'}),
	env: text('Environment of that run (--run)', {placeholder: '<name>', max: 64}),
	skipPreflight: toggle('Do not look whether the target answers (--run)'),
	idempotencyKey: idempotencyKeyFlag,
};

export const create = defineCommand({
	description:
		'--produces and --needs say how tests depend on each other; they decide the waves of a run. The first version of the code is v1.',
	args: {},
	flags,
	examples: [
		'test create --type backend --name signup --code-file a.py --produces id',
		'test create --type backend --name smoke --code-file a.py --run --wait',
	],
	rules(options, context) {
		checkCodePath(options.codeFile);
		if (options.type === 'frontend') refuseBackendFlags(options);
		const {run, wait, timeout, targetUrl, env, skipPreflight, idempotencyKey} = options;
		refuseWithout('wait', wait, 'run', run);
		refuseWithout('timeout', timeout !== undefined, 'run --wait', run && wait);
		for (const [flag, isGiven] of Object.entries({
			'target-url': targetUrl !== undefined,
			env: env !== undefined,
			'skip-preflight': skipPreflight,
		}))
			refuseWithout(flag, isGiven, 'run', run);
		guardTarget(targetUrl, 'target-url', context);
		if (run) refuseLongKey(idempotencyKey);
	},
	async run(options, context) {
		const projectId = context.projectId(options.project);
		const code = await readCode(options.codeFile, context);
		await adviseSameName(projectId, options.name, context);
		await checkTargetAnswers(options.targetUrl, 'target-url', {skip: options.skipPreflight}, context);
		const idempotencyKey = context.idempotencyKey('cli-create-', options.idempotencyKey);
		const created = await context.client.call(createTest, {
			body: {
				projectId,
				type: options.type,
				name: options.name,
				code,
				description: options.description,
				priority: options.priority,
				...(options.produces.length > 0 ? {produces: options.produces} : {}),
				...(options.needs.length > 0 ? {consumes: options.needs} : {}),
				category: options.category,
				timeoutSeconds: options.testTimeout,
			},
			idempotencyKey,
		});
		for (const warning of created.warnings ?? []) context.notes.say('warn', warning);
		const data = {...created, ...(await linkOf(created, projectId, context))};
		if (!options.run) return {view: 'created-test', data};
		return runCreated(data, {...options, idempotencyKey: `${idempotencyKey}:run`}, context);
	},
});

/** The create result with the run it triggered. "Creation worked, trigger failed": the result still comes first. */
async function runCreated(
	created: CreatedTest,
	options: {
		wait: boolean;
		timeout: number | undefined;
		targetUrl: string | undefined;
		env: string | undefined;
		idempotencyKey: string;
	},
	context: Context,
) {
	const {wait, timeout = 600, targetUrl, env: environment, idempotencyKey} = options;
	try {
		const waiting = context.wait(timeout);
		const ticket = await trigger({testId: created.testId, targetUrl, environment, idempotencyKey}, context);
		if (!wait) return {view: 'created-test', data: {...created, run: ticket}} as const;
		const {data: run, problem} = await followRun(ticket, waiting, context);
		return {view: 'created-test', data: {...created, run}, problem} as const;
	} catch (error) {
		if (!isApiError(error)) throw error;
		return {view: 'created-test', data: created, problem: error satisfies ApiError} as const;
	}
}

function refuseBackendFlags({
	produces,
	needs,
	category,
	testTimeout,
}: {
	produces: readonly string[];
	needs: readonly string[];
	category: string | undefined;
	testTimeout: number | undefined;
}): void {
	const given = {
		produces: produces.length > 0,
		needs: needs.length > 0,
		category: category !== undefined,
		'test-timeout': testTimeout !== undefined,
	};
	for (const [flag, isGiven] of Object.entries(given))
		if (isGiven) throw refusedFlag(flag, {reason: 'backend_only', text: 'is only allowed with --type backend'});
}

const lookUpMs = 5000;

/** "Same name: looks for an equal name (without case) in the first 100 tests, own limit 5 s; `[advisory]`, never blocks." */
async function adviseSameName(
	projectId: string,
	name: string,
	{client, notes, dryRun, signal}: Context,
): Promise<void> {
	if (dryRun) return;
	const limit = AbortSignal.timeout(lookUpMs);
	try {
		const {items} = await client.call(listTests, {
			query: {projectId, pageSize: 100},
			signal: AbortSignal.any([signal, limit]),
		});
		const same = items.find(test => test.name.toLowerCase() === name.toLowerCase());
		if (same) notes.say('advisory', `the project has a test of that name already: ${same.id}`);
	} catch (error) {
		// A key that is missing or refused will be said by the creation itself; nothing else may stand in its way.
		if (signal.aborted || !(limit.aborted || isApiError(error))) throw error;
	}
}

async function linkOf(created: CreatedTest, projectId: string, context: Context) {
	const link = await dashboardLink(created.dashboardUrl, async () => ({projectId, testId: created.testId}), context);
	if (link.dashboardUrl) context.notes.line(`dashboard: ${link.dashboardUrl}`);
	return link;
}
