import type {TestType, BatchTrigger, RunStatus, Source} from '../../contract/enums.ts';
import type {Batch, BatchRunTicket, BatchSummary, BatchTicket, CancelledBatch} from '../../contract/batch.ts';
import type {Page} from '../../contract/fields.ts';
import type {
	AccountId,
	BatchId,
	ProjectId,
	RunId,
	ScheduleId,
	ScheduleRunId,
	TestId,
	TestListId,
} from '../../contract/ids.ts';
import type {BatchRerunTicket, RerunTicket} from '../../contract/rerun.ts';
import type {CliLatestResult, TestStep} from '../../contract/result.ts';
import type {BatchChanged} from '../store/batches/batch-tables.ts';
import type {Fire} from '../store/schedules/schedule-tables.ts';
import type {TestList} from '../../contract/test-list.ts';
import type {CancelledRun, Run, RunHistory, RunTicket} from '../../contract/run.ts';

/**
 * What the HTTP routes may ask of the engine. Every method checks that the thing belongs to the account (a thing of
 * another account is NOT_FOUND) and throws `ServiceError` for what a caller can act on.
 */
export interface Engine {
	triggerRun(accountId: AccountId, testId: TestId, request: TriggerRequest): Promise<RunTicket>;
	/** `testIds` absent: the whole project. */
	triggerBatch(accountId: AccountId, request: BatchRequest): Promise<BatchRunTicket>;
	/** Runs a test again, with its closure or alone with earlier values. */
	rerunTest(accountId: AccountId, testId: TestId, request: RerunRequest): Promise<RerunTicket>;
	/** Named tests of any project, or a whole project. */
	rerunBatch(accountId: AccountId, request: BatchRerunRequest): Promise<BatchRerunTicket>;
	/** Tests of any project as one batch. */
	runList(accountId: AccountId, request: ListRequest): Promise<BatchTicket>;
	/** The batch of one fire of a schedule; null: there is nothing to run. */
	runSchedule(accountId: AccountId, request: ScheduleRequest): Promise<{batchId: BatchId} | null>;
	cancelRun(accountId: AccountId, runId: RunId): Promise<CancelledRun>;
	cancelBatch(accountId: AccountId, batchId: BatchId, options: {skipCleanup: boolean}): Promise<CancelledBatch>;
	/** Cancels what still runs of a test or of a project that is about to be deleted; resolves when nothing runs. */
	cancelRunsOf(target: {testId: TestId} | {projectId: ProjectId}): Promise<void>;

	readRun(accountId: AccountId, runId: RunId, options: {includeSteps: boolean}): Promise<Run>;
	/** Resolves when the run (`run`) or its batch (`batch`) has ended, when `signal` aborts, or after `waitMs`. */
	waitForRun(runId: RunId, until: 'run' | 'batch', waitMs: number, signal: AbortSignal): Promise<void>;
	readBatch(accountId: AccountId, batchId: BatchId, since: number): Promise<Batch>;
	/** Resolves when the batch's version is above `since` or it has ended, when `signal` aborts, or after `waitMs`. */
	waitForBatch(batchId: BatchId, since: number, waitMs: number, signal: AbortSignal): Promise<void>;
	/** The same, also for what changes after the end of a batch: its cleanup may run again. */
	waitForChange(batchId: BatchId, since: number, waitMs: number, signal: AbortSignal): Promise<void>;
	/** Tells readers of changes that were made outside the engine, and the sweep of what is due. */
	publish(changes: readonly BatchChanged[]): void;
	listBatches(
		accountId: AccountId,
		projectId: ProjectId,
		query: {status?: RunStatus[]; source?: Source[]; pageSize: number; after: string | null},
	): Promise<Page<BatchSummary>>;
	readResult(accountId: AccountId, testId: TestId): Promise<CliLatestResult>;
	listSteps(
		accountId: AccountId,
		testId: TestId,
		query: {pageSize: number; after: string | null},
	): Promise<Page<TestStep>>;
	listRuns(
		accountId: AccountId,
		testId: TestId,
		query: {pageSize: number; after: string | null; source?: Source; sinceMs?: number; rerun?: boolean},
	): Promise<RunHistory>;

	/** Whether verdicts or cleanups wait because the store takes nothing at the moment, such as on a full disk. */
	isHeldUp(): boolean;
	/** Kinds of tests of an account that wait while no live process executes them. */
	unserved(accountId: AccountId): Promise<TestType[]>;
	/** Numbers for `/readyz`, `/metrics` and `svc service status`. */
	load(): Promise<{queued: number; running: number; batches: number; workers: number; concurrency: number}>;
	/** Takes work until `stop`: first recovers what an earlier process left. */
	start(): Promise<void>;
	/** No new work; running tests get `graceMs`, unfinished ones return to the queue. `hurry` ends the grace. */
	stop(options: {graceMs: number; hurry: AbortSignal}): Promise<void>;
}

export type TriggerRequest = {source: Source; targetUrl?: string; environment?: string; seed?: string};
export type BatchRequest = TriggerRequest & {projectId: ProjectId; testIds?: TestId[]; trigger: BatchTrigger};
export type RerunRequest = {
	source: Source;
	environment?: string;
	seed?: string;
	skipDependencies: boolean;
	/** Steps of plans whose element has changed are repaired; absent: they fail. */
	autoHeal?: boolean;
	/** Tests that share a producer with the one that is named run, too. */
	withSiblings?: boolean;
};
/** `projectId` for the whole project, or for `testIds` by the rules of a whole project; else `testIds` of any project. */
export type BatchRerunRequest = RerunRequest & {projectId?: ProjectId; testIds?: readonly TestId[]};
/** `environments`: what a list names for its projects; the others use their default one. */
export type ListRequest = {
	source: Source;
	testListId: TestListId;
	testIds: readonly TestId[];
	environments: TestList['projectEnvironments'];
};
/** One fire of a schedule, stored in the transaction of its batch. */
export type ScheduleRequest = {
	scheduleId: ScheduleId;
	scheduleRunId: ScheduleRunId;
	target: {projectId: ProjectId} | Omit<ListRequest, 'source'>;
	skipDependencies: boolean;
	/** Steps of plans that are replayed are repaired. */
	autoHeal: boolean;
	/** Of a project; null: the default one. */
	environment: string | null;
	/** The time of the clock that is taken with it; null: it is fired by hand. */
	fire: Fire | null;
};

/** Where the engine tells an operator what a user does not see. The logger of the service fits. */
export type EngineLog = {
	warn(fields: object, message: string): void;
	error(fields: object, message: string): void;
};
