import type {TestType} from '../../../contract/enums.ts';
import type {AccountId, BatchId, ProjectId, RunId, TestId} from '../../../contract/ids.ts';
import {
	type BatchLogin,
	failLogin,
	findLogin,
	holdForLogin,
	listOpenLogins,
	type LoginCall,
	openLogin,
} from '../batches/batch-logins.ts';
import {beat, type LostRuns, reap} from './reap.ts';
import {cancelBatch} from '../batches/cancel-batch.ts';
import {cancelRun} from './cancel-run.ts';
import {createBatch, type Planned} from '../batches/create-batch.ts';
import {BatchChanges} from '../batches/batch-changes.ts';
import {changeAfterReading, type StoreTransaction, type Database} from '../database.ts';
import {shaped} from '../dialect/shaped.ts';
import {storageOf} from '../dialect/storage.ts';
import {type OpenedBatch, openedBatches} from '../batches/batch-change.ts';
import {type Claim, claimRuns, hasReady, readyQuestions, type TakenRun, withInputs} from './claim-runs.ts';
import {finishRun, type ReadRun, runningRuns} from './finish-run.ts';
import type {Finish} from './finish.ts';
import type {NewId} from '../ids.ts';
import {type Learning, withoutLearning} from '../plans/learning.ts';
import {keepLostCalls, type LostExecution} from '../calls/keep-lost-calls.ts';
import type {PageRequest} from '../page.ts';
import {type Protection, protectionOnce} from '../calls/secret-rules.ts';
import type {ProjectSnapshot, SnapshotRequest} from '../batches/project-snapshot.ts';
import {findProject} from '../projects/projects.ts';
import {createReadBeforeFacts} from '../calls/read-before-facts.ts';
import {
	type BatchFilter,
	findBatch,
	findBatchVersion,
	listBatchesOf,
	readLoad,
	waitingKinds,
} from '../batches/read-batch.ts';
import {
	findProjectsOf,
	findResultRun,
	findRun,
	findRunStanding,
	findTestKind,
	listRunsFrom,
	listRunsInFlight,
	listRunsOfTest,
} from './read-run.ts';
import {listSweeps} from '../cleanup/read-sweep.ts';
import {
	addressesOf,
	type LiveStep,
	saveLiveSteps,
	listPlannedSteps,
	listSteps,
	listStepsOfTest,
	standingsOf,
} from './run-steps.ts';
import {findRefusal} from '../plans/store-generated.ts';
import type {RunTable} from './run-tables.ts';
import {endWithoutSweep} from '../cleanup/save-sweep.ts';
import {listStepCalls} from './read-failure.ts';

/** What the engine may do with the store. Every change is one transaction. */
export type RunStore = ReturnType<typeof createRunStore>;

/**
 * @param now epoch milliseconds; read while the transaction holds the store, so that times never contradict the order in
 *   which things happened
 * @param learning what generated tests learn of their API; absent: nothing
 */
export function createRunStore(
	database: Database,
	newId: NewId,
	now: () => number,
	protection: Protection,
	learning: Learning = withoutLearning,
) {
	const change = <Answer>(work: (transaction: StoreTransaction, now: number) => Promise<Answer>): Promise<Answer> =>
		database.transaction().execute(transaction => work(transaction, now()));
	const readFacts = createReadBeforeFacts();
	return {
		createBatch: <Extra>(request: SnapshotRequest, plan: (snapshots: ProjectSnapshot[]) => Planned<Extra>) =>
			change((transaction, at) =>
				createBatch(transaction, {newId, now: at, openText: protection.openText}, request, plan),
			),
		/**
		 * Stores the ends of executions and takes what may start now, in one transaction: one write to the disk instead
		 * of two per test, and one change of their batch. `ended` is in the order of `finishes`, false for one that came too
		 * late and changed nothing.
		 */
		finishAndClaim: (finishes: readonly Finish[], claim: Claim) =>
			changeAfterReading(database, async transaction => {
				const {runs: read, batches, ready} = await readAhead(transaction, finishes, claim);
				const at = now();
				const changes = new BatchChanges(transaction, at, batches);
				const once = protectionOnce(protection);
				const ended: boolean[] = [];
				/** What was read ahead is still so. */
				let isUnmoved = true;
				for (const finish of finishes) {
					const known = isUnmoved ? read : undefined;
					const end = await finishRun(transaction, newId, finish, at, once, learning, changes, known);
					ended.push(end !== 'late');
					isUnmoved &&= end !== 'moved';
				}
				// Somebody else has the run by now: what it did here is to be cleaned up all the same.
				const late = finishes.filter((_, place) => !ended[place]);
				await keepLostCalls(transaction, newId, late, once, changes);
				const found = isUnmoved ? ready : undefined;
				const taken = claim.limit > 0 ? await claimRuns(transaction, newId, claim, at, changes, found) : [];
				const runs = await withInputs(transaction, taken, once, readFacts, learning.leniencyOf);
				return {ended, runs, changed: await changes.save()};
			}),
		/** Stores steps of runs that go on. */
		saveLiveSteps: (steps: readonly LiveStep[]) => change((transaction, at) => saveLiveSteps(transaction, steps, at)),
		beat: (worker: {workerId: string; leaseMs: number}) => beat(database, worker, now()),
		/** Takes lost runs back, and keeps what is known of what they did. */
		reap: (which: LostRuns, lost: readonly LostExecution[] = []) =>
			change(async (transaction, at) => {
				const changes = new BatchChanges(transaction, at);
				await keepLostCalls(transaction, newId, lost, protection, changes);
				await reap(transaction, which, at, changes);
				return changes.save();
			}),
		cancelRun: (accountId: AccountId, runId: RunId) =>
			change((transaction, at) => cancelRun(transaction, accountId, runId, at)),
		cancelBatch: (accountId: AccountId, batchId: BatchId, {skipCleanup}: {skipCleanup: boolean}) =>
			change((transaction, at) => cancelBatch(transaction, accountId, batchId, skipCleanup, at)),

		endWithoutSweep: (batchId: BatchId) => change((transaction, at) => endWithoutSweep(transaction, batchId, at)),
		listSweeps: () => listSweeps(database),

		openLogin: (login: BatchLogin, answer: {calls: readonly LoginCall[]; token: string | null}) =>
			change((transaction, at) => openLogin(transaction, newId, login, answer, at)),
		failLogin: (login: BatchLogin, failure: {error: string; calls: readonly LoginCall[]}) =>
			change((transaction, at) => failLogin(transaction, newId, login, failure, at)),
		holdForLogin: (login: BatchLogin) => change(transaction => holdForLogin(transaction, login)),
		listOpenLogins: (which: 'open' | 'waiting') => listOpenLogins(database, which),
		findLogin: (login: BatchLogin) => findLogin(database, login),
		addressesOf: (hashes: readonly string[]) => addressesOf(database, hashes),
		hasReady: (kinds: readonly TestType[]) => hasReady(database, kinds),

		listSteps: (runId: RunId) => listSteps(database, runId),
		listPlannedSteps: (runId: RunId) => listPlannedSteps(database, runId),
		listStepsOfTest: (testId: TestId, page: PageRequest) => listStepsOfTest(database, testId, page),
		standingsOf: (runIds: readonly RunId[]) => standingsOf(database, runIds),
		findRun: (accountId: AccountId, runId: RunId) => findRun(database, accountId, runId),
		findRunStanding: (runId: RunId) => findRunStanding(database, runId),
		findResultRun: (testId: TestId) => findResultRun(database, testId),
		findRefusal: (testId: TestId) => findRefusal(database, testId),
		findTest: (accountId: AccountId, testId: TestId) => findTestKind(database, accountId, testId),
		findProjectsOf: (accountId: AccountId, testIds: readonly TestId[]) => findProjectsOf(database, accountId, testIds),
		listRunsOfTest: (testId: TestId, page: PageRequest) => listRunsOfTest(database, testId, page),
		listRunsFrom: (testId: TestId, from: string, limit: number) => listRunsFrom(database, testId, from, limit),
		listStepCalls: (run: Pick<RunTable, 'id' | 'attempt'>) => listStepCalls(database, run),
		listRunsInFlight: (target: {testId: TestId} | {projectId: ProjectId}) => listRunsInFlight(database, target),
		findProject: (accountId: AccountId, projectId: ProjectId) => findProject(database, accountId, projectId),
		findBatch: (accountId: AccountId, batchId: BatchId, since: number) =>
			findBatch(database, accountId, batchId, since),
		findBatchVersion: (batchId: BatchId) => findBatchVersion(database, batchId),
		listBatches: (accountId: AccountId, projectId: ProjectId, filter: BatchFilter, page: PageRequest) =>
			listBatchesOf(database, accountId, projectId, filter, page),
		readLoad: () => readLoad(database),
		waitingKinds: (accountId: AccountId, kinds: readonly TestType[]) => waitingKinds(database, accountId, kinds),
	};
}

/** Everything that the usual end of a test and the start of the next one need to know, at once. */
async function readAhead(transaction: StoreTransaction, finishes: readonly Finish[], claim: Claim) {
	const batchIds = [...new Set(finishes.flatMap(({batchId}) => batchId ?? []))];
	const ready = claim.limit > 0 ? readyQuestions(transaction, claim) : [];
	const ids = finishes.map(({runId}) => runId);
	const answers = await storageOf(transaction).askTogether(transaction, [
		...(ids.length > 0 ? [shaped('running', {ids}, values => runningRuns(transaction, values.ids))] : []),
		...(batchIds.length > 0
			? [shaped('batches', {batchIds}, values => openedBatches(transaction, values.batchIds))]
			: []),
		...ready.map(({question}) => question),
	]);
	const next = () => answers.shift() ?? [];
	const runs = ids.length > 0 ? (next() as ReadRun[]) : [];
	const batches = batchIds.length > 0 ? (next() as OpenedBatch[]) : [];
	const byKind: Record<TestType, TakenRun[]> = {backend: [], frontend: []};
	for (const {kind} of ready) byKind[kind] = next() as TakenRun[];
	return {runs, batches, ready: byKind};
}
