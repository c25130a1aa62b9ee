import type {Category, EdgeState, Priority} from '../../contract/enums.ts';
import type {ChangeSet} from '../../contract/change-set.ts';
import type {Edge, EdgeInput} from '../../contract/edge.ts';
import type {
	GeneratePlanInput,
	Plan,
	PlanMoveInput,
	PlanRow,
	PlanRowInput,
	PlanRowPatch,
	PlanSelection,
	PlanSelectionInput,
	PlanTicket,
} from '../../contract/plan.ts';
import type {Recipe} from '../../contract/recipe.ts';

export type PlanProject = {id: string; type: 'frontend' | 'backend'};
export type PlanRowQuery = {
	category?: Category | undefined;
	endpointId?: string | undefined;
	selected?: boolean | undefined;
	priority?: Priority | undefined;
	q?: string | undefined;
};
export type PlanPlace = {place: number; id: string};
export type EdgeQuery = {
	endpointId?: string | undefined;
	state?: EdgeState | undefined;
	ambiguous?: boolean | undefined;
};

/**
 * Plans and edges of projects, as the HTTP layer works with them. Every write takes the version that the caller knows
 * (null: any) and throws PRECONDITION_FAILED for a stale one, CONFLICT `plan_locked` or `plan_generating`.
 */
export type Plans = {
	/** Throws CONFLICT `plan_generating`, PRECONDITION_FAILED `no_endpoints`. */
	generate(project: PlanProject, input: GeneratePlanInput): Promise<PlanTicket>;
	/** The latest plan; rows that changed after `since`, all without it. */
	view(projectId: string, since: number): Promise<Plan>;
	/** Resolves when the version is above `since`, when the time is up, or on abort. */
	waitForChange(projectId: string, since: number, waitMs: number, signal: AbortSignal): Promise<void>;
	rows(
		projectId: string,
		query: PlanRowQuery,
		page: {pageSize: number; after: PlanPlace | null},
	): Promise<{items: PlanRow[]; next: PlanPlace | null; version: number}>;
	add(project: PlanProject, input: PlanRowInput, version: number | null): Promise<PlanRow>;
	edit(projectId: string, rowId: string, patch: PlanRowPatch, version: number | null): Promise<PlanRow>;
	remove(projectId: string, rowId: string, version: number | null): Promise<void>;
	select(projectId: string, input: PlanSelectionInput, version: number | null): Promise<PlanSelection>;
	move(projectId: string, rowId: string, input: PlanMoveInput, version: number | null): Promise<PlanRow>;
	/** Null: the row is words only. */
	recipe(projectId: string, rowId: string): Promise<Recipe | null>;
	setRecipe(projectId: string, rowId: string, recipe: Recipe, version: number | null): Promise<Recipe>;
	/** How many sentences of its requirements become rows, and how many need more words first. */
	demands(projectId: string): Promise<{rows: number; words: number}>;
	edges(projectId: string, query: EdgeQuery): Promise<Edge[]>;
	setEdge(projectId: string, edgeId: string, input: EdgeInput): Promise<Edge>;
	/**
	 * Writes what planning reads, and carries it into the plan: rows of a draft are made again, tests of a locked plan
	 * change as one change set. Null: no test has changed. Throws CONFLICT `plan_generating`.
	 */
	carry(projectId: string, reason: string, write: () => Promise<void>): Promise<ChangeSet | null>;
	/** Somebody else has changed rows of the plan: readers that wait for it look again. */
	touched(projectId: string): void;
	/** Takes up what an earlier process has left. */
	resume(): Promise<void>;
	/** Ends the work of this process; open plans go on after the next start. */
	stop(): Promise<void>;
};
