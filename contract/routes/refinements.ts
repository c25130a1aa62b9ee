import * as z from 'zod/mini';
import {cursor, pageSize, since, waitSeconds, page} from '../fields.ts';
import {refinement, refineTestInput} from '../refinement.ts';
import {defineRoute} from '../route.ts';

const maxBodyBytes = 4 * 1024 * 1024;

export const refineTest = defineRoute({
	name: 'refineTest',
	summary: 'Changes one test by a sentence, or answers a question about it; nothing runs',
	method: 'POST',
	path: '/tests/{testId}/refine',
	keyPrefix: 'cli-refine-',
	scope: 'write:tests',
	status: 202,
	body: refineTestInput,
	maxBodyBytes,
	response: refinement,
	errors: ['UNSUPPORTED', 'CONFLICT'],
});

export const refineChain = defineRoute({
	name: 'refineChain',
	summary: 'Changes one chain by a sentence: its last test',
	method: 'POST',
	path: '/batches/{batchId}/chains/{chainId}/refine',
	keyPrefix: 'cli-refine-',
	scope: 'write:tests',
	status: 202,
	body: refineTestInput,
	maxBodyBytes,
	response: refinement,
	errors: ['UNSUPPORTED', 'CONFLICT'],
});

export const listRefinements = defineRoute({
	name: 'listRefinements',
	summary: 'The conversation about one test, newest first',
	method: 'GET',
	path: '/tests/{testId}/refinements',
	scope: 'read:tests',
	query: z.object({pageSize, cursor}),
	response: page(refinement),
});

export const getRefinement = defineRoute({
	name: 'getRefinement',
	summary: 'One sentence about a test and what it changes',
	method: 'GET',
	path: '/tests/{testId}/refinements/{refinementId}',
	scope: 'read:tests',
	query: z.object({since, waitSeconds}),
	response: refinement,
	errors: ['NOT_FOUND'],
});

export const applyRefinement = defineRoute({
	name: 'applyRefinement',
	summary: 'Applies what a sentence changes',
	method: 'POST',
	path: '/tests/{testId}/refinements/{refinementId}/apply',
	keyPrefix: 'cli-refine-',
	scope: 'write:tests',
	response: refinement,
	errors: ['NOT_FOUND', 'CONFLICT', 'PRECONDITION_FAILED'],
});

export const undoRefinement = defineRoute({
	name: 'undoRefinement',
	summary: 'Takes back what a sentence has changed, to the byte',
	method: 'POST',
	path: '/tests/{testId}/refinements/{refinementId}/undo',
	keyPrefix: 'cli-refine-',
	scope: 'write:tests',
	response: refinement,
	errors: ['NOT_FOUND', 'CONFLICT', 'PRECONDITION_FAILED'],
});

export const discardRefinement = defineRoute({
	name: 'discardRefinement',
	summary: 'Puts a change away that was not applied',
	method: 'POST',
	path: '/tests/{testId}/refinements/{refinementId}/discard',
	keyPrefix: 'cli-refine-',
	scope: 'write:tests',
	response: refinement,
	errors: ['NOT_FOUND', 'CONFLICT'],
});
