import type {AccountId, ProjectId, TestId} from '../../contract/ids.ts';
import type {BatchRerunTicket, RerunTicket} from '../../contract/rerun.ts';
import {notFound, ServiceError} from '../domain/service-error.ts';
import type {BatchPlan} from '../graph/plan-batch.ts';
import {refOf} from '../graph/plan-test.ts';
import {clearedBy, leftOutOf, planRerun} from '../graph/plan-rerun.ts';
import type {StoredBatch} from '../store/batches/create-batch.ts';
import type {ProjectSnapshot} from '../store/batches/project-snapshot.ts';
import type {RunStore} from '../store/runs/run-store.ts';
import {additionsTo} from './closure-view.ts';
import type {BatchRerunRequest, RerunRequest} from './engine.ts';
import {
	advisoriesOf,
	capacityOf,
	conflictsOf,
	environmentWish,
	frontendUnsupported,
	queueFull,
	queueLimit,
	refuseCycles,
	refuseFrontendOnly,
	refuseUnknown,
	runInFlight,
	runnable,
	type Selection,
	select,
	ticketOf,
	type Here,
} from './selection.ts';
import {newBatch, runTicketOf, type Triggered} from './trigger.ts';

/** Stores a rerun of one test with its closure, or of the test alone when dependencies are skipped. */
export async function rerunTest(
	store: Pick<RunStore, 'createBatch' | 'findTest'>,
	accountId: AccountId,
	testId: TestId,
	request: RerunRequest,
	options: Here,
): Promise<Triggered<RerunTicket>> {
	const known = await store.findTest(accountId, testId);
	if (!known) throw notFound('test', testId);
	if (known.type === 'frontend' && !options.frontend) throw frontendUnsupported(options);
	// "In reruns": the same environment as the run that is repeated.
	const environment = environmentWish(request.environment, 'as_before');
	const where = {accountId, projects: [{projectId: known.projectId, testIds: [testId], environment}], forRerun: true};
	const {stored, extra} = await store.createBatch(where, ([snapshot]) => {
		if (!snapshot) throw notFound('test', testId);
		const skipDependencies = skipsIn(snapshot, request);
		const plan = planOne(snapshot, testId, skipDependencies, request.withSiblings);
		return {
			parts: [{snapshot, plan}],
			batch: newBatch(request, {
				trigger: 'rerun',
				advisories: [],
				rerun: true,
				autoHeal: request.autoHeal ?? false,
				skipDependencies,
			}),
			extra: {
				cleared: clearedBy(plan, snapshot.earlier),
				leftOut: skipDependencies ? [] : leftOutOf(runnable(snapshot, []), plan).map(refOf),
			},
		};
	});
	if (!stored) throw notFound('test', testId);
	const ticket = runTicketOf(stored, testId, extra.cleared);
	return {
		stored,
		ticket: {
			...ticket,
			closure: ticket.closure && {...ticket.closure, leftOut: extra.leftOut},
			autoHeal: known.isPlan && (request.autoHeal ?? false),
		},
	};
}

function planOne(
	snapshot: ProjectSnapshot,
	testId: TestId,
	skipDependencies: boolean,
	siblings: boolean | undefined,
): BatchPlan {
	const test = snapshot.tests.find(({id}) => id === testId);
	if (!test) throw notFound('test', testId);
	if (!test.hasRun) throw neverRan(testId);
	if (!test.hasCode) throw notFound('test', testId, 'no_code');
	if (test.isPlan && !test.hasScript) throw nothingToReplay(testId);
	const currentRunId = snapshot.inFlight.get(testId);
	if (currentRunId !== undefined) throw runInFlight(test, currentRunId);
	if (capacityOf(snapshot) === 0) throw queueFull();
	const plan = planRerun(runnable(snapshot, [test]), [test], {
		whole: false,
		earlier: skipDependencies ? snapshot.earlier : null,
		siblings: siblings ?? false,
		// As in a fresh run, one test is never deferred: its closure comes along.
		capacity: Number.POSITIVE_INFINITY,
	});
	refuseCycles(plan);
	return plan;
}

const neverRan = (testId: TestId) =>
	new ServiceError('NOT_FOUND', 'This test has never run, so there is nothing to run again.', {
		nextAction: `Run it: svc test run ${testId}`,
		details: {resource: 'test', id: testId, reason: 'no_replayable_run'},
	});

const nothingToReplay = (testId: TestId) =>
	new ServiceError('NOT_FOUND', 'This test has no saved script yet: the first run that passes saves one.', {
		nextAction: `Run it: svc test run ${testId}`,
		details: {resource: 'test', id: testId, reason: 'no_replayable_run'},
	});

/** Dependencies are skipped by API tests alone: a plan brings none along. */
const skipsIn = (snapshot: ProjectSnapshot, {skipDependencies}: Pick<RerunRequest, 'skipDependencies'>): boolean =>
	skipDependencies && snapshot.project.type === 'backend';

/** What one project adds to a batch of reruns. */
type Part = {snapshot: ProjectSnapshot; plan: BatchPlan; selection: Selection};

/** Stores a rerun of named tests, of any project, or of a whole project. */
export async function rerunBatch(
	store: Pick<RunStore, 'createBatch' | 'findProjectsOf'>,
	accountId: AccountId,
	request: BatchRerunRequest,
	options: Here,
): Promise<Triggered<BatchRerunTicket>> {
	const environment = environmentWish(request.environment, 'as_before');
	const whole = request.projectId !== undefined;
	const testIds = [...new Set(request.testIds ?? [])];
	const projectOf = whole ? new Map<string, string>() : await store.findProjectsOf(accountId, testIds);
	const projects = whole
		? [{projectId: request.projectId!, testIds: request.testIds === undefined ? null : testIds, environment}]
		: [...new Set(projectOf.values())].map(projectId => ({
				projectId,
				testIds: testIds.filter(id => projectOf.get(id) === projectId),
				environment,
			}));
	const {stored, extra} = await store.createBatch({accountId, projects, forRerun: true}, snapshots => {
		if (whole && snapshots.length === 0) throw notFound('project', request.projectId!);
		refuseUnknown(whole ? null : testIds, projectOf);
		const parts = planParts(snapshots, projects, request, whole, options);
		const frontend = parts.flatMap(({selection}) => selection.skippedFrontend);
		refuseFrontendOnly(
			parts.map(({selection}) => selection),
			options,
		);
		const advisories = advisoriesOf(
			parts.flatMap(({plan}) => plan.cycles),
			frontend,
		);
		return {
			parts,
			batch: newBatch(request, {
				trigger: whole ? 'rerun_all' : 'rerun',
				advisories,
				rerun: true,
				autoHeal: request.autoHeal ?? false,
				skipDependencies: request.skipDependencies,
			}),
			extra: {parts, advisories},
		};
	});
	const {parts, advisories} = extra;
	return {
		stored,
		ticket: {
			...ticketOf(stored, {
				conflicts: parts.flatMap(({selection, plan}) => conflictsOf(selection, plan)),
				deferred: parts.flatMap(({plan}) => plan.deferred),
				advisories,
			}),
			closure: {byProject: parts.filter(({plan}) => plan.members.length > 0).map(part => closureOfPart(part, stored))},
			notFound: whole ? [] : testIds.filter(id => !projectOf.has(id)),
		},
	};
}

function planParts(
	snapshots: readonly ProjectSnapshot[],
	projects: ReadonlyArray<{projectId: ProjectId; testIds: readonly TestId[] | null}>,
	request: BatchRerunRequest,
	whole: boolean,
	options: Here,
): Part[] {
	let queued = snapshots[0]?.queued ?? 0;
	return snapshots.map(snapshot => {
		const asked = projects.find(({projectId}) => projectId === snapshot.project.id);
		const selection = select(snapshot, asked?.testIds ?? null, {...options, rerun: true});
		const plan = planRerun(runnable(snapshot, selection.accepted), selection.accepted, {
			whole,
			earlier: skipsIn(snapshot, request) ? snapshot.earlier : null,
			capacity: Math.max(0, queueLimit - queued),
		});
		queued += plan.members.length;
		return {snapshot, plan, selection};
	});
}

function closureOfPart(
	{snapshot, plan, selection}: Part,
	stored: StoredBatch | null,
): BatchRerunTicket['closure']['byProject'][number] {
	const projectId = snapshot.project.id;
	const inside = new Set(plan.members.map(({test}) => test.id));
	const selected = selection.accepted.map(({id}) => id).filter(id => inside.has(id));
	const members = (stored?.members ?? []).filter(member => member.projectId === projectId);
	return {
		projectId,
		projectName: snapshot.project.name,
		testIds: selected,
		...additionsTo(members, new Set(selected)),
		clearedCaptured: clearedBy(plan, snapshot.earlier),
	};
}
