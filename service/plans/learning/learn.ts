import {isSuccess} from '../../domain/status.ts';
import type {FindingKind} from '../../../contract/finding.ts';
import type {StoreTransaction} from '../../store/database.ts';
import {findTestRecipe} from '../../store/plans/generations.ts';
import type {EndedRun} from '../../store/plans/learning.ts';
import type {LearningTable, Noted, Observation} from '../../store/plans/learning-tables.ts';
import {findCode, findLearning, saveLearning} from '../../store/plans/learnings.ts';
import {originOf, pathnameOf} from '../../domain/endpoint-path.ts';
import {bestFit, segmentsOf} from '../../inference/path-template.ts';
import {
	confirmEndpoints,
	endpointsOf,
	listConfirmations,
	type SeenByTest,
	seeDeviations,
} from '../../store/findings/see-deviations.ts';
import type {Recipe, Step} from '../recipe.ts';
import {alignCalls, callsHash} from './aligned-calls.ts';
import {confirm} from './confirm.ts';
import {fillsLists} from './leniency.ts';
import {marksOf} from './lenient-lines.ts';
import {notedIn} from './noted.ts';
import {callsIn, observe, type ObservedCall} from './observe.ts';
import {refusalsIn, standingDifferences, type TestDifference} from './test-differences.ts';

const lookedFor: readonly FindingKind[] = ['status', 'content_type', 'header_missing', 'shape', 'input_accepted'];

/**
 * Takes over what a run of a generated test has shown: the first that comes to its end is the baseline, the second
 * confirms it. What the API does in another way than its document is a difference of its endpoint.
 */
export async function learn(transaction: StoreTransaction, run: EndedRun, now: number): Promise<void> {
	const {finish} = run;
	if (finish.status !== 'passed' && finish.status !== 'failed') return;
	const row = await findTestRecipe(transaction, run.test_id);
	if (!row) return;
	const recipe = JSON.parse(row.recipe) as Recipe;
	const calls = callsIn(recipe, finish.calls);
	const code = (finish.noted ?? []).length > 0 ? await findCode(transaction, run.code_hash) : null;
	const marks = code === null ? null : marksOf(recipe, code);
	const noted = marks ? notedIn(recipe, marks, finish.noted ?? [], calls) : [];
	const unstable = finish.status === 'passed' ? await takeOver(transaction, run, {recipe, calls, noted}, now) : [];
	const steps = new Map(recipe.steps.map(step => [step.id, step]));
	const differences: TestDifference[] = [
		...noted.filter(({isOpen}) => isOpen !== true),
		...unstable,
		...(finish.status === 'passed'
			? standingDifferences(recipe)
			: refusalsIn(recipe, callsIn(recipe, run.storedCalls))),
	];
	await report(transaction, run, {recipe, calls, differences: differences.filter(({step}) => steps.has(step))}, now);
}

type Shown = {recipe: Recipe; calls: readonly ObservedCall[]; noted: Noted[]};

/** The next state of what the test knows. @returns what did not hold in the second run */
async function takeOver(
	transaction: StoreTransaction,
	run: EndedRun,
	{recipe, calls, noted}: Shown,
	now: number,
): Promise<TestDifference[]> {
	const hash = callsHash(recipe);
	const known = await findLearning(transaction, run.test_id, run.environment);
	const own = {test_id: run.test_id, environment: run.environment, calls_hash: hash, updated_at: now};
	const save = (learning: Pick<LearningTable, 'state' | 'run_id' | 'observed' | 'noted'>) =>
		saveLearning(transaction, {...own, ...learning});
	if (known?.calls_hash !== hash) {
		await save({
			state: 'probation',
			run_id: run.id,
			observed: JSON.stringify(observe(recipe, calls)),
			noted: JSON.stringify(noted),
		});
		return [];
	}
	const before = JSON.parse(known.observed) as Observation;
	const shown = observe(recipe, calls);
	if (known.state !== 'probation') {
		// What an empty list left open is seen for the first time: it begins anew, and what it was before still counts.
		if (fillsLists(before, shown))
			await save({state: 'probation', run_id: run.id, observed: JSON.stringify(shown), noted: JSON.stringify(noted)});
		return [];
	}
	const {observation, unstable} = confirm(before, shown);
	// What the test has taken over still is the API's way: it is known when somebody takes that back.
	const again = new Set(
		[...noted, ...standingDifferences(recipe)].map(({step, assert, difference}) =>
			JSON.stringify([step, assert, difference]),
		),
	);
	const held = (JSON.parse(known.noted) as Noted[]).filter(({step, assert, difference}) =>
		again.has(JSON.stringify([step, assert, difference])),
	);
	await save({
		state: 'confirmed',
		run_id: known.run_id,
		observed: JSON.stringify(observation),
		noted: JSON.stringify(held),
	});
	return unstable.map(({step, what}) => ({
		step,
		assert: 'learned',
		kind: 'unstable' as const,
		difference: what,
		document: null,
		observed: what,
		call: alignCalls(recipe, calls).get(step)?.[0]?.seq ?? 0,
	}));
}

async function report(
	transaction: StoreTransaction,
	run: EndedRun,
	{recipe, calls, differences}: Pick<Shown, 'recipe' | 'calls'> & {differences: readonly TestDifference[]},
	now: number,
): Promise<void> {
	const aligned = alignCalls(recipe, calls);
	const reached = [...aligned.keys()];
	const steps = recipe.steps.filter(({id}) => reached.includes(id));
	const operations = steps.map(({call}) => call.operation);
	const endpoints = await endpointsOf(transaction, run.project_id, operations);
	const idOf = (step: string) => {
		const operation = recipe.steps.find(({id}) => id === step)?.call.operation;
		return operation && endpoints.get(`${operation.method} ${operation.path}`)?.id;
	};
	const endpointIds = [...new Set(steps.flatMap(({id}) => idOf(id) ?? []))];
	const seen = differences.flatMap((difference): SeenByTest[] => {
		const {step, assert, call, kind, document, observed} = difference;
		const endpointId = idOf(step);
		if (endpointId === undefined) return [];
		const expectation = {testId: run.test_id, environment: run.environment, step, assert};
		const evidence = {callId: run.callIds.get(call) ?? null, runId: run.id};
		return [{endpointId, kind, difference: difference.difference, document, observed, evidence, expectation}];
	});
	if (run.finish.status === 'passed') await confirmEndpoints(transaction, newlyConfirmed(steps, aligned, endpoints));
	await seeDeviations(
		transaction,
		{
			projectId: run.project_id,
			testId: run.test_id,
			environment: run.environment,
			looks: endpointIds.flatMap(endpointId => lookedFor.map(kind => ({endpointId, kind}))),
			seen,
			isComplete: run.finish.status === 'passed',
		},
		now,
	);
}

/** Endpoints that nothing had confirmed and that have answered 2xx now. */
function newlyConfirmed(
	steps: readonly Step[],
	aligned: ReadonlyMap<string, readonly ObservedCall[]>,
	endpoints: Awaited<ReturnType<typeof endpointsOf>>,
): string[] {
	const ids = steps.flatMap(({id, call: {operation}}) => {
		const endpoint = endpoints.get(`${operation.method} ${operation.path}`);
		const isAnswered = aligned.get(id)?.some(({status}) => isSuccess(status)) ?? false;
		return endpoint?.isUnconfirmed && isAnswered ? [endpoint.id] : [];
	});
	return [...new Set(ids)];
}

/** Takes endpoints that answered a passed test with 2xx for confirmed, whoever has written it; calls to other servers show nothing. */
export async function confirmAnswered(transaction: StoreTransaction, run: EndedRun): Promise<void> {
	const isOwn = (url: string) => run.target_url !== null && originOf(url) === originOf(run.target_url);
	const answered = callsIn({}, run.finish.calls).filter(({status, url}) => isSuccess(status) && isOwn(url));
	if (answered.length === 0) return;
	const endpoints = await listConfirmations(transaction, run.project_id);
	const base = segmentsOf(pathnameOf(run.target_url ?? '') ?? '');
	const ids = answered.flatMap(({method, url}) => {
		const own = endpoints.filter(endpoint => endpoint.method === method);
		const found = bestFit(own, segmentsOf(pathnameOf(url) ?? ''), base);
		return found?.endpoint.isUnconfirmed ? [found.endpoint.id] : [];
	});
	await confirmEndpoints(transaction, [...new Set(ids)]);
}
