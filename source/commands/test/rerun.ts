import {testStatuses} from '../../../contract/enums.ts';
import type {TestId} from '../../../contract/ids.ts';
import {getProject} from '../../../contract/routes/projects.ts';
import {getTest} from '../../../contract/routes/tests.ts';
import type {Context} from '../../context.ts';
import {refusedArgument, refusedFlag} from '../../errors/api-error.ts';
import {ids} from '../argument.ts';
import {type CommandResult, defineCommand} from '../define-command.ts';
import {integer, list, onUnlessNo, refuseWithout, text, toggle} from '../flag.ts';
import {missingChoice} from '../missing-flags.ts';
import {hintAtMissingSkill} from '../missing-skill.ts';
import {reporting} from '../reports.ts';
import {
	idempotencyKeyFlag,
	projectFlag,
	seedFlag,
	waitTimeoutFlag,
	checkReportFlags,
	reportFlags,
} from '../shared-flags.ts';
import {checkProjectAnswers} from '../target.ts';
import type {WaitReport} from '../wait-report.ts';
import {followRerun} from './shared/follow-rerun.ts';
import {rerunOne} from './shared/rerun-one.ts';
import {nothingRerun, sendReruns} from './shared/rerun-several.ts';
import {runSeveral} from './shared/run-several.ts';
import {maxIds, type Selection, selectTests, selectingFlag} from './shared/select-tests.ts';

const unfinished = testStatuses.filter(status => !['passed', 'failed', 'blocked', 'cancelled'].includes(status));

export const rerun = defineCommand({
	description:
		'A frontend test replays its saved script and repairs a step that no longer fits. A backend test runs with its ' +
		'whole closure: the producers of what it needs, itself, the consumers of what it gives, cleanup. Billed like a run.',
	args: {testIds: ids('test-id', 'Tests to run again', {min: 0})},
	flags: {
		all: toggle('Rerun every test of the project'),
		project: projectFlag,
		skipTerminal: toggle('Leave out tests that have ended (--all)'),
		status: list('Only tests in these states (--all)', testStatuses),
		filter: text('Only tests with that in their name (--all)'),
		autoHeal: onUnlessNo('Do not repair steps of frontend tests'),
		skipDependencies: toggle('Only the named tests, with what earlier runs captured (backend)'),
		env: text('Environment to run against', {placeholder: '<name>', max: 64}),
		seed: seedFlag,
		wait: toggle('Wait until the runs have ended'),
		timeout: waitTimeoutFlag(),
		maxConcurrency: integer('Runs polled at once, 1 to 100', {min: 1, max: 100, default: 50}),
		allowEmpty: toggle('Nothing to run is a success'),
		idempotencyKey: idempotencyKeyFlag,
		...reportFlags,
	},
	examples: ['test rerun tst_1 --wait', 'test rerun --all --project prj_1 --status failed,blocked --wait'],
	rules(options) {
		const {all, filter, status, skipTerminal} = options;
		const testIds = new Set(options.testIds);
		if (testIds.size === 0 && !all)
			throw missingChoice('test-id', {name: 'all', means: 'every test of the project'}, 'test rerun');
		if (testIds.size > 0 && all)
			throw refusedFlag('all', {reason: 'exclusive', text: 'cannot be combined with test ids'});
		refuseWithout('skip-terminal', skipTerminal, 'all', all);
		refuseWithout('status', status !== undefined, 'all', all);
		refuseWithout('filter', filter !== undefined, 'all', all);
		if (testIds.size > maxIds)
			throw refusedArgument('test-id', {reason: 'too_many', text: `at most ${maxIds} tests can be named`});
		checkReportFlags(options, options.wait);
	},
	run: (options, context) => reporting(options, options.wait, context, report => start(options, report, context)),
});

type Options = {
	testIds: readonly TestId[];
	all: boolean;
	project: string | undefined;
	skipTerminal: boolean;
	status: readonly string[] | undefined;
	filter: string | undefined;
	autoHeal: boolean;
	skipDependencies: boolean;
	env: string | undefined;
	seed: string | undefined;
	wait: boolean;
	timeout: number;
	maxConcurrency: number;
	allowEmpty: boolean;
	idempotencyKey: string | undefined;
};

async function start(options: Options, report: WaitReport, context: Context): Promise<CommandResult> {
	hintAtMissingSkill(context);
	const {autoHeal, skipDependencies, env: environment, seed, wait, timeout} = options;
	const wish = {autoHeal, skipDependencies, environment, seed};
	report.expectTests(options.testIds);
	const idempotencyKey = context.idempotencyKey('cli-rerun-', options.idempotencyKey);
	const [testId, ...others] = new Set(options.testIds);
	if (testId !== undefined && others.length === 0) {
		if (skipDependencies) await warnAboutFrontend(() => context.client.call(getTest, {params: {testId}}), context);
		const waiting = context.wait(timeout);
		const ticket = await rerunOne({...wish, testId, idempotencyKey}, context);
		if (!wait) return {view: 'rerun-ticket', data: ticket};
		return followRerun({...ticket, testId}, waiting, report, context);
	}
	const selection = options.all
		? await selectReruns(options, context)
		: {projectId: null, testIds: [...new Set(options.testIds)]};
	const {projectId, testIds} = selection;
	report.projectId = projectId;
	if (projectId !== null) await checkProjectAnswers(projectId, environment, {isRerun: true}, context);
	report.expectTests(testIds ?? []);
	if (skipDependencies) {
		const {client} = context;
		await warnAboutFrontend(
			() =>
				projectId === null
					? client.call(getTest, {params: {testId: testId ?? ''}})
					: client.call(getProject, {params: {projectId}}),
			context,
		);
	}
	return runSeveral(
		{
			...options,
			idempotencyKey,
			send: (deferred, key) => sendReruns(deferred ?? testIds ?? projectId ?? [], wish, key, context),
			empty: nothingRerun,
			nothingFlag: selectingFlag(options),
			// Named tests may belong to several projects: there is no page that shows them all.
			subject: projectId === null ? null : async () => ({projectId}),
		},
		report,
		context,
	);
}

/**
 * Tests of the project of `--all`. `--skip-terminal` and `--status` both choose by state: what is left has a state that
 * both allow.
 */
async function selectReruns({skipTerminal, status, ...wish}: Options, context: Context): Promise<Selection> {
	const allowed = skipTerminal ? unfinished.filter(one => status?.includes(one) ?? true) : status;
	if (allowed?.length === 0) return {projectId: context.projectId(wish.project), testIds: []};
	return selectTests({...wish, status: allowed}, context);
}

/** "Frontend: ignored, `[warn]`" */
async function warnAboutFrontend(look: () => Promise<{type: string}>, {notes}: Context): Promise<void> {
	const {type} = await look();
	if (type === 'frontend') notes.say('warn', '--skip-dependencies is ignored: frontend tests have no dependencies');
}
