import * as z from 'zod/mini';
import {changeSet, refinePlanInput} from '../change-set.ts';
import {categories, priorities} from '../enums.ts';
import {cursor, id, pageSize, queryFlag, since, waitSeconds} from '../fields.ts';
import {
	deletedPlanRow,
	generatePlanInput,
	plan,
	planMoveInput,
	planRow,
	planRowInput,
	planRowPage,
	planRowPatch,
	planSelection,
	planSelectionInput,
	planTicket,
} from '../plan.ts';
import {recipe, recipeAnswer} from '../recipe.ts';
import {defineRoute} from '../route.ts';

/** Writes take `if-match: <version>` of the plan; a stale one is refused with the current version. */
export const generatePlan = defineRoute({
	name: 'generatePlan',
	summary: 'Makes the plan of a project out of what is known of its API; no call is made',
	method: 'POST',
	path: '/projects/{projectId}/plans/generate',
	keyPrefix: 'cli-plan-generate-',
	scope: 'write:tests',
	status: 202,
	body: generatePlanInput,
	bodyOptional: true,
	response: planTicket,
	errors: ['CONFLICT', 'PRECONDITION_FAILED'],
});

export const getPlan = defineRoute({
	name: 'getPlan',
	summary: 'The latest plan of a project; with `since` only the rows that changed',
	method: 'GET',
	path: '/projects/{projectId}/plans',
	scope: 'read:projects',
	query: z.object({since, waitSeconds}),
	response: plan,
});

export const listPlanRows = defineRoute({
	name: 'listPlanRows',
	summary: 'Rows of the plan, by order',
	method: 'GET',
	path: '/projects/{projectId}/plans/rows',
	scope: 'read:projects',
	query: z.object({
		category: z.optional(z.enum(categories)),
		endpointId: z.optional(id('ep')),
		selected: z.optional(queryFlag),
		priority: z.optional(z.enum(priorities)),
		q: z.optional(z.string().check(z.minLength(1), z.maxLength(200))),
		pageSize,
		cursor,
	}),
	response: planRowPage,
});

export const addPlanRow = defineRoute({
	name: 'addPlanRow',
	summary: 'Adds a row in words',
	method: 'POST',
	path: '/projects/{projectId}/plans/rows',
	keyPrefix: 'cli-plan-add-',
	scope: 'write:tests',
	status: 201,
	body: planRowInput,
	response: planRow,
	errors: ['CONFLICT', 'PRECONDITION_FAILED'],
});

export const editPlanRow = defineRoute({
	name: 'editPlanRow',
	summary: 'Changes a row; planning again keeps the change',
	method: 'PATCH',
	path: '/projects/{projectId}/plans/rows/{rowId}',
	keyPrefix: 'cli-plan-edit-',
	scope: 'write:tests',
	body: planRowPatch,
	response: planRow,
	errors: ['CONFLICT', 'PRECONDITION_FAILED'],
});

export const deletePlanRow = defineRoute({
	name: 'deletePlanRow',
	summary: 'Removes a row; planning again does not bring it back',
	method: 'DELETE',
	path: '/projects/{projectId}/plans/rows/{rowId}',
	keyPrefix: 'cli-plan-remove-',
	scope: 'write:tests',
	response: deletedPlanRow,
	errors: ['CONFLICT', 'PRECONDITION_FAILED'],
});

export const selectPlanRows = defineRoute({
	name: 'selectPlanRows',
	summary: 'Ticks or unticks rows by id, category, endpoint, or all',
	method: 'PATCH',
	path: '/projects/{projectId}/plans/rows',
	keyPrefix: 'cli-plan-select-',
	scope: 'write:tests',
	body: planSelectionInput,
	response: planSelection,
	errors: ['CONFLICT', 'PRECONDITION_FAILED'],
});

export const movePlanRow = defineRoute({
	name: 'movePlanRow',
	summary: 'Puts a row before or after another one',
	method: 'POST',
	path: '/projects/{projectId}/plans/rows/{rowId}/move',
	keyPrefix: 'cli-plan-move-',
	scope: 'write:tests',
	body: planMoveInput,
	response: planRow,
	errors: ['CONFLICT', 'PRECONDITION_FAILED'],
});

export const getPlanRowRecipe = defineRoute({
	name: 'getPlanRowRecipe',
	summary: 'The recipe of a row: its steps, values and expectations',
	method: 'GET',
	path: '/projects/{projectId}/plans/rows/{rowId}/recipe',
	scope: 'read:projects',
	response: recipeAnswer,
	errors: ['NOT_FOUND'],
});

export const putPlanRowRecipe = defineRoute({
	name: 'putPlanRowRecipe',
	summary: 'Replaces the recipe of a row; planning again keeps it',
	method: 'PUT',
	path: '/projects/{projectId}/plans/rows/{rowId}/recipe',
	keyPrefix: 'cli-plan-recipe-',
	scope: 'write:tests',
	body: recipe,
	jsonFields: ['steps', 'teardown', 'source'],
	response: recipeAnswer,
	errors: ['CONFLICT', 'PRECONDITION_FAILED'],
});

export const refinePlan = defineRoute({
	name: 'refinePlan',
	summary: 'Changes rows by a sentence',
	method: 'POST',
	path: '/projects/{projectId}/plans/refine',
	keyPrefix: 'cli-plan-refine-',
	scope: 'write:tests',
	status: 202,
	body: refinePlanInput,
	response: changeSet,
	errors: ['UNSUPPORTED', 'PRECONDITION_FAILED'],
});
