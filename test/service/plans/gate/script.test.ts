import {expect, test} from 'vitest';
import {variableValues} from '../../../../service/plans/gate/field-forms.ts';
import {fittingScript} from '../../../../service/plans/gate/script.ts';
import {documentOf, planOf, rowOf} from '../shop-plan.ts';
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

test('what an answer must hold and share with an earlier one stands in both', () => {
	const sent = {type: 'object', required: ['title'], properties: {title: {type: 'string'}, done: {type: 'boolean'}}};
	const record = {...sent, properties: {id: {type: 'integer'}, ...sent.properties}};
	const json = (schema: object) => ({content: {'application/json': {schema}}});
	const plan = planOf(
		documentOf({
			'/todos': {post: {requestBody: json(sent), responses: {200: {description: 'made', ...json(record)}}}},
			'/todos/{id}': {
				parameters: [{name: 'id', in: 'path', required: true, schema: {type: 'integer'}}],
				get: {responses: {200: {description: 'it', ...json(record)}}},
				put: {requestBody: json(sent), responses: {204: {description: 'replaced'}}},
				delete: {responses: {204: {description: 'gone'}}},
			},
		}),
	);
	const script = fittingScript({...rowOf(plan, 'PUT /todos/{id} replace-twice').recipe, id: 'rcp_1'} as Recipe);
	const setBy = (id: string) =>
		script.find(one => one.id === id)!.answer.changes.flatMap(one => (one.do === 'set' ? [one.path] : []));
	expect(setBy('read_again')).toContainEqual(['title']);
	expect(setBy('read')).toEqual(setBy('read_again'));
});

test('a list that is sorted by the id itself is answered downwards as well', () => {
	const label = {type: 'object', required: ['name'], properties: {id: {type: 'integer'}, name: {type: 'string'}}};
	const sent = {type: 'object', required: ['name'], properties: {name: {type: 'string'}}};
	const json = (schema: object) => ({content: {'application/json': {schema}}});
	const order = {name: 'order', in: 'query', schema: {type: 'string', enum: ['id', '-id']}};
	const plan = planOf(
		documentOf({
			'/labels': {
				get: {parameters: [order], responses: {200: {description: 'all', ...json({type: 'array', items: label})}}},
				post: {requestBody: json(sent), responses: {201: {description: 'made', ...json(label)}}},
			},
			'/labels/{id}': {
				parameters: [{name: 'id', in: 'path', required: true, schema: {type: 'integer'}}],
				get: {responses: {200: {description: 'it', ...json(label)}}},
				delete: {responses: {204: {description: 'gone'}}},
			},
		}),
	);
	const script = fittingScript({...rowOf(plan, 'GET /labels sort').recipe, id: 'rcp_1'} as Recipe);
	const orderOf = (id: string) =>
		script
			.find(one => one.id === id)!
			.answer.changes.flatMap(one => (one.do === 'set' && one.source.from === 'answer' ? [one.source.step] : []));
	expect(orderOf('sort_1')).toEqual(['create', 'create_second', 'create_third']);
	expect(orderOf('sort_2')).toEqual(['create_third', 'create_second', 'create']);
});

test('an answer in memory fits what several shapes say of the same field', () => {
	const state: JsonSchema = {type: ['string', 'null'], enum: ['open', 'paid']};
	const record = (properties: Record<string, JsonSchema>): JsonSchema => ({
		type: 'object',
		properties: {data: {type: 'object', properties, required: Object.keys(properties)}},
		required: ['data'],
	});
	const step = {
		id: 'read',
		role: 'act',
		call: {operation: {method: 'GET', path: '/bills/{id}'}, path: {}, query: {}, headers: {}, body: null},
		cases: [],
		repeat: null,
		asserts: [
			shape('shape', record({state, due: {type: ['string', 'null']}, lines: {type: 'array', items: {type: 'object'}}})),
			shape('learned-shape', record({state: {type: 'string'}, due: {type: 'null'}})),
			{
				...shape('entries', {type: 'array', minItems: 1}),
				check: {type: 'shape', pointer: '$.data.lines', schema: {type: 'array', minItems: 1}, closed: false},
			},
		],
		captures: [],
	} as unknown as Step;
	const recipe = {steps: [step], teardown: [], seed: 'bills', produces: [], consumes: []} as unknown as Recipe;
	expect(fittingScript(recipe)[0]!.answer.body).toEqual({data: {state: 'open', due: null, lines: [{}]}});
});

test('a variable that a field is compared with has the form of that field', () => {
	const fields: Record<string, JsonSchema> = {
		id: {type: 'string', format: 'uuid'},
		slug: {type: 'string', pattern: '^[a-z0-9-]{3,40}$'},
		number: {type: 'integer'},
		name: {type: 'string'},
	};
	const compared = Object.keys(fields).map(name => ({
		...shape(name, true),
		check: {type: 'equals', pointer: `$.${name}`, value: {is: 'variable', name: `${name}_value`}, as: 'exact'},
	}));
	// Records within it have numbers.
	const lines: JsonSchema = {type: 'array', items: {type: 'object', properties: {id: {type: 'integer'}}}};
	const step = {
		id: 'read',
		asserts: [shape('shape', {type: 'object', properties: {...fields, lines}}), ...compared],
	} as unknown as Step;
	const consumes = Object.keys(fields).map(name => `${name}_value`);
	const values = variableValues({steps: [step], teardown: [], seed: 'x', produces: [], consumes} as unknown as Recipe);
	expect(values['id_value']).toMatch(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/);
	expect(values['slug_value']).toMatch(/^[a-z0-9-]{3,40}$/);
	expect(values['number_value']).toEqual(expect.any(Number));
	expect(values['name_value']).toBe('a-name_value');
});
