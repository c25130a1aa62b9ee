/** Recipes as the plan writes them, for tests of what is made of them. */
import type {HttpMethod} from '../../../../contract/enums.ts';
import type {Assert, Capture, Check, Json, JsonSchema, Recipe, Step, Value} from '../../../../service/plans/recipe.ts';

export const literal = (value: Json): Value => ({is: 'literal', value});
export const unique = (shape: string): Value => ({is: 'unique', shape});
export const ofStep = (step: string, pointer: string): Value => ({is: 'step', step, pointer});
export const variable = (name: string): Value => ({is: 'variable', name});
export const fields = (values: {[name: string]: Value}): Value => ({is: 'object', fields: values});

export function check(id: string, is: Check, more: Partial<Assert> = {}): Assert {
	const provenance = {from: 'document' as const, where: '', runId: null, since: ''};
	return {id, message: '', check: is, strength: 'decided', state: 'active', provenance, ...more};
}
export const status = (...oneOf: Array<number | '2xx' | '4xx'>): Assert => check('status', {type: 'status', oneOf});
export const equals = (pointer: string, value: Value): Assert =>
	check(`echo:${pointer}`, {type: 'equals', pointer, value, as: 'exact'});
export const shape = (schema: JsonSchema, closed = false): Assert =>
	check('shape', {type: 'shape', pointer: '$', schema, closed});
export const same = (step: string, except: string[] = []): Assert =>
	check('stored', {type: 'sameAs', pointer: '$', step, other: '$', except});

export function capture(name: string, pointer: string, more: Partial<Capture> = {}): Capture {
	const from = {in: 'body' as const, pointer};
	return {variable: name, tag: name, from, publish: true, isHandle: true, deletedBy: null, ...more};
}

type StepParts = Partial<Omit<Step, 'call'>> & {call?: Partial<Step['call']>};

export function step(id: string, line: string, {call, ...parts}: StepParts = {}): Step {
	const [method, path] = line.split(' ') as [HttpMethod, string];
	return {
		id,
		title: id,
		role: 'act',
		cases: [],
		waitBeforeMs: 0,
		repeat: null,
		asserts: [],
		captures: [],
		...parts,
		call: {
			operation: {method, path},
			path: {},
			query: {},
			headers: {},
			body: null,
			auth: 'project',
			timeoutSeconds: 10,
			followRedirects: false,
			...call,
		},
	};
}

export const json = (value: Value) => ({contentType: 'application/json', value});

export function recipe(template: string, line: string, parts: Partial<Recipe> & Pick<Recipe, 'steps'>): Recipe {
	const [method, path] = line.split(' ') as [HttpMethod, string];
	return {
		recipeVersion: 1,
		id: 'rcp_1',
		template,
		kind: 'endpoint',
		endpoint: {method, path},
		title: 'does what it says',
		why: '',
		produces: [],
		consumes: [],
		phase: 'normal',
		safety: 'own_records',
		teardown: [],
		limits: {timeoutSeconds: 60, maxCalls: 40},
		seed: 'seed',
		source: {planId: 'pln_1', rowId: null, documentId: null, generator: 'test'},
		...parts,
	};
}

const string = {type: 'string'};
const integer = {type: 'integer'};
const product = {
	type: 'object',
	required: ['id', 'name', 'category', 'priceCents', 'createdAt'],
	properties: {id: string, name: string, category: string, priceCents: integer, createdAt: string},
};
const newProduct = fields({
	name: unique('Amber Meadow {RUN_TAG}'),
	category: literal('books'),
	priceCents: literal(1290),
});

export const createProduct = recipe('create', 'POST /products', {
	title: 'creates a product that can be read back',
	why: 'The document promises 201, a Location and a complete Product. Later tests use the record as product_id.',
	produces: ['product_id'],
	steps: [
		step('create', 'POST /products', {
			call: {body: json(newProduct)},
			asserts: [
				status(201),
				shape(product),
				equals('$.name', unique('Amber Meadow {RUN_TAG}')),
				equals('$.category', literal('books')),
				equals('$.priceCents', literal(1290)),
				check('location', {type: 'header', name: 'Location', matches: null, namesRecord: true}),
			],
			captures: [capture('product_id', '$.id')],
		}),
		step('read', 'GET /products/{productId}', {
			role: 'verify',
			call: {path: {productId: ofStep('create', '$.id')}},
			asserts: [
				check('status', {type: 'status', oneOf: [200]}, {message: 'the new product cannot be read: {actual}'}),
				check('stored', same('create').check, {message: 'created as {expected}, read back as {actual}'}),
			],
		}),
	],
});

export const readCart = recipe('read', 'GET /carts/{cartId}', {
	title: 'returns the cart that was asked for, and it belongs to its user',
	why: 'Consumes cart_id and user_id; changes nothing.',
	consumes: ['cart_id', 'user_id'],
	safety: 'reads',
	steps: [
		step('read', 'GET /carts/{cartId}', {
			call: {path: {cartId: variable('cart_id')}},
			asserts: [
				status(200),
				check('id', equals('$.id', variable('cart_id')).check, {message: 'asked for {expected}, got {actual}'}),
				check('owner', equals('$.userId', variable('user_id')).check, {message: 'the cart belongs to {actual}'}),
				shape({
					type: 'object',
					required: ['items', 'subtotalCents', 'discountCents', 'totalCents'],
					properties: {items: {type: 'array'}, subtotalCents: integer, discountCents: integer, totalCents: integer},
				}),
				check('coupon', equals('$.couponCode', literal(null)).check, {
					message: 'couponCode is {actual}',
					strength: 'learned',
					provenance: {
						from: 'observed',
						where: 'the first run, the document does not say: a cart without a coupon has couponCode null',
						runId: 'run_1',
						since: '',
					},
				}),
			],
		}),
	],
});

export const refuseBounds = recipe('bounds-refused', 'POST /products', {
	title: 'refuses values out of bounds, one field at a time',
	why: 'The document says 400 and an error that names the field. Should one be accepted, cleanup deletes the record.',
	safety: 'refused_only',
	steps: [
		step('refuse', 'POST /products', {
			call: {
				body: json(fields({name: literal('Copper Linden'), category: literal('books'), priceCents: literal(1290)})),
			},
			cases: [
				{name: 'shorter than 1 character', patch: [{at: {in: 'body', pointer: '$.name'}, value: literal('')}]},
				{
					name: 'longer than 120 characters',
					patch: [{at: {in: 'body', pointer: '$.name'}, value: literal('x'.repeat(121))}],
				},
				{name: 'below 1', patch: [{at: {in: 'body', pointer: '$.priceCents'}, value: literal(0)}]},
			],
			asserts: [
				status(400),
				check(
					'field',
					{type: 'equals', pointer: '$.error.field', value: literal('{field}'), as: 'exact'},
					{message: 'another field is named: {actual}'},
				),
			],
		}),
	],
});

const userList = {query: {email: unique('amber.{RUN_TAG}@example.com')}};
const aUser = {path: {userId: ofStep('create', '$.id')}};

export const userLives = recipe('chain', 'POST /users', {
	kind: 'integration',
	title: 'A user lives: created, found by e-mail, renamed, deleted, gone',
	why: 'Seven steps with one record of its own; nothing is left behind when all of them pass.',
	steps: [
		step('create', 'POST /users', {
			call: {body: json(fields({name: literal('Amber Meadow'), email: unique('amber.{RUN_TAG}@example.com')}))},
			asserts: [status(201)],
		}),
		step('find', 'GET /users', {
			role: 'verify',
			call: userList,
			asserts: [
				status(200),
				check('found', {
					type: 'contains',
					list: '$.items[*].id',
					handle: ofStep('create', '$.id'),
					present: true,
					locate: 'filter',
				}),
			],
		}),
		step('rename', 'PATCH /users/{userId}', {
			call: {...aUser, body: json(fields({name: literal('Cedar Harbor')}))},
			asserts: [status(200), same('create', ['name']), equals('$.name', literal('Cedar Harbor'))],
		}),
		step('read', 'GET /users/{userId}', {role: 'verify', call: aUser, asserts: [status(200), same('rename')]}),
		step('delete', 'DELETE /users/{userId}', {call: aUser, asserts: [status(204)]}),
		step('gone', 'GET /users/{userId}', {role: 'verify', call: aUser, asserts: [status(404)]}),
		step('left', 'GET /users', {
			role: 'verify',
			call: userList,
			asserts: [
				status(200),
				check('left', {
					type: 'contains',
					list: '$.items[*].id',
					handle: ofStep('create', '$.id'),
					present: false,
					locate: 'filter',
				}),
			],
		}),
	],
});

export const targetRecipes = {createProduct, readCart, refuseBounds, userLives};
