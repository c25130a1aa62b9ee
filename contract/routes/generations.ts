import * as z from 'zod/mini';
import {cursor, pageSize, since, waitSeconds, page} from '../fields.ts';
import {acceptedPlan, acceptPlanInput, generateInput, generation, generationTicket} from '../generation.ts';
import {recipe, recipeAnswer} from '../recipe.ts';
import {defineRoute} from '../route.ts';

export const generateTests = defineRoute({
	name: 'generateTests',
	summary: 'Makes tests of the selected rows; locks the plan at this moment',
	method: 'POST',
	path: '/projects/{projectId}/generate',
	keyPrefix: 'cli-plan-generate-',
	scope: 'write:tests',
	status: 202,
	body: generateInput,
	bodyOptional: true,
	response: generationTicket,
	errors: ['CONFLICT', 'PRECONDITION_FAILED', 'INSUFFICIENT_CREDITS'],
});

export const acceptPlan = defineRoute({
	name: 'acceptPlan',
	summary: 'Selects exactly the named rows, then makes tests of them',
	method: 'POST',
	path: '/projects/{projectId}/plans/accept',
	keyPrefix: 'cli-plan-accept-',
	scope: 'write:tests',
	status: 202,
	body: acceptPlanInput,
	bodyOptional: true,
	response: acceptedPlan,
	errors: ['CONFLICT', 'PRECONDITION_FAILED', 'INSUFFICIENT_CREDITS'],
});

export const getGeneration = defineRoute({
	name: 'getGeneration',
	summary: 'How far the making of tests is',
	method: 'GET',
	path: '/generations/{generationId}',
	scope: 'read:tests',
	query: z.object({since, waitSeconds}),
	response: generation,
});

export const listGenerations = defineRoute({
	name: 'listGenerations',
	summary: 'Generations of a project, newest first, without their tests',
	method: 'GET',
	path: '/projects/{projectId}/generations',
	scope: 'read:tests',
	query: z.object({pageSize, cursor}),
	response: page(generation),
});

export const cancelGeneration = defineRoute({
	name: 'cancelGeneration',
	summary: 'Stops making tests; those that are ready stay',
	method: 'POST',
	path: '/generations/{generationId}/cancel',
	scope: 'write:tests',
	response: generation,
	errors: ['CONFLICT'],
});

export const getTestRecipe = defineRoute({
	name: 'getTestRecipe',
	summary: 'The recipe that a test was made from',
	method: 'GET',
	path: '/tests/{testId}/recipe',
	scope: 'read:tests',
	response: recipeAnswer,
});

export const putTestRecipe = defineRoute({
	name: 'putTestRecipe',
	summary: 'Replaces the recipe of a test and writes its code anew; an edit by hand is merged',
	method: 'PUT',
	path: '/tests/{testId}/recipe',
	keyPrefix: 'cli-plan-recipe-',
	scope: 'write:tests',
	body: recipe,
	jsonFields: ['steps', 'teardown', 'source'],
	response: recipeAnswer,
	errors: ['CONFLICT', 'PRECONDITION_FAILED'],
});
