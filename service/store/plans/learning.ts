import type {LenientLine} from '../../runners/runner.ts';
import type {ProjectId, TestId} from '../../../contract/ids.ts';
import type {NeededHelp} from '../../../contract/run.ts';
import type {StoreTransaction} from '../database.ts';
import type {Finish} from '../runs/finish.ts';

export type {LenientLine};

/** A run of a test that has ended. */
export type EndedRun = {
	id: string;
	test_id: TestId;
	project_id: ProjectId;
	code_hash: string | null;
	target_url: string | null;
	/** Its id: what was learned stays when it is renamed. */
	environment: string;
	/** As it was reported, with nothing masked. */
	finish: Finish;
	/** Its calls as they are stored: secrets are sealed. */
	storedCalls: Finish['calls'];
	/** Ids of the stored calls by their `seq`. */
	callIds: ReadonlyMap<number, string>;
};

/** What generated tests learn of their API: part of the transactions that start and end their runs. */
export type Learning = {
	/** Which assertions of a test its API may still keep in its own way. */
	leniencyOf(
		transaction: StoreTransaction,
		test: {testId: TestId; projectId: ProjectId; environment: string; code: string},
	): Promise<LenientLine[]>;
	/**
	 * What a person can do about a failed run whose valid request was refused, while no run of its test has shown that the
	 * API ever takes it. Null: it failed for another reason.
	 */
	neededHelp(transaction: StoreTransaction, run: Omit<EndedRun, 'callIds'>): Promise<NeededHelp | null>;
	/** Takes over what a run has shown. */
	learn(transaction: StoreTransaction, run: EndedRun, now: number): Promise<void>;
	/** Takes endpoints that a passed test of somebody's own was answered by for confirmed. */
	confirmAnswered(transaction: StoreTransaction, run: EndedRun): Promise<void>;
};

export const withoutLearning: Learning = {
	leniencyOf: async () => [],
	neededHelp: async () => null,
	learn: async () => {},
	confirmAnswered: async () => {},
};
