import {expect, test} from 'vitest';
import {fittingScript} from '../../../../service/plans/gate/script.ts';
import type {Assert, JsonSchema, Recipe, Step} from '../../../../service/plans/recipe.ts';

const shape = (id: string, schema: JsonSchema): Assert => ({
	id,
	message: '',
	check: {type: 'shape', pointer: '$', schema, closed: false},
	strength: 'decided',
	state: 'active',
	provenance: {from: 'document', where: '', runId: null, since: 'plan'},
});
const list = (properties: Record<string, JsonSchema>, required: string[]): JsonSchema => ({
	type: 'array',
	items: {type: 'object', properties, required},
});

test('an answer in memory holds what all shapes of a step ask for', () => {
	const name = {type: 'string'};
	const step: Step = {
		id: 'list',
		title: 'list the pets',
		role: 'act',
		call: {
			operation: {method: 'GET', path: '/pets'},
			path: {},
			query: {},
			headers: {},
			body: null,
			auth: 'project',
		} as unknown as Step['call'],
		cases: [],
		repeat: null,
		waitBeforeMs: 0,
		asserts: [
			shape('shape', list({name, born: {type: ['null', 'string']}}, ['name'])),
			shape('learned-shape', list({born: {type: ['null', 'string']}}, ['born'])),
		],
		captures: [],
	};
	const recipe = {steps: [step], teardown: [], seed: 'pets', produces: [], consumes: []} as unknown as Recipe;
	const [entry] = fittingScript(recipe)[0]!.answer.body as object[];
	expect(Object.keys(entry!).sort()).toEqual(['born', 'name']);
});
