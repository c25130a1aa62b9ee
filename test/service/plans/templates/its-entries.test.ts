import {expect, it} from 'vitest';
import {renderTest} from '../../../../service/plans/code/render-test.ts';
import type {Recipe} from '../../../../service/plans/recipe.ts';
import {documentOf, planOf, rowOf} from '../shop-plan.ts';

const text = {type: 'string'};
const whole = {type: 'integer'};
const object = (properties: object) => ({type: 'object', required: Object.keys(properties), properties});
const list = (properties: object, words: object = {}) => ({type: 'array', items: object(properties), ...words});
const content = (schema: object) => ({content: {'application/json': {schema}}});
const id = {name: 'id', in: 'path', required: true, schema: whole};

const records = (path: string, sent: object, shown: object = sent) => {
	const it = {description: 'it', ...content(object({id: whole, ...shown}))};
	const refused = {description: 'refused', ...content(object({error: text}))};
	return {
		[path]: {post: {requestBody: {required: true, ...content(object(sent))}, responses: {201: it, 400: refused}}},
		[`${path}/{id}`]: {
			parameters: [id],
			get: {responses: {200: it, 404: refused}},
			put: {requestBody: {required: true, ...content(object(sent))}, responses: {200: it, 400: refused}},
			delete: {responses: {204: {description: 'gone'}, 404: refused}},
		},
	};
};

const ordered = {productId: whole, quantity: {type: 'integer', minimum: 1}};
const orders = {
	...records('/products', {name: text}),
	...records(
		'/orders',
		{lines: list(ordered, {minItems: 1, maxItems: 50})},
		{lines: list({lineNumber: whole, received: whole, ...ordered})},
	),
	'/orders/{id}/receive': {
		parameters: [id],
		post: {
			requestBody: {required: true, ...content(object({lines: list({lineNumber: whole, quantity: whole})}))},
			responses: {200: {description: 'received', ...content(object({id: whole}))}},
		},
	},
};

const codeOf = (paths: object, key: string): string =>
	renderTest({...rowOf(planOf(documentOf(paths)), key).recipe, id: 'rcp_1'} as Recipe);

it('an action on entries of a record names those that the application has numbered', () => {
	const code = codeOf(orders, 'POST /orders/{id}/receive action');
	expect(code).toMatch(/"lineNumber": order\["lines"\]\[0\]\["lineNumber"\]/);
	expect(code).toMatch(/"quantity": order\["lines"\]\[0\]\["quantity"\]/);
});

it('an action whose entries say nothing that the application has given sends its own', () => {
	const paths = {
		...orders,
		'/orders/{id}/receive': {
			parameters: [id],
			post: {
				requestBody: {required: true, ...content(object({lines: list({quantity: {type: 'integer', example: 7}})}))},
				responses: {200: {description: 'received', ...content(object({id: whole}))}},
			},
		},
	};
	expect(codeOf(paths, 'POST /orders/{id}/receive action')).toContain('"quantity": 7');
});

it('a list of what refers to other records is not filled with the same one up to its bound', () => {
	const keys = planOf(documentOf(orders)).rows.map(({key}) => key);
	const accepted = keys.filter(key => key.endsWith('bounds-accepted')).map(key => codeOf(orders, key));
	expect(accepted.join('\n')).not.toMatch(/50 entries/);
	expect(codeOf(orders, 'POST /orders bounds-refused')).toMatch(/more than 50 entries/);
});

it('what is listed below the record of its path is looked for there, whatever its parameter is called', () => {
	const comment = object({id: whole, body: text});
	const paths = {
		...records('/tickets', {subject: text}),
		'/tickets/{id}/comments': {
			parameters: [id],
			get: {responses: {200: {description: 'all', ...content({type: 'array', items: comment})}}},
			post: {
				requestBody: {required: true, ...content(object({body: text}))},
				responses: {201: {description: 'made', ...content(comment)}},
			},
		},
	};
	const code = codeOf(paths, 'POST /tickets/{id}/comments create');
	const asked = [...code.matchAll(/\/tickets\/\{([^}]+)\}\/comments/g)].map(([, name]) => name);
	// In the first line of the docstring, in the call, and in the look at the list.
	expect(asked.length).toBe(3);
	asked.shift();
	expect(new Set(asked).size).toBe(1);
});

it('a change at the bounds leaves what the address of the record is made of', () => {
	const title = {type: 'string', minLength: 3, maxLength: 120};
	const sent = {title, body: {type: 'string', maxLength: 500}};
	const shown = object({slug: text, ...sent});
	const slug = {name: 'slug', in: 'path', required: true, schema: text};
	const refused = {description: 'refused', ...content(object({error: text}))};
	const paths = {
		'/articles': {
			post: {
				requestBody: {required: true, ...content(object(sent))},
				responses: {201: {description: 'made', ...content(shown)}, 422: refused},
			},
		},
		'/articles/{slug}': {
			parameters: [slug],
			get: {responses: {200: {description: 'one', ...content(shown)}, 404: refused}},
			put: {
				requestBody: {required: true, ...content(object(sent))},
				responses: {200: {description: 'changed', ...content(shown)}, 422: refused},
			},
			delete: {responses: {204: {description: 'gone'}, 404: refused}},
		},
	};
	const code = codeOf(paths, 'PUT /articles/{slug} bounds-accepted');
	expect(code).toContain('body of 500 characters');
	expect(code).not.toContain('title of');
});

const span = ['from', 'to'].map(name => ({
	name,
	in: 'query',
	required: true,
	schema: {type: 'string', format: 'date-time'},
}));
const moment = {type: 'string', format: 'date-time'};

it.each([
	[
		'what has been measured is asked for until tomorrow',
		{ts: moment, level: whole},
		/"from": [^\n]*- timedelta\(days=1\)/,
	],
	['what has happened is', {triggeredAt: moment, acknowledgedAt: moment}, /"from": [^\n]*- timedelta\(days=1\)/],
	[
		'what is to come is asked for from tomorrow on',
		{startsAt: moment, createdAt: moment},
		/"from": [^\n]*\+ timedelta\(days=1\)/,
	],
])('of a list that wants a span of time %s', (_, fields, asked) => {
	const list = {type: 'array', items: object({id: whole, ...fields})};
	const paths = {'/things': {get: {parameters: span, responses: {200: {description: 'all', ...content(list)}}}}};
	const code = codeOf(paths, 'GET /things shape');
	expect(code).toMatch(asked);
	expect(code).toMatch(/"to": [^\n]*\+ timedelta\(days=\d\)/);
});
