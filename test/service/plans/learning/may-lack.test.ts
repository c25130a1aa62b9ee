import {expect, test} from 'vitest';
import {observe, type ObservedCall} from '../../../../service/plans/learning/observe.ts';
import type {Recipe} from '../../../../service/plans/recipe.ts';
import {documentOf, planOf, rowOf} from '../shop-plan.ts';

const string = {type: 'string'};
const todo = {type: 'object', properties: {id: {type: 'integer'}, title: string, desc: string}};
const json = (schema: object) => ({content: {'application/json': {schema}}});
const sent = {type: 'object', required: ['title'], properties: {title: string, desc: string}};

test('a run never teaches that entries of a list have what the makers of records may leave out', () => {
	const plan = planOf(
		documentOf({
			'/todos': {
				get: {responses: {200: {description: 'all', ...json({type: 'array', items: todo})}}},
				post: {requestBody: json(sent), responses: {200: {description: 'made', ...json(todo)}}},
			},
			'/todos/{id}': {
				parameters: [{name: 'id', in: 'path', required: true, schema: {type: 'integer'}}],
				get: {responses: {200: {description: 'it', ...json(todo)}}},
				delete: {responses: {204: {description: 'gone'}}},
			},
		}),
	);
	const stepOf = (row: string) => rowOf(plan, row).recipe.steps.find(({role}) => role === 'act')!;
	const list = stepOf('GET /todos shape');
	expect(list.mayLack).toEqual(['desc']);
	expect(stepOf('GET /todos/{id} shape').mayLack).toBeUndefined();
	const recipe = rowOf(plan, 'GET /todos shape').recipe as Recipe;
	const call = (seq: number, method: string, body: unknown): ObservedCall => ({
		seq,
		method,
		url: 'http://127.0.0.1/todos',
		status: 200,
		requestBody: null,
		responseHeaders: {'Content-Type': 'application/json'},
		responseBody: JSON.stringify(body),
		responseEncoding: 'utf8',
		truncated: false,
	});
	const entry = {id: 1, title: 'a', desc: 'b'};
	for (const body of [[entry], {data: [entry]}]) {
		const seen = JSON.stringify(observe(recipe, [call(1, 'POST', entry), call(2, 'GET', body)])[list.id]);
		expect(seen).toContain('title');
		expect(seen).not.toContain('desc');
	}
});
