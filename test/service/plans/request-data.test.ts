import {describe, expect, test} from 'vitest';
import {sampleOf} from '../../../service/plans/data/unique-shape.ts';
import type {Value, Values} from '../../../service/plans/recipe.ts';
import type {MadeRow} from '../../../service/plans/plan-rows.ts';
import {documentOf, planOf, rowOf} from './shop-plan.ts';

const json = (schema: object) => ({'application/json': {schema}});
const answer = (schema: object) => ({description: 'it', content: json(schema)});

/** Records of one kind that are made, read, changed and deleted. */
function collection(handle: string, properties: object, required: string[]) {
	const record = {type: 'object', properties: {[handle]: {type: 'string'}, ...properties}};
	const body = (needed: string[]) => ({required: true, content: json({type: 'object', required: needed, properties})});
	const id = {name: handle, in: 'path', required: true, schema: {type: 'string'}};
	return documentOf({
		'/silences': {
			get: {responses: {200: answer({type: 'array', items: record})}},
			post: {requestBody: body(required), responses: {201: answer(record), 400: {description: 'no'}}},
		},
		[`/silences/{${handle}}`]: {
			parameters: [id],
			get: {responses: {200: answer(record), 404: {description: 'no'}}},
			patch: {requestBody: body([]), responses: {200: answer(record), 404: {description: 'no'}}},
			delete: {responses: {204: {description: 'gone'}, 404: {description: 'no'}}},
		},
	});
}

function fieldsOf(row: MadeRow, step: string): Values {
	const body = row.recipe.steps.find(({id}) => id === step)?.call.body;
	return body && 'value' in body && body.value.is === 'object' ? body.value.fields : {};
}
const text = {type: 'string'};

describe('a body', () => {
	test('has an empty list where nothing says what an entry is', () => {
		const known = {type: 'array', items: text};
		const plan = planOf(
			collection('id', {title: text, nodes: {type: 'array'}, tags: known}, ['title', 'nodes', 'tags']),
		);
		const {nodes, tags} = fieldsOf(rowOf(plan, 'POST /silences create'), 'create');
		expect(nodes).toEqual({is: 'array', items: []});
		expect((tags as {items: Value[]}).items).toHaveLength(1);
	});

	test.each([
		[{}, '12.50'],
		[{pattern: '^-?\\d{0,4}(?:\\.\\d{0,2})?$'}, '12.50'],
		[{pattern: '^\\d+$'}, '7'],
		[{maxLength: 3}, '7.5'],
	])('has a number where a text has the format of one: %j', (limits, expected) => {
		const plan = planOf(collection('id', {title: text, price: {...text, format: 'decimal', ...limits}}, ['price']));
		expect(fieldsOf(rowOf(plan, 'POST /silences create'), 'create')['price']).toEqual({is: 'literal', value: expected});
	});

	test('has a payment card that a payment service takes in tests, and no such number where nothing expires', () => {
		const digits = {...text, pattern: '^[0-9 ]{13,24}$'};
		const card = {
			type: 'object',
			required: ['number', 'expMonth', 'exp_year', 'cvc'],
			properties: {number: digits, expMonth: {type: 'integer', maximum: 12}, exp_year: {type: 'integer'}, cvc: text},
		};
		const locker = {type: 'object', required: ['number'], properties: {number: digits, floor: text}};
		const plan = planOf(collection('id', {title: text, card, locker}, ['title', 'card', 'locker']));
		const sent = fieldsOf(rowOf(plan, 'POST /silences create'), 'create') as Record<string, {fields: Values}>;
		const said = Object.entries(sent['card']!.fields).map(([name, one]) => [name, 'value' in one && one.value]);
		expect(Object.fromEntries(said)).toEqual({number: '4242424242424242', expMonth: 12, exp_year: 2035, cvc: '123'});
		expect(sent['locker']!.fields['number']).not.toEqual({is: 'literal', value: '4242424242424242'});
	});

	test('never sends the token that an example of the document shows', () => {
		const example = `eyJhbGciOiJub25lIn0.${Buffer.from(JSON.stringify({sub: 'octo', scopes: 'read '.repeat(200)})).toString('base64url')}.c2lnbmVk`;
		const plan = planOf(collection('id', {title: text, proof: {...text, example}}, ['title', 'proof']));
		const {proof} = fieldsOf(rowOf(plan, 'POST /silences create'), 'create');
		expect(proof).toBeDefined();
		expect(JSON.stringify(proof)).not.toContain(example.slice(0, 12));
	});

	test.each([
		['parent', {type: 'integer'}],
		['assignee', text],
		['reviewers', {type: 'array', items: text}],
	])('makes up no number and no name of %s, whom only the application knows', (name, schema) => {
		const optional = planOf(collection('id', {title: text, [name]: schema}, ['title']));
		const sent = fieldsOf(rowOf(optional, 'POST /silences create'), 'create')[name];
		expect(sent === undefined || (sent.is === 'array' && sent.items.length === 0)).toBe(true);
		const required = planOf(collection('id', {title: text, [name]: schema}, ['title', name]));
		expect(fieldsOf(rowOf(required, 'POST /silences create'), 'create')[name]).toBeDefined();
	});

	test('stands at the first place, which every list has', () => {
		const plan = planOf(
			collection('id', {title: text, position: {type: 'integer', minimum: 0}}, ['title', 'position']),
		);
		expect(fieldsOf(rowOf(plan, 'POST /silences create'), 'create')['position']).toEqual({is: 'literal', value: 0});
	});

	test('asks for the number of a user whom no endpoint gives', () => {
		const plan = planOf(collection('id', {title: text, user: {type: 'integer'}}, ['title', 'user']));
		expect(plan.rows.map(({key}) => key)).not.toContain('POST /silences create');
		expect(plan.zeroReasons.get('ep_1')?.message ?? '').toContain('{user}');
	});

	test('calls what has a value as programs do', () => {
		const pair = {type: 'object', required: ['name', 'value'], properties: {name: text, value: text}};
		const plan = planOf(collection('id', {name: text, matchers: {type: 'array', items: pair}}, ['name', 'matchers']));
		const {name, matchers} = fieldsOf(rowOf(plan, 'POST /silences create'), 'create');
		const [first] = (matchers as {items: Array<{fields: Values}>}).items;
		expect(sampleOf((first!.fields['name'] as {shape: string}).shape)).toMatch(/^[a-z]+_[0-9a-f]{8}$/);
		expect(sampleOf((name as {shape: string}).shape)).toContain(' ');
	});

	test('of a change leaves out what the creator was seen to refuse', () => {
		const document = collection('id', {title: text, parent: text, note: text}, ['title']);
		const changed = () => Object.keys(fieldsOf(rowOf(planOf(document), 'PATCH /silences/{id} update'), 'change_all'));
		expect(changed()).toEqual(['title', 'parent', 'note']);
		const creator = document.endpoints.find(({method}) => method === 'POST')!;
		(creator.body as {only?: string[]}).only = ['title', 'note'];
		expect(changed()).toEqual(['title', 'note']);
	});
});

describe('an unknown handle', () => {
	const keys = (handle: string) =>
		planOf(collection(handle, {label: text, name: text}, ['name'])).rows.map(({key}) => key);

	test('is not changed where the caller chooses it: the change could make it', () => {
		expect(keys('id')).toContain('PATCH /silences/{id} unknown-id');
		expect(keys('name')).not.toContain('PATCH /silences/{name} unknown-id');
		expect(keys('name')).toContain('DELETE /silences/{name} unknown-id');
	});
});

test('a record is looked for in its list under the name that it has there', () => {
	const document = collection('id', {name: text}, ['name']);
	const creator = document.endpoints.find(({method}) => method === 'POST')!;
	const made = creator.answers.find(({status}) => status === '201')! as {schema?: unknown};
	made.schema = {type: 'object', properties: {silenceId: text}};
	const plan = planOf(document);
	const places = (key: string) =>
		rowOf(plan, key).recipe.steps.flatMap(({asserts}) =>
			asserts.flatMap(({check}) => (check.type === 'contains' ? [check.list] : [])),
		);
	expect(places('GET /silences list')).toEqual(['$[*].id']);
	expect(places('DELETE /silences/{id} delete')).toEqual(['$[*].id', '$[*].id']);
	const usual = planOf(collection('id', {name: text}, ['name']));
	const [check] = rowOf(usual, 'GET /silences list')
		.recipe.steps.at(-1)!
		.asserts.filter(({id}) => id === 'contains');
	expect(check!.check).toMatchObject({list: '$'});
});
