import {expect, test} from 'vitest';
import {analyseApi} from '../../../../service/plans/kinds/analyse-api.ts';
import {planRows} from '../../../../service/plans/plan-rows.ts';
import {documentOf} from '../shop-plan.ts';

const text = {type: 'string'};
const json = (schema: object) => ({content: {'application/json': {schema}}});

/** The steps of the filter row of an API whose records have these fields, each of them a filter of their list. */
function stepsOf(fields: Record<string, object>, descriptions: Record<string, string> = {}) {
	const record = {
		type: 'object',
		required: Object.keys(fields),
		properties: {id: {...text, readOnly: true}, ...fields},
	};
	const query = Object.entries(fields).map(([name, schema]) => ({
		name,
		in: 'query',
		schema,
		description: descriptions[name] ?? '',
	}));
	const byId = [{name: 'taskId', in: 'path', required: true, schema: text}];
	const document = documentOf({
		'/tasks': {
			get: {parameters: query, responses: {200: {description: '', ...json({type: 'array', items: record})}}},
			post: {requestBody: json(record), responses: {201: {description: '', ...json(record)}}},
		},
		'/tasks/{taskId}': {
			parameters: byId,
			get: {responses: {200: {description: '', ...json(record)}}},
			delete: {responses: {204: {description: ''}}},
		},
	});
	const {rows} = planRows({
		planId: 'pln_1',
		seed: 'seed',
		environment: new Set<string>(),
		hasCredential: true,
		api: analyseApi(document),
		endpoints: document.endpoints,
	});
	return rows.find(({template}) => template === 'filter')?.recipe.steps.map(({id}) => id) ?? null;
}

test('a filter that tells the two records apart goes before one that both fit', () => {
	expect(stepsOf({name: text, kind: {...text, enum: ['a']}})).toEqual(['create', 'create_other', 'filter_name']);
});

test('without one that tells them apart no second record is made', () => {
	expect(stepsOf({kind: {...text, enum: ['a']}})).toEqual(['create', 'filter_kind']);
});

test('what chooses the fields that are shown is no filter', () => {
	const said = 'Whether to include the signed and the serial fields in the answer.';
	expect(stepsOf({name: text, signed: {type: 'boolean'}}, {signed: said})).toEqual([
		'create',
		'create_other',
		'filter_name',
	]);
});
