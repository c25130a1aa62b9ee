import type {TryReport} from '../../../contract/documents/try.ts';
import {waitForGeneration} from '../../client/wait-for-generation.ts';
import {waitForPlan} from '../../client/wait-for-plan.ts';
import type {Priority} from '../../../contract/enums.ts';
import type {Batch} from '../../../contract/batch.ts';
import type {Generation} from '../../../contract/generation.ts';
import type {ProjectId} from '../../../contract/ids.ts';
import type {Plan, PlanRow} from '../../../contract/plan.ts';
import {generateTests} from '../../../contract/routes/generations.ts';
import {updateEnvironment} from '../../../contract/routes/environments.ts';
import {generatePlan} from '../../../contract/routes/plans.ts';
import {createProject} from '../../../contract/routes/projects.ts';
import {ApiError} from '../../errors/api-error.ts';
import {counted} from '../../view-model/counted.ts';
import {askValues} from '../test/plan/ask-values.ts';
import {authenticate, authenticateFirst, type AuthWish} from './authenticate.ts';
import {chooseRows} from './choose-rows.ts';
import {discover, discoverSignedIn, type Found} from './discover.ts';
import {
	countNotRun,
	countVerdicts,
	groupFailures,
	missingValuesOf,
	groupBlocked,
	groupRejected,
	needsHelp,
	readCleanup,
	readFindings,
	type RowOfTest,
	readyTests,
} from './report.ts';
import {checkCredential, checkPlace, noteMissing} from './check-first.ts';
import {lastMembers, type Ran, runBatches} from './run-batches.ts';
import {answered, type Session, stage} from './session.ts';
import {settle} from './settle.ts';
import {shellWord} from '../../view-model/shell-word.ts';

export type TryWish = AuthWish & {
	name: string | undefined;
	/** Tests that execute at once; undefined: as many as the service has room for. */
	maxParallel: number | undefined;
	readOnly: boolean;
	/** Values that no endpoint gives. */
	variables: Readonly<Record<string, string>>;
	priorities: readonly Priority[] | null;
	consent: 'given' | 'ask';
};

/**
 * Project → endpoints → credential → plan → tests → run, most important rows first → what became of it.
 *
 * @param onProject told of the project as soon as it is there: whoever ends early has to put it away
 * @param onTests told that it has tests, which somebody may want to see
 */
export async function tryOut(
	session: Session,
	wish: TryWish,
	{onProject, onTests}: {onProject(projectId: ProjectId): void; onTests(): void},
): Promise<Omit<TryReport, 'kept' | 'next'>> {
	const {client, context} = session;
	const {source} = wish;
	const {id: projectId} = await client.call(createProject, {
		body: {
			type: 'backend',
			name: wish.name ?? source.name,
			targetUrl: source.baseUrl,
			...(wish.maxParallel === undefined ? {} : {maxParallel: wish.maxParallel}),
		},
		idempotencyKey: session.key('project'),
		signal: context.signal,
	});
	onProject(projectId);
	if (Object.keys(wish.variables).length > 0) await keepValues(session, projectId, wish.variables);
	await authenticateFirst(session, projectId, wish);

	const first = await stage(
		session,
		'discover',
		() => discover(session, projectId, source),
		({discovery}) =>
			`${counted(discovery.endpoints, 'endpoint')} in ${counted(discovery.families, 'family', 'families')}`,
	);
	const sentCredential = await authenticate(session, projectId, wish, first.result);
	// A credential that was given has been sent with the first reading.
	const isSignedInNow = sentCredential !== null && wish.credential === undefined;
	const found = isSignedInNow ? await discoverSignedIn(session, projectId, source, first.result) : first.result;
	const planned = await stage(
		session,
		'plan',
		async () => {
			const first = await makePlan(session, projectId, 'plan', {});
			const isAnswered = await askValues(first, projectId, context);
			const plan = isAnswered ? await makePlan(session, projectId, 'plan-again', {restart: true}) : first;
			return {plan, rows: await chooseRows(session, projectId, plan, wish)};
		},
		({rows}) => counted(rows.length, 'test'),
	);
	const {plan, rows} = planned.result;
	if (rows.length === 0 && !context.dryRun) throw nothingToRun(found, plan, wish);
	if (wish.consent === 'ask') await askConsent(session, wish, found, rows.length);

	const made = await stage(
		session,
		'generate',
		() => generate(session, projectId),
		({ready, rejected}) => `${counted(ready, 'test')}${rejected > 0 ? `, ${rejected} rejected` : ''}`,
	);
	onTests();
	const rowOf = readyTests(made.result.items, rows);
	if (rowOf.size === 0 && rows.length > 0 && !context.dryRun) throw nothingMade(made.result, projectId);

	const ran = await stage(
		session,
		'run',
		() =>
			runAll(session, projectId, groupsOf(rowOf), async batch => {
				await checkPlace(session, source.baseUrl, batch);
				if (sentCredential === null) await noteMissing(session, found, batch);
				else await checkCredential(session, found, batch, sentCredential);
			}),
		({batches, isOutOfTime}) => {
			const {passed, failed, blocked} = countVerdicts(lastMembers(batches));
			return `${passed} passed, ${failed} failed, ${blocked} blocked${isOutOfTime ? ', the rest had no time' : ''}`;
		},
	);
	const {batches, firstPassSeconds, isOutOfTime} = ran.result;
	const members = lastMembers(batches);
	return {
		projectId,
		source: source.name,
		targetUrl: source.baseUrl,
		endpoints: found.discovery.endpoints,
		families: found.discovery.families,
		tests: rowOf.size,
		chains: rows.filter(({kind}) => kind === 'integration').length,
		endpointsWithoutTests: plan.subPlans.filter(one => one.rows === 0).length,
		seconds: {discover: first.seconds, plan: planned.seconds, generate: made.seconds, run: ran.seconds},
		run: {...countVerdicts(members), notRun: countNotRun(members, rowOf)},
		isOutOfTime,
		firstPassSeconds,
		failures: groupFailures(batches, rowOf),
		blocked: groupBlocked(batches, rowOf),
		rejected: groupRejected(made.result.items),
		needsHelp: needsHelp(batches),
		...(await readFindings(session, projectId)),
		cleanup: await readCleanup(session, projectId),
		missingValues: missingValuesOf(plan),
		batchIds: batches.map(({batchId}) => batchId),
	};
}

/**
 * The most important tests first; what a settled body could mend runs again with the rest.
 *
 * @param look told of the first batch when it has ended; what it throws ends the try
 */
async function runAll(
	session: Session,
	projectId: ProjectId,
	[first = [], ...rest]: string[][],
	look: (batch: Batch) => Promise<void>,
): Promise<Ran> {
	const begun = await runBatches(session, projectId, [first]);
	const [batch] = begun.batches;
	if (begun.isOutOfTime) return begun;
	if (batch) await look(batch);
	const again = batch ? await settle(session, projectId, batch) : [];
	const groups = [[...again, ...rest.flat()]].filter(group => group.length > 0);
	const ended = await runBatches(session, projectId, groups);
	return {
		batches: [...begun.batches, ...ended.batches],
		firstPassSeconds: begun.firstPassSeconds ?? ended.firstPassSeconds,
		isOutOfTime: ended.isOutOfTime,
	};
}

/** The most important rows first; what may harm the API at the very end. */
function groupsOf(rowOf: RowOfTest): string[][] {
	const isFirst = (row: PlanRow | null) => row?.phase !== 'late' && (row?.priority === 'p0' || row?.priority === 'p1');
	const all = [...rowOf];
	const ids = (wanted: boolean) => all.filter(([, row]) => isFirst(row) === wanted).map(([testId]) => testId);
	return [ids(true), ids(false)].filter(group => group.length > 0);
}

const keepValues = ({client, context, key}: Session, projectId: ProjectId, variables: TryWish['variables']) =>
	client.call(updateEnvironment, {
		params: {projectId, name: 'default'},
		body: {variables},
		idempotencyKey: key('values'),
		signal: context.signal,
	});

async function makePlan(
	session: Session,
	projectId: ProjectId,
	step: string,
	body: {restart?: boolean},
): Promise<Plan> {
	const {client, context, waiting, key} = session;
	const {planId} = await client.call(generatePlan, {
		params: {projectId},
		body,
		idempotencyKey: key(step),
		signal: context.signal,
	});
	const plan = answered(await waitForPlan({...waiting, projectId, planId}), session);
	if (plan.status === 'failed')
		throw new ApiError('INTERNAL', plan.generation.errorMessage ?? 'The plan could not be made.', {
			nextAction: `svc test plan generate --project ${shellWord(projectId)} --restart`,
		});
	return plan;
}

async function generate(session: Session, projectId: ProjectId): Promise<Generation> {
	const {client, context, waiting, key} = session;
	const {generationId} = await client.call(generateTests, {
		params: {projectId},
		body: {},
		idempotencyKey: key('generate'),
		signal: context.signal,
	});
	return answered(await waitForGeneration({...waiting, projectId, generationId, onLook: () => undefined}), session);
}

async function askConsent({context}: Session, {source}: TryWish, {discovery}: Found, tests: number): Promise<void> {
	const answer = await context.askLine(
		`${discovery.endpoints} endpoints, ${tests} tests. Records will be created on ${new URL(source.baseUrl).origin} and ` +
			'deleted afterwards. Go on? [y/N]',
	);
	if (/^y(es)?$/i.test(answer?.trim() ?? '')) return;
	throw new ApiError('VALIDATION_ERROR', 'Nothing was run.', {
		nextAction: '--read-only runs only tests that create nothing.',
		details: {field: 'yes', reason: 'declined'},
	});
}

/** None of the tests passed the gate: the reason that most of them have. */
function nothingMade({rejected, items}: Generation, projectId: ProjectId): ApiError {
	const reasons = new Map<string, number>();
	for (const {rejection} of items)
		if (rejection) reasons.set(rejection.message, (reasons.get(rejection.message) ?? 0) + 1);
	const [most] = [...reasons].sort(([, one], [, other]) => other - one);
	return new ApiError(
		'INTERNAL',
		`No test could be made, ${rejected} were rejected: ${most?.[0] ?? 'no reason was given'}`,
		{
			nextAction: `svc test plan generate --project ${shellWord(projectId)} --restart`,
		},
	);
}

/** No endpoint gets a test: for the values that somebody has to give, where there are such, or for what was left out. */
const nothingToRun = ({discovery}: Found, plan: Plan, wish: TryWish): ApiError =>
	new ApiError('NOT_FOUND', `None of ${counted(discovery.endpoints, 'endpoint')} gets a test.`, {
		nextAction: howToGetTests(plan, wish),
		details: {resource: 'plan_row', id: '', reason: 'not_found'},
	});

function howToGetTests({environment}: Plan, {readOnly, priorities}: TryWish): string {
	const [first] = environment;
	if (first) {
		const values = environment.slice(0, 3).map(({key}) => `--var ${key}=<value>`);
		return `No endpoint gives {${first.parameter}}; run again with ${values.join(' ')}.`;
	}
	if (readOnly) return 'Without --read-only there may be some.';
	if (priorities) return 'A wider --rows may have some.';
	return 'Run again with --keep-project: svc plan list tells what each endpoint has.';
}
