import type {Call, CallsView} from '../../contract/call.ts';
import type {ChainPage} from '../../contract/chain.ts';
import type {CallKind} from '../../contract/enums.ts';
import type {AccountId, BatchId, CallId, ChainId, ProjectId, TestId} from '../../contract/ids.ts';
import type {
	VariablePage,
	variableCleanupFilters,
	VariableSort,
	variableConsumerFilters,
} from '../../contract/variable.ts';

/** A batch, or a project: then its most recent batch. */
export type ViewedThing = {batchId: BatchId} | {projectId: ProjectId};

/** Continues after the entry `after` of the page before; null: from the beginning. */
type ViewPage = {pageSize: number; after: string | null};

export type VariableQuery = ViewPage & {
	q?: string | undefined;
	cleanup?: (typeof variableCleanupFilters)[number] | undefined;
	consumer?: (typeof variableConsumerFilters)[number] | undefined;
	sort: VariableSort;
};

export type CallQuery = ViewPage & {
	endpoint?: string | undefined;
	testId?: TestId | undefined;
	kind?: readonly CallKind[] | undefined;
	bodies: boolean;
};

export type ChainQuery = ViewPage & {chainId?: ChainId | undefined; bodies: boolean};

/**
 * What batches have done, as views over the store: `nextToken` is the entry to continue after. Every method checks that
 * the thing belongs to the account and throws `ServiceError` for what a caller can act on.
 */
export interface Views {
	variables(accountId: AccountId, of: ViewedThing, query: VariableQuery): Promise<VariablePage>;
	calls(accountId: AccountId, of: ViewedThing, query: CallQuery): Promise<CallsView>;
	/** One recorded call of a project, also a probe, which belongs to no batch. */
	call(accountId: AccountId, projectId: ProjectId, callId: CallId, options: {bodies: boolean}): Promise<Call>;
	chains(accountId: AccountId, of: ViewedThing, query: ChainQuery): Promise<ChainPage>;
	/** The test that a chain of a batch ends in. */
	testOfChain(accountId: AccountId, batchId: BatchId, chainId: ChainId): Promise<string>;
	/** The tests that the chains of a project end in, and those that feed them when they are asked for. */
	testsOfChains(accountId: AccountId, projectId: ProjectId, options: {withProducers: boolean}): Promise<string[]>;
}
