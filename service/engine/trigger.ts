import type {BatchRunTicket} from '../../source/contract/batch.ts';
import type {Closure, RunTicket} from '../../source/contract/run.ts';
import {circularMessage} from '../domain/blocked.ts';
import {invalid, notFound, ServiceError} from '../domain/service-error.ts';
import type {Cycle} from '../planner/cycles.ts';
import {type BatchPlan, planFreshRun} from '../planner/plan-batch.ts';
import {refOf} from '../planner/plan-test.ts';
import type {NewBatch, StoredBatch} from '../store/create-batch.ts';
import type {ProjectSnapshot, RunnableTest} from '../store/project-snapshot.ts';
import type {RunStore} from '../store/run-store.ts';
import type {BatchRequest, TriggerRequest} from './engine.ts';
import {timestampOf} from './run-view.ts';

/** "Queued runs per account (more are deferred)". */
export const queueLimit = 2000;

/** What came of a trigger: the answer, and what was stored. */
export type Triggered<Ticket> = {ticket: Ticket; stored: StoredBatch | null};

type Advisories = NewBatch['advisories'];

/** Stores a fresh run of one test with everything it needs. */
export async function triggerRun(
	store: Pick<RunStore, 'createBatch' | 'findTest'>,
	accountId: string,
	testId: string,
	request: TriggerRequest,
): Promise<Triggered<RunTicket>> {
	checkEnvironment(request);
	const known = await store.findTest(accountId, testId);
	if (!known) throw notFound('test', testId);
	if (known.type === 'frontend') throw frontendUnsupported();
	const created = await store.createBatch({accountId, projectId: known.projectId, testIds: [testId]}, snapshot => ({
		plan: planOne(snapshot, testId),
		batch: newBatch(request, 'run', []),
		extra: null,
	}));
	const stored = created?.stored;
	if (!stored) throw notFound('test', testId);
	const own = stored.members.find(member => member.planned.test.id === testId)!;
	return {
		stored,
		ticket: {
			runId: own.runId,
			batchId: stored.batchId,
			status: 'queued',
			enqueuedAt: timestampOf(stored.createdAt),
			codeVersion: own.codeVersion,
			targetUrl: own.targetUrl,
			closure: closureOf(stored, testId),
			dashboardUrl: null,
			executionUrl: null,
		},
	};
}

/** Stores a batch of several tests, or of the whole project. */
export async function triggerBatch(
	store: Pick<RunStore, 'createBatch'>,
	accountId: string,
	request: BatchRequest,
): Promise<Triggered<BatchRunTicket>> {
	checkEnvironment(request);
	const testIds = request.testIds ? [...new Set(request.testIds)] : null;
	const created = await store.createBatch({accountId, projectId: request.projectId, testIds}, snapshot => {
		const selection = select(snapshot, testIds);
		const capacity = Math.max(0, queueLimit - snapshot.queued);
		const plan = planFreshRun(runnable(snapshot), selection.accepted, capacity);
		const advisories = advisoriesOf(selection, plan);
		return {plan, batch: newBatch(request, request.trigger, advisories), extra: {selection, plan, advisories}};
	});
	if (!created) throw notFound('project', request.projectId);
	const {stored, extra} = created;
	return {
		stored,
		ticket: {
			batchId: stored?.batchId ?? null,
			accepted: (stored?.members ?? []).map(({planned, runId}) => ({
				testId: planned.test.id,
				runId,
				enqueuedAt: timestampOf(stored!.createdAt),
				role: planned.role,
				dashboardUrl: null,
			})),
			conflicts: extra.selection.conflicts,
			deferred: extra.plan.deferred.map(test => ({testId: test.id, reason: 'rate_limited'})),
			advisories: extra.advisories,
			dashboardUrl: null,
			skippedFrontend: extra.selection.skippedFrontend,
			skippedIntegration: [],
		},
	};
}

function checkEnvironment({environment}: TriggerRequest): void {
	if (environment === undefined || environment === 'default') return;
	throw invalid('environment', 'unknown', `The project has no environment "${environment}".`, ['default']);
}

const frontendUnsupported = () =>
	new ServiceError('UNSUPPORTED', 'This service cannot run frontend tests: its frontend runner is off.', {
		nextAction: 'Run a backend test, or use a service with a browser.',
		details: {feature: 'frontend_runner'},
	});

const newBatch = (request: TriggerRequest, trigger: NewBatch['trigger'], advisories: Advisories): NewBatch => ({
	trigger,
	source: request.source,
	environment: request.environment ?? null,
	targetUrl: request.targetUrl ?? null,
	advisories,
});

const runnable = (snapshot: ProjectSnapshot): RunnableTest[] =>
	snapshot.tests.filter(test => test.type === 'backend' && test.hasCode);

function planOne(snapshot: ProjectSnapshot, testId: string): BatchPlan {
	const test = snapshot.tests.find(({id}) => id === testId);
	if (!test) throw notFound('test', testId);
	if (!test.hasCode) throw notFound('test', testId, 'no_code');
	const currentRunId = snapshot.inFlight.get(testId);
	if (currentRunId !== undefined)
		throw new ServiceError('CONFLICT', `"${test.name}" has a run in flight.`, {
			nextAction: `Wait for ${currentRunId} or cancel it.`,
			details: {reason: 'run_in_flight', currentRunId, testId},
		});
	if (snapshot.queued >= queueLimit) throw queueFull();
	const plan = planFreshRun(runnable(snapshot), [test]);
	const cycle = plan.cycles.find(({members}) => members.some(member => isNeeded(plan, member.id)));
	if (cycle) throw circular(cycle);
	return plan;
}

/** Selected or needed by what is selected; a teardown test that was only added does not stop a run. */
const isNeeded = (plan: BatchPlan, testId: string): boolean =>
	plan.members.some(member => member.test.id === testId && member.role !== 'teardown');

function circular(cycle: Cycle): ServiceError {
	const [first, second] = cycle.named;
	return new ServiceError('CONFLICT', circularMessage([refOf(first), refOf(second)]), {
		nextAction: 'Remove one of the two needs, or produce one of the values in a third test.',
		details: {
			reason: 'circular_dependency',
			testIds: [first.id, second.id],
			testNames: [first.name, second.name],
		},
	});
}

const queueFull = () =>
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

type Selection = {
	accepted: RunnableTest[];
	conflicts: BatchRunTicket['conflicts'];
	skippedFrontend: string[];
};

function select(snapshot: ProjectSnapshot, testIds: readonly string[] | null): Selection {
	const byId = new Map(snapshot.tests.map(test => [test.id, test]));
	const selection: Selection = {accepted: [], conflicts: [], skippedFrontend: []};
	for (const testId of testIds ?? byId.keys()) {
		const test = byId.get(testId);
		const currentRunId = snapshot.inFlight.get(testId);
		if (!test)
			selection.conflicts.push({testId, reason: 'not_found', message: `The project has no test with id ${testId}.`});
		else if (test.type === 'frontend') selection.skippedFrontend.push(testId);
		else if (!test.hasCode)
			selection.conflicts.push({testId, reason: 'no_code', message: `"${test.name}" has no code yet.`});
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

function advisoriesOf({skippedFrontend}: Selection, {cycles}: BatchPlan): Advisories {
	const advisories: Advisories = cycles.map(({named: [first, second]}) => ({
		feature: 'circular_dependency',
		message: circularMessage([refOf(first), refOf(second)]),
	}));
	if (skippedFrontend.length > 0)
		advisories.push({
			feature: 'frontend_runner',
			message: `${skippedFrontend.length} frontend ${skippedFrontend.length === 1 ? 'test was' : 'tests were'} skipped: the frontend runner of this service is off.`,
		});
	return advisories;
}

/** What was added to the selected test; null when nothing was. */
function closureOf({members}: StoredBatch, selectedId: string): Closure | null {
	if (members.length === 1) return null;
	const added = (role: string) =>
		members
			.filter(({planned}) => planned.role === role && planned.test.id !== selectedId)
			.map(({planned}) => planned.test.id);
	return {
		members: members.map(({planned, runId}) => ({testId: planned.test.id, runId, role: planned.role})),
		addedProducers: added('producer'),
		addedConsumers: added('consumer'),
		addedTeardowns: added('teardown'),
		// A fresh run reads no earlier capture, so it drops none.
		clearedCaptured: 0,
	};
}
