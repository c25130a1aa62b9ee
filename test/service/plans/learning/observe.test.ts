import {expect, it} from 'vitest';
import {observe, type ObservedCall} from '../../../../service/plans/learning/observe.ts';
import type {Recipe} from '../../../../service/plans/recipe.ts';
import {documentOf, planOf, rowOf} from '../shop-plan.ts';

it('a name of a field that is hidden in the recording is no place that is learned', () => {
	const plan = planOf(documentOf({'/status': {get: {responses: {200: {description: ''}}}}}));
	const recipe = rowOf(plan, 'GET /status singleton').recipe as Recipe;
	const call: ObservedCall = {
		seq: 1,
		method: 'GET',
		url: 'http://127.0.0.1/status',
		status: 200,
		requestBody: null,
		responseHeaders: {'Content-Type': 'application/json'},
		// The password is a word: the recording has its mark in the name and in the value.
		responseBody: '{"•••": "Ada", "room": "•••", "staff": [{"is•••": true, "name": "Bo"}]}',
		responseEncoding: 'utf8',
		truncated: false,
	};
	expect(observe(recipe, [call])[recipe.steps[0]!.id]!.body).toEqual({
		type: 'object',
		properties: {
			room: {type: 'string'},
			staff: {
				type: 'array',
				items: {type: 'object', properties: {name: {type: 'string'}}, required: ['name']},
			},
		},
		required: ['room', 'staff'],
	});
});
