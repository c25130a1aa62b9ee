import {expect, it} from 'vitest';
import {analyseApi} from '../../../../service/plans/kinds/analyse-api.ts';
import type {ObservedCall} from '../../../../service/plans/learning/observe.ts';
import {isTaken, takenValues} from '../../../../service/plans/settle/taken-values.ts';
import {documentOf, planOf, rowOf} from '../shop-plan.ts';

it.each([
	['number has already been taken', true],
	['A vehicle with plate B-FR 1234 already exists', true],
	['Key (email)=(a@b.c) already exists.', true],
	['slug must be unique', true],
	['this name is in use', true],
	['Object with slug=fern does not exist.', false],
	["The customer doesn't exist", false],
	['No such price exists', false],
	['number is too long', false],
])('%j says that another record has a value: %s', (words, isSaid) => {
	expect(isTaken(words)).toBe(isSaid);
});

it('what a refusal calls its own parts is no field of the record', () => {
	const text = {type: 'string'};
	const content = {'application/json': {schema: {type: 'object', properties: {id: text, type: text, plate: text}}}};
	const document = documentOf({
		'/vehicles': {post: {requestBody: {content}, responses: {201: {description: 'made', content}}}},
	});
	const {recipe} = rowOf(planOf(document), 'POST /vehicles create');
	const call: ObservedCall = {
		seq: 1,
		method: 'POST',
		url: 'http://127.0.0.1/vehicles',
		status: 409,
		requestBody: null,
		responseHeaders: {},
		responseBody: JSON.stringify({type: 'about:blank', title: 'Conflict', detail: 'plate is registered already'}),
		responseEncoding: 'utf8',
		truncated: false,
	};
	const [taken, ...others] = takenValues(analyseApi(document), [{recipe: {...recipe, id: 'rcp_1'}, calls: [call]}]);
	expect(others).toEqual([]);
	expect(taken?.fields).toEqual(['plate']);
});
