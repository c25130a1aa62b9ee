import type {Category, EdgeState, Priority} from '../../contract/enums.ts';
import type {ChangeSet} from '../../contract/change-set.ts';
import type {Edge, EdgeInput} from '../../contract/edge.ts';
import type {EdgeId, EndpointId, PlanRowId, ProjectId} from '../../contract/ids.ts';
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
import {ServiceError} from './service-error.ts';

export type PlanProject = {id: string; type: 'frontend' | 'backend'};
export type PlanRowQuery = {
	category?: Category | undefined;
	endpointId?: EndpointId | undefined;
	selected?: boolean | undefined;
	priority?: Priority | undefined;
	q?: string | undefined;
};
export type PlanPlace = {place: number; id: string};
type EdgeQuery = {
	endpointId?: EndpointId | undefined;
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
	view(projectId: ProjectId, since: number): Promise<Plan>;
	/** Resolves when the version is above `since`, when the time is up, or on abort. */
	waitForChange(projectId: ProjectId, since: number, waitMs: number, signal: AbortSignal): Promise<void>;
	rows(
		projectId: ProjectId,
		query: PlanRowQuery,
		page: {pageSize: number; after: PlanPlace | null},
	): Promise<{items: PlanRow[]; next: PlanPlace | null; version: number}>;
	add(project: PlanProject, input: PlanRowInput, version: number | null): Promise<PlanRow>;
	edit(projectId: ProjectId, rowId: PlanRowId, patch: PlanRowPatch, version: number | null): Promise<PlanRow>;
	remove(projectId: ProjectId, rowId: PlanRowId, version: number | null): Promise<void>;
	select(projectId: ProjectId, input: PlanSelectionInput, version: number | null): Promise<PlanSelection>;
	move(projectId: ProjectId, rowId: PlanRowId, input: PlanMoveInput, version: number | null): Promise<PlanRow>;
	/** Null: the row is words only. */
	recipe(projectId: ProjectId, rowId: PlanRowId): Promise<Recipe | null>;
	setRecipe(projectId: ProjectId, rowId: PlanRowId, recipe: Recipe, version: number | null): Promise<Recipe>;
	/** How many sentences of its requirements become rows, and how many need more words first. */
	demands(projectId: ProjectId): Promise<{rows: number; words: number}>;
	edges(projectId: ProjectId, query: EdgeQuery): Promise<Edge[]>;
	setEdge(projectId: ProjectId, edgeId: EdgeId, input: EdgeInput): Promise<Edge>;
	/**
	 * Writes what planning reads, and carries it into the plan: rows of a draft are made again, tests of a locked plan
	 * change as one change set. Null: no test has changed. Throws CONFLICT `plan_generating`.
	 */
	carry(projectId: ProjectId, reason: string, write: () => Promise<void>): Promise<ChangeSet | null>;
	/** Somebody else has changed rows of the plan: readers that wait for it look again. */
	touched(projectId: ProjectId): void;
	/** Takes up what an earlier process has left. */
	resume(): Promise<void>;
	/** Ends the work of this process; open plans go on after the next start. */
	stop(): Promise<void>;
};

/** The project has no plan: the next step is to make one. */
export const noPlan = (projectId: ProjectId) =>
	new ServiceError('PRECONDITION_FAILED', 'The project has no plan yet.', {
		nextAction: `Make one: svc test plan generate --project ${projectId}`,
		details: {reason: 'no_plan', command: `svc test plan generate --project ${projectId}`},
	});
