import type {AcceptedPlan, Generation, GenerationTicket} from '../../contract/generation.ts';
import type {AccountId, GenerationId, PlanRowId, ProjectId, TestId} from '../../contract/ids.ts';
import type {Recipe} from '../../contract/recipe.ts';

/** The making of tests from plans, as the HTTP layer works with it. */
export type Generations = {
	/**
	 * Locks the plan and begins. Throws CONFLICT `plan_locked`, `plan_generating`, `generation_in_flight`;
	 * PRECONDITION_FAILED `no_plan`; VALIDATION_ERROR on `rowIds`; INSUFFICIENT_CREDITS.
	 */
	start(accountId: AccountId, projectId: ProjectId, rowIds: PlanRowId[] | null): Promise<GenerationTicket>;
	/** Selects exactly `only`, then begins; nothing is made of an empty selection. */
	accept(accountId: AccountId, projectId: ProjectId, only: string[] | null): Promise<AcceptedPlan>;
	/** Items that changed after `since`, all without it; null: the account has no such generation. */
	view(accountId: AccountId, generationId: GenerationId, since: number): Promise<Generation | null>;
	list(
		projectId: ProjectId,
		page: {pageSize: number; after: string | null},
	): Promise<{items: Generation[]; next: string | null}>;
	/** Resolves when the version is above `since`, when it has ended, when the time is up, or on abort. */
	waitForChange(generationId: GenerationId, since: number, waitMs: number, signal: AbortSignal): Promise<void>;
	/** Throws CONFLICT `generation_finished`. */
	cancel(accountId: AccountId, generationId: GenerationId): Promise<Generation>;
	/** What a test was made from; null: it was not generated. */
	recipeOf(testId: TestId): Promise<Recipe | null>;
	/** Takes up what an earlier process has left. */
	resume(): Promise<void>;
	/** Ends the work of this process; open generations go on after the next start. */
	stop(): Promise<void>;
};
