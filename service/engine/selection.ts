import type {BatchTicket} from '../../contract/batch.ts';
import type {RunId, TestId} from '../../contract/ids.ts';
import {workerCommand} from '../../contract/route.ts';
import type {Advisory} from '../../contract/run.ts';
import {circularMessage} from '../domain/blocked.ts';
import type {EnvironmentWish} from '../domain/environment-choice.ts';
import {byIdOrName, ServiceError} from '../domain/service-error.ts';
import {timestamp} from '../domain/timestamp.ts';
import type {Cycle} from '../graph/cycles.ts';
import type {BatchPlan} from '../graph/plan-batch.ts';
import {refOf} from '../graph/plan-test.ts';
import type {ProjectSnapshot, RunnableTest} from '../store/batches/project-snapshot.ts';
import type {StoredBatch} from '../store/batches/create-batch.ts';

/** "Queued runs per account (more are deferred)". */
export const queueLimit = 2000;

/** How many members the queue still takes. */
export const capacityOf = (snapshot: Pick<ProjectSnapshot, 'queued'>): number =>
	Math.max(0, queueLimit - snapshot.queued);

/**
 * Tests that a batch may hold. Of a frontend project the selected ones only: "producers are not added to the batch".
 */
export function runnable(snapshot: ProjectSnapshot, selected: readonly RunnableTest[]): RunnableTest[] {
	if (snapshot.project.type === 'frontend') return [...selected];
	return snapshot.tests.filter(test => test.type === 'backend' && test.hasCode);
}

/** What decides which of the tests that are asked for can run. */
export type SelectOptions = {
	/** This service has a browser. */
	frontend: boolean;
	/** A plan is replayed, and needs a script. */
	rerun: boolean;
};

export type Selection = {
	accepted: RunnableTest[];
	conflicts: BatchTicket['conflicts'];
	skippedFrontend: string[];
};

/** Sorts what a trigger asks for into what can run and what cannot. Null: every test of the project. */
export function select(
	snapshot: ProjectSnapshot,
	testIds: readonly TestId[] | null,
	{frontend, rerun}: SelectOptions,
): Selection {
	const byId = new Map(snapshot.tests.map(test => [test.id, test]));
	const selection: Selection = {accepted: [], conflicts: [], skippedFrontend: []};
	for (const testId of testIds ?? byId.keys()) {
		const test = byId.get(testId);
		const currentRunId = snapshot.inFlight.get(testId);
		if (!test)
			selection.conflicts.push({
				testId,
				reason: 'not_found',
				message: `The project has no test ${byIdOrName('test', testId)}.`,
			});
		else if (test.type === 'frontend' && !frontend && testIds === null) selection.skippedFrontend.push(testId);
		else if (test.type === 'frontend' && !frontend)
			// One that is named has an answer of its own.
			selection.conflicts.push({
				testId,
				reason: 'no_browser',
				message: `"${test.name}" needs a browser, and this service has found none, or SVC_FRONTEND is off.`,
			});
		else if (!test.hasCode)
			selection.conflicts.push({testId, reason: 'no_code', message: `"${test.name}" has no code yet.`});
		else if (rerun && test.isPlan && !test.hasScript)
			selection.conflicts.push({
				testId,
				reason: 'no_code',
				message: `"${test.name}" has no saved script yet: run it first with svc test run ${testId}.`,
			});
		else if (currentRunId !== undefined)
			selection.conflicts.push({
				testId,
				currentRunId,
				reason: 'in_flight',
				message: `"${test.name}" has a run in flight.`,
			});
		else selection.accepted.push(test);
	}
	return selection;
}

/**
 * Conflicts of a batch as it was planned. "Closure members never conflict: they get a run of their own in every batch":
 * a test in flight that another member needs is in the batch, and not a conflict beside it.
 */
export function conflictsOf(selection: Selection, plan: Pick<BatchPlan, 'members'>): Selection['conflicts'] {
	const inside = new Set(plan.members.map(({test}) => test.id));
	return selection.conflicts.filter(({testId}) => !inside.has(testId));
}

/** Throws when nothing can start because this service has no browser: it is said at once, and waiting changes nothing. */
export function refuseFrontendOnly(selections: readonly Selection[], here: Here): void {
	const isWithout = selections.some(
		({skippedFrontend, conflicts}) =>
			skippedFrontend.length > 0 || conflicts.some(({reason}) => reason === 'no_browser'),
	);
	const isOther = selections.some(
		({accepted, conflicts}) => accepted.length > 0 || conflicts.some(({reason}) => reason !== 'no_browser'),
	);
	if (isWithout && !isOther) throw frontendUnsupported(here);
}

/** What a person should know of a batch: rings, and tests that no runner takes. */
export function advisoriesOf(cycles: readonly Cycle[], skippedFrontend: readonly string[]): Advisory[] {
	const advisories: Advisory[] = cycles.map(({named: [first, second]}) => ({
		feature: 'circular_dependency',
		message: circularMessage([refOf(first), refOf(second)]),
	}));
	if (skippedFrontend.length > 0)
		advisories.push({
			feature: 'frontend_runner',
			message: `${skippedFrontend.length} frontend ${skippedFrontend.length === 1 ? 'test was' : 'tests were'} skipped: this service has found no browser, or SVC_FRONTEND is off.`,
		});
	return advisories;
}

/** The ticket of a batch. */
export const ticketOf = (
	stored: StoredBatch | null,
	{conflicts, deferred, advisories}: Pick<BatchTicket, 'conflicts' | 'advisories'> & {deferred: BatchPlan['deferred']},
): BatchTicket => ({
	batchId: stored?.batchId ?? null,
	accepted: (stored?.members ?? []).map(({planned, runId}) => ({
		testId: planned.test.id,
		runId,
		enqueuedAt: timestamp(stored!.createdAt),
		role: planned.role,
		name: planned.test.name,
		dashboardUrl: null,
	})),
	conflicts,
	deferred: deferred.map(test => ({testId: test.id, reason: 'rate_limited'})),
	advisories,
	dashboardUrl: null,
});

/** The environment that a trigger names, else what is meant without a name. */
export const environmentWish = (
	name: string | null | undefined,
	otherwise: 'default' | 'as_before',
): EnvironmentWish => (name === undefined || name === null ? otherwise : {name});

/** What can be executed here, or by the processes that share the store (`isTeam`). */
export type Here = {frontend: boolean; isTeam?: boolean};

/** "A missing browser is a gate, not a time-out": nothing that is waited for brings one. */
export const frontendUnsupported = ({isTeam = false}: {isTeam?: boolean} = {}) =>
	isTeam
		? new ServiceError('FEATURE_GATED', 'No process of this service runs frontend tests.', {
				nextAction: `Start one on a machine that has a browser: ${workerCommand(['frontend'])}`,
				details: {feature: 'frontend_runner', reason: 'no_worker'},
			})
		: new ServiceError(
				'FEATURE_GATED',
				'This service cannot run frontend tests: it has found no browser, or SVC_FRONTEND is off.',
				{
					nextAction:
						'See `svc doctor` for the command that installs one, or name a browser in SVC_BROWSER; then start the service again.',
					details: {feature: 'frontend_runner', reason: 'no_browser'},
				},
			);

export const runInFlight = (test: RunnableTest, currentRunId: RunId) =>
	new ServiceError('CONFLICT', `"${test.name}" has a run in flight.`, {
		nextAction: `Wait for ${currentRunId} or cancel it.`,
		details: {reason: 'run_in_flight', currentRunId, testId: test.id},
	});

export const queueFull = () =>
	new ServiceError('RATE_LIMITED', `The account has ${queueLimit} queued runs already.`, {
		nextAction: 'Wait for some of them to end, or cancel a batch.',
		details: {
			scope: 'triggers',
			limit: queueLimit,
			windowSeconds: 60,
			retryAfterSeconds: 60,
			retryAfterSec: 60,
		},
	});

/** Throws when something that is selected or needed stands in a ring; a teardown test that was only added does not. */
export function refuseCycles(plan: BatchPlan): void {
	const cycle = plan.cycles.find(({members}) => members.some(member => isNeeded(plan, member.id)));
	if (!cycle) return;
	const [first, second] = cycle.named;
	throw new ServiceError('CONFLICT', circularMessage([refOf(first), refOf(second)]), {
		nextAction: 'Remove one of the two needs, or produce one of the values in a third test.',
		details: {
			reason: 'circular_dependency',
			testIds: [first.id, second.id],
			testNames: [first.name, second.name],
		},
	});
}

const isNeeded = (plan: BatchPlan, testId: TestId): boolean =>
	plan.members.some(member => member.test.id === testId && member.role !== 'teardown');

/** Throws when none of the tests that are named exists; null: none is named. */
export function refuseUnknown(testIds: readonly TestId[] | null, known: {has(testId: TestId): boolean}): void {
	if (testIds === null || testIds.length === 0 || testIds.some(id => known.has(id))) return;
	const [first, ...others] = testIds;
	throw new ServiceError(
		'NOT_FOUND',
		others.length === 0
			? `No test ${byIdOrName('test', String(first))} was found.`
			: `None of these ${testIds.length} tests was found: ${firstOf(testIds)}.`,
		{details: {resource: 'test', id: first, ids: [...testIds], reason: 'not_found'}},
	);
}

const mostNamed = 10;

/** The first of many ids, in a sentence; all of them stand in the details. */
const firstOf = (ids: readonly string[]): string =>
	ids.length <= mostNamed ? ids.join(', ') : `${ids.slice(0, mostNamed).join(', ')} and ${ids.length - mostNamed} more`;
