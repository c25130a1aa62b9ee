import {expect, test} from 'vitest';
import {documentOf, planOf, rowOf} from '../shop-plan.ts';

const whole = {type: 'integer'};
const text = {type: 'string'};
const json = (schema: object) => ({content: {'application/json': {schema}}});
const record = {type: 'object', required: ['id'], properties: {id: whole, name: text}};
const sends = {requestBody: {required: true, ...json({type: 'object', required: ['name'], properties: {name: text}})}};
const id = (name: string) => ({parameters: [{name, in: 'path', required: true, schema: whole}]});
const answers = (status: number, ...others: number[]) => ({
	responses: Object.fromEntries(
		[status, ...others].map(one => [one, {description: 'it', ...(one < 300 ? json(record) : {})}]),
	),
});
const own = (name: string) => ({
	...id(name),
	get: answers(200, 404),
	delete: {responses: {204: {description: 'gone'}, 404: {description: 'no'}}},
});

/** Projects with sprints, of which one alone may be active, and that say so or not. */
const plan = planOf(
	documentOf({
		'/projects': {post: {...sends, ...answers(201)}},
		'/projects/{projectId}': own('projectId'),
		'/projects/{projectId}/sprints': {...id('projectId'), post: {...sends, ...answers(201, 404)}},
		'/sprints/{sprintId}': own('sprintId'),
		'/sprints/{sprintId}/start': {...id('sprintId'), post: answers(200, 404, 409)},
		'/sprints/{sprintId}/rename-all': {...id('sprintId'), post: answers(200, 404, 409)},
		'/sprints/{sprintId}/open': {...id('sprintId'), post: answers(200, 404)},
	}),
);
const made = (key: string) => {
	const {recipe} = rowOf(plan, key);
	return {
		ids: recipe.steps.filter(({call}) => call.operation.path === '/projects').map(step => step.id),
		below: recipe.steps.find(({call}) => call.operation.path === '/projects/{projectId}/sprints')?.call.path[
			'projectId'
		],
		consumes: recipe.consumes,
	};
};

test('what only one of several may be is tried below a record that no other test makes anything below', () => {
	for (const row of ['action', 'unknown-id'])
		expect([row, made(`POST /sprints/{sprintId}/start ${row}`)]).toEqual([
			row,
			{ids: ['owner_project'], below: {is: 'step', step: 'owner_project', pointer: '$.id'}, consumes: []},
		]);
});

test('another action, and one that no conflict speaks of, take the record that all share', () => {
	for (const action of ['rename-all', 'open'])
		expect(made(`POST /sprints/{sprintId}/${action} action`)).toEqual({
			ids: [],
			below: {is: 'variable', name: 'project_id'},
			consumes: ['project_id'],
		});
	expect(made('DELETE /sprints/{sprintId} delete').ids).toEqual([]);
});
