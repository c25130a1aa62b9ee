import {describe, expect, it} from 'vitest';
import {renderTest} from '../../../../service/plans/code/render-test.ts';
import type {Recipe} from '../../../../service/plans/recipe.ts';
import {documentOf, planOf, rowOf} from '../shop-plan.ts';

const text = {type: 'string'};
const content = (schema: object) => ({content: {'application/json': {schema}}});
const fields = {name: text, place: text, note: text};
const lamp = {type: 'object', required: ['id'], properties: {id: text, ...fields}};
const parameters = [{name: 'id', in: 'path', required: true, schema: text}];

/** An API of lamps whose creation and change answer with these. */
function updateOf(created: object, changed: object): Recipe {
	const document = documentOf({
		'/lamps': {
			post: {
				requestBody: {required: true, ...content({type: 'object', required: ['name'], properties: fields})},
				responses: {201: created},
			},
		},
		'/lamps/{id}': {
			parameters,
			get: {responses: {200: {description: 'It', ...content(lamp)}}},
			patch: {
				requestBody: {required: true, ...content({type: 'object', properties: fields})},
				responses: {200: changed},
			},
			delete: {responses: {204: {description: 'Gone'}}},
		},
	});
	return {...rowOf(planOf(document), 'PATCH /lamps/{id} update').recipe, id: 'rcp_1'};
}

const whole = {description: 'It', ...content(lamp)};
const onlyId = {description: 'Its id', ...content({type: 'object', required: ['id'], properties: {id: text}})};
const nothing = {description: 'Done'};
const comparedWith = ({steps}: Recipe) =>
	steps.flatMap(({asserts}) => asserts.flatMap(({check}) => (check.type === 'sameAs' ? check.step : [])));

describe('a change of one field', () => {
	it.each([
		['nothing', nothing],
		['its record', whole],
	])('is compared with a read before it where its creation shows an id alone, and it answers %s', (_, changed) => {
		const recipe = updateOf(onlyId, changed);
		expect(recipe.steps.map(({id}) => id).slice(0, 3)).toEqual(['create', 'before', 'change']);
		expect(comparedWith(recipe)[0]).toBe('before');
		expect(renderTest(recipe)).toContain('expected = {**before, "name": name}');
	});

	it.each([
		['nothing', nothing],
		['its record', whole],
	])('is compared with what its creation has shown, and it answers %s', (_, changed) => {
		const recipe = updateOf(whole, changed);
		expect(recipe.steps.map(({id}) => id)).not.toContain('before');
		expect(comparedWith(recipe)[0]).toBe('create');
	});
});
