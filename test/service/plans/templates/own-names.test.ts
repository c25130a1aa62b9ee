import {expect, test} from 'vitest';
import {renderTest} from '../../../../service/plans/code/render-test.ts';
import {analyseApi} from '../../../../service/plans/kinds/analyse-api.ts';
import {planRows} from '../../../../service/plans/plan-rows.ts';
import type {Recipe} from '../../../../service/plans/recipe.ts';
import {documentOf} from '../shop-plan.ts';

const text = {type: 'string'};
const json = (schema: object) => ({content: {'application/json': {schema}}});
const ok = (schema: object) => ({description: 'OK', ...json(schema)});
const gone = {204: {description: 'gone'}, 404: {description: ''}};
const path = (name: string, schema: object = text) => ({name, in: 'path', required: true, schema});
const object = (fields: Record<string, object>, required = Object.keys(fields)) => ({
	type: 'object',
	properties: fields,
	required,
});
const sku = path('sku', {type: 'string', pattern: '^[A-Z0-9][A-Z0-9-]{2,19}$', example: 'LAMP-1'});
const product = object({sku: text, name: text});
const price = object({sku: text, currency: text, cents: {type: 'integer'}});
const stock = object({quantity: {type: 'integer', minimum: 0}});
const body = (schema: object) => ({requestBody: {required: true, ...json(schema)}});

/** Products that their sender names, with a list of those that are there; prices by a currency out of three; stock between two. */
const document = documentOf({
	'/products': {get: {responses: {200: ok({type: 'array', items: product})}}},
	'/products/{sku}': {
		parameters: [sku],
		put: {...body(object({name: text})), responses: {200: ok(product), 201: ok(product)}},
		get: {responses: {200: ok(product), 404: {description: ''}}},
		delete: {responses: gone},
	},
	'/products/{sku}/prices/{currency}': {
		parameters: [sku, path('currency', {type: 'string', enum: ['EUR', 'USD', 'GBP']})],
		put: {...body(object({cents: {type: 'integer'}})), responses: {200: ok(price), 201: ok(price)}},
		get: {responses: {200: ok(price), 404: {description: ''}}},
		delete: {responses: gone},
	},
	'/warehouses': {
		post: {...body(object({code: text, name: text})), responses: {201: ok(object({code: text, name: text}))}},
	},
	'/warehouses/{code}': {
		parameters: [path('code')],
		get: {responses: {200: ok(object({code: text, name: text}))}},
		delete: {responses: gone},
	},
	'/warehouses/{code}/stock/{sku}': {
		parameters: [path('code'), path('sku')],
		put: {...body(stock), responses: {200: ok(stock)}},
		get: {responses: {200: ok(stock), 404: {description: ''}}},
	},
	'/transfers': {
		post: {
			...body(
				object({
					from: {type: 'string', description: 'Code of a warehouse'},
					to: {type: 'string', description: 'The code of another warehouse'},
					sku: text,
					quantity: {type: 'integer', minimum: 1},
				}),
			),
			responses: {201: ok(object({id: text}))},
		},
	},
});
const api = analyseApi(document);
const {rows} = planRows({
	planId: 'pln_1',
	seed: 'seed',
	environment: new Set<string>(),
	hasCredential: true,
	api,
	endpoints: document.endpoints,
});
const codes = rows.map(row => ({...row, code: renderTest({...row.recipe, id: 'rcp_1'} as Recipe)}));
const codeOf = (template: string, method: string, at: string) => {
	const row = codes.find(one => one.template === template && one.method === method && one.path === at);
	if (!row) throw new Error(`no ${template} of ${at} in ${rows.map(one => `${one.template} ${one.path}`).join()}`);
	return row.code;
};
const producerOf = (method: string, at: string, place: string) => {
	const operation = api.operations.find(one => one.method === method && one.path === at)!;
	return api.edgeOf(operation, place)?.producer?.operation.key ?? null;
};

test('no test puts anything at a product that a list shows', () => {
	const puts = codes.filter(({code}) => /requests\.put|"PUT"/.test(code));
	expect(puts.length).toBeGreaterThan(5);
	for (const {code} of puts) expect(code).not.toMatch(/\/products\/\{quote\(\w+\[0\]/);
	expect(puts.map(({code}) => code).join('\n')).not.toContain('LAMP-1');
});

test('the name of a new product is one of its own', () => {
	expect(codeOf('create', 'PUT', '/products/{sku}')).toMatch(
		/sku = f"[A-Z]+-\{RUN_TAG\.upper\(\)\}"|products\/[A-Z]+-\{RUN_TAG/,
	);
	expect(producerOf('PUT', '/products/{sku}', 'path:sku')).toBeNull();
	expect(rows.every(({recipe}) => !JSON.stringify(recipe).includes('"env"'))).toBe(true);
});

test('a name out of a few is one of them, below a product of the test’s own, and another one for a second record', () => {
	for (const {code} of codes)
		for (const [, currency] of code.matchAll(/\/prices\/(\w+)"/g)) expect(['EUR', 'USD', 'GBP']).toContain(currency);
	const code = codeOf('delete', 'DELETE', '/products/{sku}/prices/{currency}');
	expect(code).toContain('"PUT"');
	expect(new Set([...code.matchAll(/\/prices\/([A-Z]{3})/g)].map(([, currency]) => currency)).size).toBe(2);
	expect(code).not.toContain('variables[');
});

test('a code in a path or in what is sent is that of the record that is known by it', () => {
	expect(producerOf('PUT', '/warehouses/{code}/stock/{sku}', 'path:sku')).toBe('PUT /products/{sku}');
	expect(producerOf('POST', '/transfers', 'body:$.sku')).toBe('PUT /products/{sku}');
	expect(producerOf('POST', '/transfers', 'body:$.from')).toBe('POST /warehouses');
	expect(producerOf('POST', '/transfers', 'body:$.to')).toBe('POST /warehouses');
	// Its own code is no reference.
	expect(producerOf('POST', '/warehouses', 'body:$.code')).toBeNull();
});

test('what nobody makes is set before it is read, once, and never where nothing is to be there', () => {
	const at = '/warehouses/{code}/stock/{sku}';
	expect(codeOf('read', 'GET', at).match(/put\(|"PUT"/g)).toHaveLength(1);
	// The one that is there is asked for first, the unknown one afterwards.
	expect(codeOf('unknown-id', 'GET', at).match(/put\(|"PUT"/g)).toHaveLength(1);
	expect(codeOf('shape', 'GET', at).match(/put\(|"PUT"/g)).toHaveLength(1);
});
