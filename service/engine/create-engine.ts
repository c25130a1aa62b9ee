import {availableParallelism} from 'node:os';
import type {ArtifactPlace} from '../domain/artifacts.ts';
import {isTerminal, testTypes} from '../../contract/enums.ts';
import type {AccountId, BatchId, RunId, TestId} from '../../contract/ids.ts';
import {notFound} from '../domain/service-error.ts';
import type {Runner} from '../runners/runner.ts';
import type {StoredBatch} from '../store/batches/create-batch.ts';
import type {RunStore} from '../store/runs/run-store.ts';
import {batchSummaryView, batchView} from './batch-view.ts';
import {BatchLogins} from './batch-logins.ts';
import {cancelBatch, cancelRun, cancelRunsOf, type StopRuns} from './cancel.ts';
import {ChangeBoard} from './change-board.ts';
import {Dispatcher, type TraceRun} from './dispatcher.ts';
import type {EngineLog, Engine} from './engine.ts';
import {lostExecution, type StepsOf} from './execution.ts';
import {hold} from './hold.ts';
import {rerunBatch, rerunTest} from './rerun.ts';
import {pageOfSteps, stepsOfRunOfCode} from './code-step-view.ts';
import {noResult, refusedResult, resultView} from './result-view.ts';
import {testStep} from './step-view.ts';
import type {Frontend} from './plan-execution.ts';
import {noAuth, type RunAuth} from './run-auth.ts';
import type {TargetWatch} from './target-watch.ts';
import {runList} from './run-list.ts';
import {runSchedule} from './run-schedule.ts';
import {historyItem, runView} from './run-view.ts';
import {intoTheDatabase, placeBlobs} from './place-blobs.ts';
import {type BatchSweep, noSweep, type SweepHost} from './batch-sweep.ts';
import {createUnserved} from './unserved.ts';
import {createTeamWork} from './team-work.ts';
import type {Team} from './team.ts';
import {type Triggered, triggerBatch, triggerRun} from './trigger.ts';

/** Scratch folder of a process that is gone, which is this one's until `release`. */
export type AbandonedScratch = {scratchDir: string; release(): void};

export type EngineParts = {
	store: RunStore;
	/** Executes backend tests, and frontend tests that are code. Stopped by whoever made it, after the engine. */
	runner: Runner;
	/** Executes plans in a browser; absent: this service does not. */
	frontend?: Frontend;
	/** Keeps pictures and pages outside the database; absent: they stand in it. */
	artifacts?: ArtifactPlace;
	/** Epoch milliseconds. */
	now(): number;
	/** Unique per process. */
	workerId: string;
	workers: number;
	/** Tests at once per worker. */
	concurrency: number;
	log: EngineLog;
	/** Where tests get credentials from; absent: they get none. */
	auth?: RunAuth;
	/** Makes what deletes the records of batches; absent: batches end after their teardown tests. */
	sweep?(host: SweepHost): BatchSweep;
	/** Asks after APIs that are gone; absent: what they did to a test is its verdict. */
	target?: TargetWatch;
	/** Reads the steps out of an execution of code; absent: its runs have none. */
	stepsOf?: StepsOf;
	/** The other processes of its store; absent: there can be none. */
	team?: Team;
	/** Takes, one after the other, scratch folders of killed processes of this machine that nobody has started again. */
	abandoned?(): Iterable<AbandonedScratch>;
	/** Told of every execution, for the traces. */
	traceRun?: TraceRun;
	/** Told of every run that has ended, for the metrics. */
	onEnded?(runIds: readonly RunId[]): void;
	/** Told of every batch that has ended with its cleanup. */
	onBatchDone?(batchId: BatchId): void;
	/** The same of those that other processes have ended. */
	onBatchHeard?(batchId: BatchId): void;
};

/**
 * The engine of one process: triggers, waits and views over the store, and a dispatcher with `workers × concurrency` slots. It is
 * alone on its store, or one of a team.
 */
export function createEngine(parts: EngineParts): Engine {
	const {store, workers, concurrency, team} = parts;
	const executes = team?.executes ?? true;
	const board: ChangeBoard = new ChangeBoard(
		parts.onEnded,
		batchId => {
			logins.forget(batchId);
			parts.onBatchDone?.(batchId);
		},
		batchId => {
			if (executes) sweep.begin(batchId);
		},
	);
	const logins: BatchLogins = new BatchLogins({
		...parts,
		auth: parts.auth ?? noAuth,
		board,
		wake: () => dispatcher.wake(),
	});
	const dispatcher: Dispatcher = new Dispatcher({
		...parts,
		board,
		placeBlobs: parts.artifacts ? placeBlobs({store, place: parts.artifacts, log: parts.log}) : intoTheDatabase,
		logins,
		...(team ? {kinds: team.kinds} : {}),
		slots: workers * concurrency,
		// "At most min(concurrency, 2 × cores) per worker."
		frontendSlots: workers * Math.min(concurrency, 2 * availableParallelism()),
	});

	const host: SweepHost = {
		publish: changes => board.publish(changes),
		wake: () => dispatcher.wake(),
		tokenOf: (batchId, projectId) => logins.tokenOf(batchId, projectId),
		renew: (batchId, projectId) => logins.renew(batchId, projectId),
	};
	const sweep: BatchSweep = parts.sweep?.(host) ?? noSweep(store, host);

	const accept = <Ticket>({ticket, stored}: Triggered<Ticket>): Ticket => {
		if (stored) begin(stored);
		return ticket;
	};
	const begin = (stored: StoredBatch) => {
		board.publish([stored.changed]);
		logins.begin(stored.batchId, stored.logins);
		dispatcher.wake();
	};

	// Of several processes the one that is asked need not be the one that executes.
	const here = async () =>
		team
			? {frontend: (await team.servedKinds()).has('frontend'), isTeam: true}
			: {frontend: parts.frontend?.isReady() ?? false};
	/** What killed executions did reaches the store before they are given to others. */
	async function takeLeft(which: 'all' | 'theirs', scratchDir?: string): Promise<void> {
		const left = await parts.runner.takeLeft?.(scratchDir);
		const lost = left?.executions.map(lostExecution) ?? [];
		board.publish(
			await store.reap(which === 'all' ? which : lost.map(({runId, attempt}) => ({id: runId, attempt})), lost),
		);
		await left?.discard();
	}
	async function takeAbandoned(): Promise<void> {
		for (const {scratchDir, release} of parts.abandoned?.() ?? [])
			try {
				await takeLeft('theirs', scratchDir);
			} finally {
				release();
			}
	}
	const teamWork = team && createTeamWork({...parts, team, board, dispatcher, logins, sweep, takeAbandoned});
	/** Stops what executes here and elsewhere; resolves when it has ended, or cannot be waited for any longer. */
	const stopRuns: StopRuns = async runIds => {
		await dispatcher.cancel(runIds);
		await teamWork?.endsOf(runIds);
	};
	const cancelling = {store, board, dispatcher: {cancel: stopRuns, wake: () => dispatcher.wake()}};

	return {
		triggerRun: async (accountId, testId, request) =>
			accept(await triggerRun(store, accountId, testId, request, await here())),
		triggerBatch: async (accountId, request) => accept(await triggerBatch(store, accountId, request, await here())),
		rerunTest: async (accountId, testId, request) =>
			accept(await rerunTest(store, accountId, testId, request, await here())),
		rerunBatch: async (accountId, request) => accept(await rerunBatch(store, accountId, request, await here())),
		runList: async (accountId, request) => accept(await runList(store, accountId, request, await here())),

		runSchedule: async (accountId, request) => accept(await runSchedule(store, accountId, request, await here())),

		async cancelRun(accountId, runId) {
			const {alreadyCancelled} = await cancelRun(cancelling, accountId, runId);
			return {...(await readRun(accountId, runId)), alreadyCancelled};
		},
		cancelBatch: (accountId, batchId, options) => cancelBatch(cancelling, accountId, batchId, options),
		cancelRunsOf: target => cancelRunsOf(cancelling, target),

		readRun: (accountId, runId, options) => readRun(accountId, runId, options),
		async waitForRun(runId, until, waitMs, signal) {
			const run = await store.findRunStanding(runId);
			if (!run || run.phase === 'done') return;
			const isOver = async () => {
				const standing = await store.findRunStanding(runId);
				return !standing || standing.phase === 'done' || (until === 'run' && isTerminal(standing.status));
			};
			await hold(
				wake =>
					until === 'run' ? board.onRunEnd(runId, wake) : board.onVersion(run.batch_id, Number.POSITIVE_INFINITY, wake),
				isOver,
				waitMs,
				signal,
			);
		},
		async readBatch(accountId, batchId, since) {
			const rows = await store.findBatch(accountId, batchId, since);
			if (!rows) throw notFound('batch', batchId);
			return batchView(rows, since);
		},
		async waitForBatch(batchId, since, waitMs, signal) {
			const isOver = async () => {
				const batch = await store.findBatchVersion(batchId);
				return !batch || batch.done || (batch.version > since && !board.isHeldBack(batchId, since, batch.version));
			};
			await hold(wake => board.onVersion(batchId, since, wake), isOver, waitMs, signal);
		},
		async waitForChange(batchId, since, waitMs, signal) {
			const isOver = async () => {
				const batch = await store.findBatchVersion(batchId);
				return !batch || (batch.version > since && !board.isHeldBack(batchId, since, batch.version));
			};
			await hold(wake => board.onVersion(batchId, since, wake), isOver, waitMs, signal);
		},
		publish: changes => board.publish(changes),
		async listBatches(accountId, projectId, query) {
			const project = await store.findProject(accountId, projectId);
			if (!project) throw notFound('project', projectId);
			const {rows, waves, whole, orphaned, unresolved, next} = await store.listBatches(
				accountId,
				projectId,
				query,
				query,
			);
			return {
				items: rows.map(row =>
					batchSummaryView(
						row,
						waves.filter(wave => wave.batch_id === row.id),
						{
							projectName: project.name,
							isWhole: whole.has(row.id),
							orphaned: orphaned.get(row.id) ?? 0,
							unresolved: unresolved.get(row.id) ?? 0,
						},
					),
				),
				nextToken: next,
			};
		},
		async readResult(accountId, testId) {
			const test = await testOf(accountId, testId);
			const run = await store.findResultRun(testId);
			if (!run) {
				const refused = await store.findRefusal(testId);
				if (refused) return refusedResult(testId, refused);
				return noResult(testId, test.hasCode);
			}
			return resultView(run, dispatcher.outputOf(run.id));
		},
		async listSteps(accountId, testId, query) {
			const test = await testOf(accountId, testId);
			if (test.isPlan) {
				const {rows, next} = await store.listStepsOfTest(testId, query);
				return {items: rows.map(testStep), nextToken: next};
			}
			return pageOfSteps(store, testId, query);
		},
		async listRuns(accountId, testId, {pageSize, after, source, sinceMs, rerun}) {
			const test = await testOf(accountId, testId);
			const {rows, next} = await store.listRunsOfTest(testId, {pageSize, after});
			// The newest stand first: behind one that is too old there are only older ones.
			const isPastSince = sinceMs !== undefined && (rows.at(-1)?.created_at ?? sinceMs) < sinceMs;
			return {
				// "Filters apply inside a page, so a short page with a cursor is not the end."
				runs: rows
					.filter(
						row =>
							(source === undefined || row.source === source) &&
							(sinceMs === undefined || row.created_at >= sinceMs) &&
							(rerun === undefined || (row.is_rerun === 1) === rerun),
					)
					.map(historyItem),
				nextCursor: isPastSince ? null : next,
				meta: test.type === 'backend' ? {testKind: test.kind} : {},
			};
		},

		isHeldUp: () => dispatcher.isHeldUp || sweep.isHeldUp,
		unserved: createUnserved({
			store,
			servedKinds: team ? team.servedKinds : async () => new Set(workers * concurrency > 0 ? testTypes : []),
			elapsedMs: () => performance.now(),
		}),
		load: async () => ({...(await store.readLoad()), workers, concurrency}),
		async start() {
			// Where no other process lives on this store, whatever executes there was left by one that died.
			await takeLeft(team ? 'theirs' : 'all');
			if (executes) {
				await logins.resume();
				await sweep.resume();
			}
			await teamWork?.start();
			dispatcher.wake();
		},
		async stop(options) {
			await dispatcher.stop(options);
			await teamWork?.stop();
			await sweep.stop();
			await logins.stop();
			board.close();
		},
	};

	async function readRun(accountId: AccountId, runId: RunId, options = {includeSteps: false}) {
		const row = await store.findRun(accountId, runId);
		if (!row) throw notFound('run', runId);
		if (row.step_count === null) {
			const calls = options.includeSteps ? await store.listStepCalls(row) : [];
			return runView(row, {code: stepsOfRunOfCode(row, calls)}, options);
		}
		const plan = await store.listSteps(row.id);
		const isPart = options.includeSteps && plan.length < row.step_count;
		return runView(row, {plan, planned: isPart ? await store.listPlannedSteps(row.id) : []}, options);
	}

	async function testOf(accountId: AccountId, testId: TestId) {
		const test = await store.findTest(accountId, testId);
		if (!test) throw notFound('test', testId);
		return test;
	}
}
