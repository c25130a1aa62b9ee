import type {AccountId, ChangeSetId, ProjectId, RefinementId, TestId} from '../../contract/ids.ts';
import type {Settled} from '../../contract/settled.ts';
import type {ChangeOperation} from '../../contract/change-operation.ts';
import type {ChangeSet, RefinePlanInput} from '../../contract/change-set.ts';
import type {ChangeSetSource} from '../../contract/enums.ts';
import type {Refinement, RefineTestInput} from '../../contract/refinement.ts';

/**
 * What somebody wants to change: words, a model, an edge, learning, settling and findings all hand in one of these.
 * Operations name rows (`row_…`) or tests (`tst_…`); on a locked plan what changes a row changes its test, too, and what
 * changes a test changes its row, so that planning again keeps it.
 */
export type Proposal = {
	source: ChangeSetSource;
	/** What people read in lists: the sentence, or `learned from run …`. */
	text: string;
	/** What was understood, in words, before anything changes; null: the reasons are said. */
	reply: string | null;
	operations: readonly ChangeOperation[];
	kind?: 'add' | 'refine' | undefined;
	/** Applied at once, unless something is in the way; then it stays `ready`. */
	autoApply: boolean;
	/** What is to be done where somebody has changed meanwhile what it touches; absent: it waits for a person then. */
	again?: (() => Promise<readonly ChangeOperation[]>) | undefined;
	/** Tokens that a model has used. */
	tokens?: number | undefined;
	/** Of settling: what became of each refused request. */
	settled?: readonly Settled[] | undefined;
};

/** Change sets of plans and tests. Whoever has no person in front of it needs `propose` only. */
export type ChangeSets = {
	/**
	 * Makes a change set: what the operations do to rows, recipes and texts, looked at by the gate. It ends `ready`,
	 * `applied`, or `failed` when nothing of it can be done. Nothing is thrown for operations that do not fit: they
	 * refuse the row or test that they are about.
	 */
	propose(projectId: ProjectId, proposal: Proposal): Promise<ChangeSet>;
	/** The same as a part of the conversation about one test. */
	proposeFor(testId: TestId, projectId: ProjectId, proposal: Proposal): Promise<Refinement>;
	/** Null: there is no such set. */
	view(projectId: ProjectId, changeSetId: ChangeSetId): Promise<ChangeSet | null>;
	list(
		projectId: ProjectId,
		page: {pageSize: number; after: string | null},
	): Promise<{items: ChangeSet[]; next: string | null}>;
	/**
	 * Applies a `ready` set, or of it only the rows that are named. Throws CONFLICT `change_set_state`,
	 * `change_set_stale` when something that it touches has changed since, `plan_locked`, `run_in_flight`.
	 */
	apply(projectId: ProjectId, changeSetId: ChangeSetId, only: readonly string[] | null): Promise<ChangeSet>;
	/** Takes an applied set back, and with it those that were applied later. */
	undo(projectId: ProjectId, changeSetId: ChangeSetId): Promise<ChangeSet>;
	/** Takes back what was applied last; null: there is nothing. */
	undoLast(projectId: ProjectId): Promise<ChangeSet | null>;
	discard(projectId: ProjectId, changeSetId: ChangeSetId): Promise<ChangeSet>;
	refinement(testId: TestId, refinementId: RefinementId): Promise<Refinement | null>;
	refinements(
		testId: TestId,
		page: {pageSize: number; after: string | null},
	): Promise<{items: Refinement[]; next: string | null}>;
	/** Throws CONFLICT `refinement_state`, PRECONDITION_FAILED with the version of the code when it has changed. */
	decide(testId: TestId, refinementId: RefinementId, what: 'apply' | 'undo' | 'discard'): Promise<Refinement>;
	/** Resolves when the version of a set is above `since`, when the time is up, or on abort. */
	waitForChange(id: string, since: number, waitMs: number, signal: AbortSignal): Promise<void>;
	/** What an earlier process has left half done is failed. */
	resume(hasCompany?: boolean): Promise<void>;
	stop(): Promise<void>;
};

/** Makes a first run usable: finds bodies that the API accepts where it refuses what was planned. */
export type Settling = {
	/**
	 * One round: runs what has not run as it is now, tries smaller bodies where a happy path was refused, and makes a
	 * change set of what works. It begins `drafting` and ends `ready`, `applied`, or `failed` with the reason, such as that
	 * nothing is refused. Throws CONFLICT `settling_in_flight`.
	 */
	settle(accountId: AccountId, projectId: ProjectId, options: {apply: boolean}): Promise<ChangeSet>;
	stop(): Promise<void>;
};

/** Changes in words: a sentence becomes a change set, an answer, or a question. */
export type Refinements = {
	/** Throws PRECONDITION_FAILED `no_plan`, CONFLICT `plan_generating`, `plan_locked`, UNSUPPORTED `natural_language`. */
	refinePlan(projectId: ProjectId, input: RefinePlanInput): Promise<ChangeSet>;
	/** Throws CONFLICT `run_in_flight`, `refinement_in_flight`, UNSUPPORTED `natural_language`. */
	refineTest(
		accountId: AccountId,
		test: {id: string; projectId: ProjectId; status: string},
		input: RefineTestInput,
	): Promise<Refinement>;
	/** Ends the work of this process. */
	stop(): Promise<void>;
};
