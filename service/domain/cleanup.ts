import type {
	CleanupPlan,
	CleanupRetry,
	CleanupRetryInput,
	CleanupRule,
	CleanupSettings,
	CleanupSettingsInput,
	CleanupView,
	Dismissed,
	StartedCleanup,
} from '../../contract/cleanup.ts';
import type {CleanupOutcome} from '../../contract/enums.ts';
import type {AccountId, BatchId, ProjectId, RunId} from '../../contract/ids.ts';

export type CleanupFilter = {
	/** Version the reader knows; 0: none. */
	since: number;
	/** Part of a label, an id, a test or an endpoint, compared without case. */
	q?: string | undefined;
	family?: string | undefined;
	state?: 'cleaned' | 'orphaned' | 'pending' | undefined;
};

/**
 * The cleanup of batches as its readers see and steer it. Every method checks that the thing belongs to the account and
 * throws `ServiceError` for what a caller can act on.
 */
export interface Cleanup {
	view(accountId: AccountId, batchId: BatchId, filter: CleanupFilter): Promise<CleanupView>;
	dismiss(accountId: AccountId, batchId: BatchId, resourceIds: readonly string[], restore: boolean): Promise<Dismissed>;
	/** Nothing named: every failed test, and orphans whose DELETE is known by now; `onlyNew`: these orphans alone. */
	retry(accountId: AccountId, batchId: BatchId, what: CleanupRetryInput): Promise<CleanupRetry>;
	/** What would be sent, and what not. Sends nothing. */
	plan(accountId: AccountId, batchId: BatchId): Promise<CleanupPlan>;
	/** Sends what a cleanup that asks holds back. @param resourceIds null: all of it */
	start(accountId: AccountId, batchId: BatchId, resourceIds: readonly string[] | null): Promise<StartedCleanup>;
	/** Deletes named records that cleanup has left alone. */
	deleteRecords(accountId: AccountId, batchId: BatchId, resourceIds: readonly string[]): Promise<StartedCleanup>;
	settings(accountId: AccountId, projectId: ProjectId): Promise<CleanupSettings>;
	changeSettings(accountId: AccountId, projectId: ProjectId, input: CleanupSettingsInput): Promise<CleanupSettings>;
	listRules(accountId: AccountId, projectId: ProjectId): Promise<CleanupRule[]>;
	addRule(accountId: AccountId, projectId: ProjectId, instruction: string): Promise<CleanupRule>;
	removeRule(accountId: AccountId, projectId: ProjectId, ruleId: string): Promise<void>;
}

/** Counts of a cleanup from the outcomes of its records. "The bar is cleaned / (captured − kept − dismissed)". */
export function cleanupProgress(counts: Partial<Record<CleanupOutcome, number>>): CleanupView['progress'] {
	const {test = 0, auto = 0, gone = 0, orphaned = 0, failed = 0, pending = 0, kept = 0, dismissed = 0} = counts;
	const cleaned = test + auto + gone;
	const captured = cleaned + orphaned + failed + pending + kept + dismissed;
	return {captured, cleaned, orphaned, failed, pending, kept, dismissed};
}

/** Whether a record is gone: deleted by a test or by the sweep, or read back and not there any more. */
export const isCleaned = (outcome: string): boolean => outcome === 'test' || outcome === 'auto' || outcome === 'gone';

type Answered = {method: string; status: number | null};

/** An answer of a server that broke: what it had done by then is done. */
const isBroken = ({status}: Answered): boolean => status !== null && status >= 500;

/** Statuses that refuse what was sent, and not who sent it or where. */
export const refusals = [400, 409, 422] as const;

/** A creation that was refused: some APIs look at one part of it when another part is stored already. */
export const isRefused = ({method, status}: Answered): boolean =>
	method === 'POST' && refusals.some(one => one === status);

/** An answer that says that nothing was made: of what was made all the same only reading tells. */
export const isInDoubt = (call: Answered): boolean => isBroken(call) || isRefused(call);

/** Id of the cleanup test that a run of a teardown test is. */
export const plannedTestId = (runId: RunId): string => runId.replace(/^run_/, 'ctn_');

/** What a record's creator is called once its test is deleted, its name with it: an id tells a reader nothing. */
export const deletedTest = 'a deleted test';
