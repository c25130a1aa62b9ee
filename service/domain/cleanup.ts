import type {CleanupRetry, CleanupRule, CleanupView, Dismissed} from '../../source/contract/cleanup.ts';

export type CleanupFilter = {
	since: number;
	q?: string | undefined;
	family?: string | undefined;
	state?: 'cleaned' | 'orphaned' | 'pending' | undefined;
};

/**
 * The cleanup of batches as its readers see and steer it. Every method checks that the thing belongs to the account and
 * throws `ServiceError` for what a caller can act on.
 */
export interface Cleanup {
	view(accountId: string, batchId: string, filter: CleanupFilter): Promise<CleanupView>;
	dismiss(accountId: string, batchId: string, resourceIds: readonly string[], restore: boolean): Promise<Dismissed>;
	/** @param cleanupTestIds null: every failed one, and orphans whose DELETE endpoint is known by now */
	retry(accountId: string, batchId: string, cleanupTestIds: readonly string[] | null): Promise<CleanupRetry>;
	listRules(accountId: string, projectId: string): Promise<CleanupRule[]>;
	addRule(accountId: string, projectId: string, instruction: string): Promise<CleanupRule>;
	removeRule(accountId: string, projectId: string, ruleId: string): Promise<void>;
}
