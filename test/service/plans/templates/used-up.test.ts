import {expect, test} from 'vitest';
import type {MadePlan} from '../../../../service/plans/plan-rows.ts';
import {documentOf, planOf, rowOf} from '../shop-plan.ts';

const text = {type: 'string'};
const whole = {type: 'integer'};
const json = (schema: object) => ({'application/json': {schema}});
const answer = (name: string) => ({description: 'it', content: json({$ref: `#/components/schemas/${name}`})});
const sends = (properties: object, required: string[] = []) => ({
	requestBody: {required: true, content: json({type: 'object', required, properties})},
});
const id = {parameters: [{name: 'id', in: 'path', required: true, schema: whole}]};
const gone = {responses: {204: {description: 'gone'}}};
const record = (properties: object) => ({type: 'object', required: ['id'], properties: {id: whole, ...properties}});
const refused = {400: {description: 'no'}, 409: {description: 'not any more'}};

/** A cart with items becomes an order; a lead that nobody can delete is converted once. */
const plan = planOf(
	documentOf(
		{
			'/carts': {post: {...sends({name: text}, ['name']), responses: {201: answer('Cart')}}},
			'/carts/{id}': {...id, get: {responses: {200: answer('Cart')}}, delete: gone},
			'/carts/{id}/items': {
				...id,
				post: {...sends({sku: text}, ['sku']), responses: {201: answer('Item'), ...refused}},
			},
			'/carts/{id}/items/{itemId}': {
				parameters: [...id.parameters, {name: 'itemId', in: 'path', required: true, schema: whole}],
				delete: gone,
			},
			'/carts/{id}/checkout': {
				...id,
				post: {...sends({note: {...text, minLength: 1, maxLength: 40}}), responses: {201: answer('Order'), ...refused}},
			},
			'/orders/{id}': {...id, get: {responses: {200: answer('Order')}}, delete: gone},
			'/orders/{id}/ship': {...id, post: {responses: {200: answer('Order'), ...refused}}},
			'/visits': {post: {...sends({name: text}, ['name']), responses: {201: answer('Visit')}}},
			'/visits/{id}': {...id, get: {responses: {200: answer('Visit')}}, delete: gone},
			'/visits/{id}/invoice': {
				...id,
				post: {...sends({cents: whole}, ['cents']), responses: {201: answer('Invoice'), ...refused}},
			},
			'/visits/{id}/note': {
				...id,
				post: {...sends({title: text}, ['title']), responses: {201: answer('Note'), ...refused}},
			},
			'/visits/{id}/remark': {
				...id,
				post: {...sends({cents: whole}, ['cents']), responses: {201: answer('Remark')}},
			},
			...Object.fromEntries(
				['Invoice', 'Note', 'Remark'].map(name => [
					`/${name.toLowerCase()}s/{id}`,
					{...id, get: {responses: {200: answer(name)}}, delete: gone},
				]),
			),
			'/leads': {post: {...sends({name: text}, ['name']), responses: {201: answer('Lead')}}},
			'/companies': {post: {...sends({name: text}, ['name']), responses: {201: answer('Company')}}},
			'/companies/{id}': {...id, get: {responses: {200: answer('Company')}}, delete: gone},
			'/leads/{id}/convert': {
				...id,
				post: {
					summary: 'Convert a lead',
					...sends({amount: {type: 'number', minimum: 0, maximum: 90}}, ['amount']),
					responses: {201: {description: 'it', content: json(record({companyId: whole}))}, ...refused},
				},
			},
			'/leads/{id}/archive-now': {...id, post: {responses: {200: answer('Lead'), ...refused}}},
		},
		{
			components: {
				schemas: {
					Cart: record({name: text}),
					Item: record({sku: text}),
					Order: record({note: text, total: whole}),
					Visit: record({name: text}),
					Invoice: record({cents: whole}),
					Note: record({title: text}),
					Remark: record({cents: whole}),
					Lead: record({name: text}),
					Company: record({name: text}),
				},
			},
		},
	),
);
const stepsOf = (made: MadePlan, key: string) =>
	rowOf(made, key).recipe.steps.map(({role, call}) => `${role} ${call.operation.method} ${call.operation.path}`);
const calls = (key: string, path: string) => stepsOf(plan, key).filter(one => one.endsWith(` ${path}`)).length;

test('what becomes of a record is made of one of its own, with something in it, in every row', () => {
	for (const {key, recipe} of plan.rows) {
		const made = recipe.steps.filter(({call}) => call.operation.path === '/carts/{id}/checkout');
		for (const {call} of made) expect([key, call.path['id']?.is === 'variable']).toEqual([key, false]);
	}
	expect(stepsOf(plan, 'POST /carts/{id}/checkout create')).toEqual([
		'setup POST /carts',
		'setup POST /carts/{id}/items',
		'act POST /carts/{id}/checkout',
		'verify GET /orders/{id}',
	]);
	// Two orders are made of two carts.
	expect(calls('GET /orders/{id} read', '/carts')).toBe(calls('GET /orders/{id} read', '/carts/{id}/checkout'));
	expect(calls('POST /carts/{id}/checkout create-minimal', '/carts')).toBe(1);
});

test('a chain puts something into the cart that becomes an order, and makes another one for a second order', () => {
	const life = stepsOf(plan, 'chain life order');
	for (const path of ['/carts', '/carts/{id}/items', '/carts/{id}/checkout'])
		expect([path, life.filter(one => one.endsWith(`POST ${path}`)).length]).toEqual([path, 2]);
	expect(stepsOf(plan, 'chain flow POST /orders/{id}/ship').slice(0, 3)).toEqual([
		'setup POST /carts',
		'setup POST /carts/{id}/items',
		'setup POST /carts/{id}/checkout',
	]);
});

test('a valid body is sent after the refused ones, and at one bound only: nothing is left for a second one', () => {
	expect(stepsOf(plan, 'POST /carts/{id}/checkout bounds-refused').at(-1)).toBe('setup POST /carts/{id}/checkout');
	expect(rowOf(plan, 'POST /carts/{id}/checkout bounds-accepted').recipe.steps.at(-1)!.cases).toHaveLength(1);
	for (const template of ['texts', 'foreign-fields'])
		expect(plan.rows.map(({key}) => key)).not.toContain(`POST /carts/{id}/checkout ${template}`);
});

test('what nobody can delete is used up by one row alone, when the others have ended', () => {
	const accepting = plan.rows.filter(
		({recipe}) =>
			recipe.consumes.includes('lead_id') &&
			recipe.steps.some(({call}) => /^\/leads\/\{id\}\//.test(call.operation.path)),
	);
	expect(accepting.map(({key, recipe}) => `${key} ${recipe.phase}`)).toEqual(['POST /leads/{id}/convert action late']);
});

test('a record has one of what its path names as one and a conflict speaks of: another one is made of another record', () => {
	for (const row of ['GET /invoices/{id} read', 'DELETE /invoices/{id} delete'])
		expect([row, stepsOf(plan, row).filter(one => one.endsWith('POST /visits')).length]).toEqual([
			row,
			stepsOf(plan, row).filter(one => one.endsWith('/invoice')).length,
		]);
	// What may not be there twice for its title, and what no conflict speaks of, are made below one that all share.
	for (const noun of ['note', 'remark']) {
		const {steps, consumes} = rowOf(plan, `DELETE /${noun}s/{id} delete`).recipe;
		expect(consumes).toContain('visit_id');
		expect(steps.map(({call}) => call.operation.path)).not.toContain('/visits');
	}
});
