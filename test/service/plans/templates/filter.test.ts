import {expect, test} from 'vitest';
import {analyseApi} from '../../../../service/plans/kinds/analyse-api.ts';
import {renderTest} from '../../../../service/plans/code/render-test.ts';
import {planRows} from '../../../../service/plans/plan-rows.ts';
import {documentOf} from '../shop-plan.ts';

const text = {type: 'string'};
const json = (schema: object) => ({content: {'application/json': {schema}}});

/** The names of the steps of that row. */
const stepsOf = (...asked: Parameters<typeof rowOfFields>) =>
	rowOfFields(...asked)?.recipe.steps.map(({id}) => id) ?? null;

/** The filter row of an API whose records have these fields, each of them a filter of their list. */
function rowOfFields(
	fields: Record<string, object>,
	descriptions: Record<string, string> = {},
	filters: Record<string, object> = fields,
) {
	const record = {
		type: 'object',
		required: Object.keys(fields),
		properties: {id: {...text, readOnly: true}, ...fields},
	};
	const query = Object.entries(filters).map(([name, schema]) => ({
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
	return rows.find(({template}) => template === 'filter');
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

test('the second record has another value where all of its kind would begin with the same', () => {
	const row = rowOfFields(
		{name: text, kind: {...text, enum: ['a', 'b']}, cents: {type: 'integer', minimum: 1}},
		{},
		{kind: text, maxCents: {type: 'integer'}},
	)!;
	expect(row.title).toBe('filters tasks by kind and maxCents');
	const code = renderTest({...row.recipe, id: 'rcp_1'});
	expect(code).toContain('"kind": "b"');
	expect(code).toContain('assert other_task["id"] not in listed');
	expect(code.split('other_task["id"] not in listed')).toHaveLength(3);
	expect(code).toMatch(/entries with cents above \d+: \{others\}/);
});

test('no other state is asked of a new record', () => {
	expect(stepsOf({name: text, status: {...text, enum: ['a', 'b']}}, {}, {status: text})).toEqual([
		'create',
		'filter_status',
	]);
});

test('true is written in an address as APIs read it, and compared as what it is', () => {
	const row = rowOfFields({isOpen: {type: 'boolean'}});
	const code = renderTest({...row!.recipe, id: 'rcp_1'} as never);
	expect(code).toMatch(/"isOpen": "(?:true|false)"/);
	expect(code).not.toMatch(/params=\{[^}]*(?:True|False)/);
	expect(code).toMatch(/!= (?:True|False)|is not (?:True|False)/);
});
