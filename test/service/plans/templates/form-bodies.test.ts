import {execFileSync} from 'node:child_process';
import {expect, test} from 'vitest';
import {renderTest} from '../../../../service/plans/code/render-test.ts';
import type {Recipe} from '../../../../service/plans/recipe.ts';
import {createGate} from '../../../../service/plans/gate/gate.ts';
import {codeWarnings} from '../../../../source/test-code/code-warnings.ts';
import {createBackendBench} from '../../../helpers/backend-bench.ts';
import {documentOf, planOf, rowOf} from '../shop-plan.ts';

const text = {type: 'string'};
const json = (schema: object) => ({'application/json': {schema}});

/** Customers with an address, sent in one media type or another. */
function customers(mediaType: string) {
	const fields = {
		name: {...text, minLength: 1, maxLength: 80},
		email: {...text, format: 'email'},
		age: {type: 'integer', minimum: 1, maximum: 150},
		isActive: {type: 'boolean'},
		address: {type: 'object', properties: {city: text}},
		tags: {type: 'array', items: text, maxItems: 5},
	};
	const record = {type: 'object', required: ['id'], properties: {id: {type: 'integer'}, ...fields}};
	const answer = {description: 'it', content: json(record)};
	const refused = {400: {description: 'no', content: json({type: 'object', properties: {error: text}})}};
	const id = {name: 'id', in: 'path', required: true, schema: {type: 'integer'}};
	const body = (required: string[]) => ({
		requestBody: {
			required: true,
			content: {[mediaType]: {schema: {type: 'object', additionalProperties: false, required, properties: fields}}},
		},
	});
	return planOf(
		documentOf({
			'/customers': {post: {...body(['name', 'age']), responses: {201: answer, ...refused}}},
			'/customers/{id}': {
				parameters: [id],
				get: {responses: {200: answer}},
				patch: {...body([]), responses: {200: answer, ...refused}},
				delete: {responses: {204: {description: 'gone'}}},
			},
		}),
	);
}
const bench = createBackendBench();
const form = customers('application/x-www-form-urlencoded');
const code = (key: string) => renderTest({...rowOf(form, key).recipe, id: 'rcp_1'} as Recipe);

test('a form gets the rows that JSON gets, but for broken JSON', () => {
	const keys = ({rows}: typeof form) => rows.map(({key}) => key);
	expect(keys(form)).toEqual(keys(customers('application/json')).filter(key => !key.endsWith(' unreadable-body')));
});

test('a form is wrong where text can be: what is missing, no number, outside its bounds', () => {
	const [refused] = rowOf(form, 'POST /customers invalid-body').recipe.steps.filter(({id}) => id === 'invalid');
	const names = refused!.cases.map(({name}) => name);
	expect(names).toContain('without name');
	expect(names).toContain('age of another type');
	expect(names).not.toContain('name of another type');
	expect(names.filter(name => name.endsWith(' null'))).toEqual([]);
});

test('parts of a field are sent under its name, a list by numbers, and true as APIs write it', () => {
	const source = code('POST /customers create');
	expect(source).toContain('data=as_form(');
	const helper = source.slice(source.indexOf('def as_form'), source.indexOf('\n\n\ndef test_'));
	const sent =
		'{"name": "Ada", "isActive": True, "address": {"city": "Bern"}, "tags": ["a", "b"], "items": [{"n": 1}]}';
	const script = `${helper}\nfrom urllib.parse import urlencode\nprint(urlencode(as_form(${sent}), safe="[]"))`;
	expect(execFileSync('python3', ['-c', script], {encoding: 'utf8'}).trim()).toBe(
		'name=Ada&isActive=true&address[city]=Bern&tags[0]=a&tags[1]=b&items[0][n]=1',
	);
});

test('what is written for a form passes with answers that fit it', async () => {
	let next = 0;
	const gate = createGate({
		runner: {run: job => bench.runner.run(job)},
		newId: () => `gate-${next++}`,
		warningsOf: codeWarnings,
	});
	const verdicts = await gate(
		form.rows.map(({key, recipe}) => ({
			id: key,
			name: key,
			source: code(key),
			recipe: {...recipe, id: 'rcp_1'} as Recipe,
			available: new Set(form.rows.flatMap(one => one.recipe.produces)),
			secrets: [],
		})),
	);
	expect(verdicts.filter(({rejection}) => rejection !== null)).toEqual([]);
});
