import {describe, expect, test} from 'vitest';
import {NotARecipe, type Recipe, readRecipe} from '../../../service/plans/recipe.ts';

const recipe: Recipe = {
	recipeVersion: 1,
	id: 'rcp_1',
	template: 'read',
	kind: 'endpoint',
	endpoint: {method: 'GET', path: '/users/{userId}'},
	title: 'reads the user that was asked for',
	why: 'The document promises 200.',
	produces: [],
	consumes: ['user_id'],
	phase: 'normal',
	safety: 'reads',
	steps: [
		{
			id: 'read',
			title: 'read the user',
			role: 'act',
			call: {
				operation: {method: 'GET', path: '/users/{userId}'},
				path: {userId: {is: 'variable', name: 'user_id'}},
				query: {},
				headers: {},
				body: null,
				auth: 'project',
				timeoutSeconds: 10,
				followRedirects: false,
			},
			cases: [{name: 'no query', patch: [{at: {in: 'query', pointer: 'q'}, value: 'absent'}]}],
			waitBeforeMs: 0,
			repeat: null,
			asserts: [
				{
					id: 'status',
					message: 'expected {expected}, got {actual}',
					check: {type: 'status', oneOf: [200, '4xx']},
					strength: 'decided',
					state: 'active',
					provenance: {from: 'document', where: 'responses.200', runId: null, since: 'plan'},
				},
			],
			captures: [],
		},
	],
	teardown: [],
	limits: {timeoutSeconds: 60, maxCalls: 40},
	seed: 'a1',
	source: {planId: 'pln_1', rowId: 'row_1', documentId: null, generator: '1'},
};

describe('a recipe', () => {
	test('is read as it was written, with fields that this version does not know', () => {
		const [first] = recipe.steps;
		const later = {...recipe, colour: 'amber', steps: [{...first, call: {...first?.call, http2: true}}]};
		expect(readRecipe(JSON.parse(JSON.stringify(later)))).toEqual({recipe: later, writable: true});
	});

	test('of a newer version can be read and not be written', () => {
		const newer = {...recipe, recipeVersion: 2, steps: 'in another form'};
		expect(readRecipe(newer)).toEqual({recipe: newer, writable: false});
	});

	test('with a mistake is refused with its place', () => {
		const wrong = structuredClone(recipe);
		wrong.steps[0]!.call.path = {userId: {is: 'guess'} as never};
		expect(() => readRecipe(wrong)).toThrow(NotARecipe);
		expect(() => readRecipe(wrong)).toThrow(/^steps\.0\.call\.path\.userId/);
		expect(() => readRecipe(null)).toThrow(NotARecipe);
	});
});
