import {beat} from './beat.ts';
import {cancelBatch} from './cancel-batch.ts';
import {cancelRun} from './cancel-run.ts';
import {type Claim, claimRuns, claimRunsIn} from './claim-runs.ts';
import {createBatch, type Planned} from './create-batch.ts';
import type {Database} from './database.ts';
import {type Finish, finishRunIn} from './finish-run.ts';
import type {NewId} from './ids.ts';
import type {PageRequest} from './page.ts';
import type {ProjectSnapshot} from './project-snapshot.ts';
import {findProject} from './projects.ts';
import {type BatchFilter, findBatch, findBatchVersion, listBatchesOf, readLoad} from './read-batch.ts';
import {
	findResultRun,
	findRun,
	findRunStanding,
	findTestKind,
	listFailedAssertions,
	listRunsInFlight,
	listRunsOfTest,
} from './read-run.ts';
import {reap} from './reap.ts';

/** What the engine may do with the store. Every change is one transaction. */
export type RunStore = ReturnType<typeof createRunStore>;

export function createRunStore(database: Database, newId: NewId) {
	return {
		createBatch: <Extra>(
			where: {accountId: string; projectId: string; testIds: readonly string[] | null},
			now: number,
			plan: (snapshot: ProjectSnapshot) => Planned<Extra>,
		) => createBatch(database, {newId, now}, where, plan),
		claim: (claim: Claim) => claimRuns(database, claim),
		/**
		 * Stores the end of an execution and takes what may start now, in one transaction: one write to the disk per
		 * test instead of two. `ended` is null when the finish came too late and changed nothing.
		 */
		finishAndClaim: (finish: Finish, claim: Claim) =>
			database.transaction().execute(async transaction => {
				const ended = await finishRunIn(transaction, newId, finish);
				const next = claim.limit > 0 ? await claimRunsIn(transaction, claim) : {runs: [], changed: []};
				return {ended, ...next};
			}),
		beat: (worker: {workerId: string; leaseMs: number; now: number}) => beat(database, worker),
		reap: (which: Parameters<typeof reap>[1], now: number) => reap(database, which, now),
		cancelRun: (accountId: string, runId: string, now: number) => cancelRun(database, accountId, runId, now),
		cancelBatch: (accountId: string, batchId: string, options: {skipCleanup: boolean; now: number}) =>
			cancelBatch(database, accountId, batchId, options),

		findRun: (accountId: string, runId: string) => findRun(database, accountId, runId),
		findRunStanding: (runId: string) => findRunStanding(database, runId),
		findResultRun: (testId: string) => findResultRun(database, testId),
		findTest: (accountId: string, testId: string) => findTestKind(database, accountId, testId),
		listRunsOfTest: (testId: string, page: PageRequest) => listRunsOfTest(database, testId, page),
		listFailedAssertions: (testId: string, page: PageRequest) => listFailedAssertions(database, testId, page),
		listRunsInFlight: (target: {testId: string} | {projectId: string}) => listRunsInFlight(database, target),
		findProject: (accountId: string, projectId: string) => findProject(database, accountId, projectId),
		findBatch: (accountId: string, batchId: string, since: number) => findBatch(database, accountId, batchId, since),
		findBatchVersion: (batchId: string) => findBatchVersion(database, batchId),
		listBatches: (accountId: string, projectId: string, filter: BatchFilter, page: PageRequest) =>
			listBatchesOf(database, accountId, projectId, filter, page),
		readLoad: () => readLoad(database),
	};
}
