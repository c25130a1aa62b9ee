import type {BatchRunTicket} from '../../contract/batch.ts';
import type {AccountId, BatchId, ProjectId, TestId} from '../../contract/ids.ts';
import type {RunTicket} from '../../contract/run.ts';
import {notFound} from '../domain/service-error.ts';
import {timestamp} from '../domain/timestamp.ts';
import {type BatchPlan, planFreshRun} from '../graph/plan-batch.ts';
import type {NewBatch} from '../store/batches/batch-rows.ts';
import type {StoredBatch} from '../store/batches/create-batch.ts';
import type {ProjectSnapshot} from '../store/batches/project-snapshot.ts';
import type {RunStore} from '../store/runs/run-store.ts';
import {closureOf} from './closure-view.ts';
import type {BatchRequest, TriggerRequest, Engine} from './engine.ts';
import {
	advisoriesOf,
	capacityOf,
	conflictsOf,
	environmentWish,
	frontendUnsupported,
	refuseFrontendOnly,
	queueFull,
	refuseCycles,
	refuseUnknown,
	runInFlight,
	runnable,
	select,
	ticketOf,
	type Here,
} from './selection.ts';

/** What came of a trigger: the answer, and what was stored. */
export type Triggered<Ticket> = {ticket: Ticket; stored: StoredBatch | null};

/** Stores a fresh run of one test with everything it needs. */
export async function triggerRun(
	store: Pick<RunStore, 'createBatch' | 'findTest'>,
	accountId: AccountId,
	testId: TestId,
	request: TriggerRequest,
	options: Here,
): Promise<Triggered<RunTicket>> {
	const known = await store.findTest(accountId, testId);
	if (!known) throw notFound('test', testId);
	if (known.type === 'frontend' && !options.frontend) throw frontendUnsupported(options);
	const environment = environmentWish(request.environment, 'default');
	const where = {accountId, projects: [{projectId: known.projectId, testIds: [testId], environment}], forRerun: false};
	const {stored} = await store.createBatch(where, ([snapshot]) => {
		if (!snapshot) throw notFound('test', testId);
		return {
			parts: [{snapshot, plan: planOne(snapshot, testId)}],
			batch: newBatch(request, {trigger: 'run', advisories: []}),
			extra: null,
		};
	});
	if (!stored) throw notFound('test', testId);
	// A fresh run reads no earlier value, so it drops none.
	return {stored, ticket: runTicketOf(stored, testId, 0)};
}

/** The ticket of the one test that was asked for. */
export function runTicketOf(stored: StoredBatch, testId: TestId, clearedCaptured: number): RunTicket {
	const own = stored.members.find(member => member.planned.test.id === testId);
	if (!own) throw notFound('test', testId);
	return {
		runId: own.runId,
		batchId: stored.batchId,
		status: 'queued',
		enqueuedAt: timestamp(stored.createdAt),
		codeVersion: own.codeVersion,
		targetUrl: own.targetUrl,
		closure: closureOf(stored, testId, clearedCaptured),
		dashboardUrl: null,
		executionUrl: null,
	};
}

/** Stores a batch of several tests, or of the whole project. */
export async function triggerBatch(
	store: Pick<RunStore, 'createBatch'>,
	accountId: AccountId,
	request: BatchRequest,
	options: Here,
): Promise<Triggered<BatchRunTicket>> {
	const testIds = request.testIds ? [...new Set(request.testIds)] : null;
	const environment = environmentWish(request.environment, 'default');
	const where = {accountId, projects: [{projectId: request.projectId, testIds, environment}], forRerun: false};
	const {stored, extra} = await store.createBatch(where, ([snapshot]) => {
		if (!snapshot) throw notFound('project', request.projectId);
		const selection = select(snapshot, testIds, {...options, rerun: false});
		refuseUnknown(testIds, new Set(snapshot.tests.map(({id}) => id)));
		if (testIds !== null) refuseFrontendOnly([selection], options);
		const plan = planFreshRun(runnable(snapshot, selection.accepted), selection.accepted, capacityOf(snapshot));
		const advisories = advisoriesOf(plan.cycles, selection.skippedFrontend);
		return {
			parts: [{snapshot, plan}],
			batch: newBatch(request, {trigger: request.trigger, advisories}),
			extra: {...selection, conflicts: conflictsOf(selection, plan), advisories, deferred: plan.deferred},
		};
	});
	return {
		stored,
		ticket: {...ticketOf(stored, extra), skippedFrontend: extra.skippedFrontend, skippedIntegration: []},
	};
}

/** A batch as a trigger wants it; what it does not name is as in a fresh run. */
export const newBatch = (
	request: Pick<TriggerRequest, 'source' | 'targetUrl' | 'seed'>,
	batch: Pick<NewBatch, 'trigger' | 'advisories'> & Partial<NewBatch>,
): NewBatch => ({
	source: request.source,
	seed: request.seed ?? null,
	targetUrl: request.targetUrl ?? null,
	rerun: false,
	skipDependencies: false,
	testListId: null,
	schedule: null,
	...batch,
});

function planOne(snapshot: ProjectSnapshot, testId: TestId): BatchPlan {
	const test = snapshot.tests.find(({id}) => id === testId);
	if (!test) throw notFound('test', testId);
	if (!test.hasCode) throw notFound('test', testId, 'no_code');
	const currentRunId = snapshot.inFlight.get(testId);
	if (currentRunId !== undefined) throw runInFlight(test, currentRunId);
	if (capacityOf(snapshot) === 0) throw queueFull();
	const plan = planFreshRun(runnable(snapshot, [test]), [test]);
	refuseCycles(plan);
	return plan;
}

const patienceMs = 60_000;

/** Runs tests of a project and waits until their batch has ended with its cleanup. */
export async function runToEnd(
	engine: Pick<Engine, 'triggerBatch' | 'readBatch' | 'waitForChange'>,
	accountId: AccountId,
	request: {projectId: ProjectId; testIds: TestId[]},
): Promise<void> {
	const {batchId} = await engine.triggerBatch(accountId, {...request, trigger: 'run', source: 'portal'});
	if (batchId) await batchEnded(engine, accountId, batchId);
}

/** Waits until a batch has ended with its cleanup. */
export async function batchEnded(
	engine: Pick<Engine, 'readBatch' | 'waitForChange'>,
	accountId: AccountId,
	batchId: BatchId,
): Promise<void> {
	for (let since = 0; ; ) {
		const {phase, version, cleanup} = await engine.readBatch(accountId, batchId, since);
		if (phase === 'done' && cleanup.state !== 'running') return;
		since = version;
		// Also of one that has ended, whose cleanup is repeated.
		await engine.waitForChange(batchId, since, patienceMs, new AbortController().signal);
	}
}
