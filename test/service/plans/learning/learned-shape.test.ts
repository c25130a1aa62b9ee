import {expect, test} from 'vitest';
import {beyond} from '../../../../service/plans/learning/learned-shape.ts';
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
	const entry = {type: 'object', properties: {title: string, desc: string}, required: ['title', 'desc']};
	for (const wrap of [
		(one: object) => one,
		(one: object) => ({properties: {data: one}, required: ['data'], type: 'object'}),
	]) {
		const seen = wrap({type: 'array', items: entry});
		expect(JSON.stringify(beyond(seen, [], list.mayLack))).not.toContain('desc');
		expect(JSON.stringify(beyond(seen, []))).toContain('desc');
	}
});
