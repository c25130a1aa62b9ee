import {describe, expect, test} from 'vitest';
import {readRecipe} from '../../../service/plans/recipe.ts';
import {documentOf, planOf, rowOf, shop} from './shop-plan.ts';

const shopPlan = planOf(shop());

describe('the plan of the demo shop', () => {
	test('is the same for the same document and seed, and a readable recipe per row', () => {
		expect(JSON.stringify(planOf(shop()))).toBe(JSON.stringify(shopPlan));
		for (const {recipe, key} of shopPlan.rows) expect(readRecipe({...recipe, id: 'rcp_1'}).writable, key).toBe(true);
		expect(new Set(shopPlan.rows.map(({key}) => key)).size).toBe(shopPlan.rows.length);
	});

	test('has rows of every category, none longer than its limits, and none without a call', () => {
		const categories = new Set(shopPlan.rows.map(({category}) => category));
		expect([...categories].sort()).toEqual(['auth', 'boundary_load', 'error_edge', 'functional', 'schema', 'security']);
		for (const {title, description, expectedBehavior, recipe} of shopPlan.rows) {
			expect(title.length).toBeLessThanOrEqual(200);
			expect(title).not.toMatch(/[\r\n]|undefined|null$/);
			expect(description.length).toBeLessThanOrEqual(2000);
			expect(expectedBehavior.length).toBeGreaterThan(20);
			const calls = recipe.steps.reduce((sum, {cases}) => sum + Math.max(1, cases.length), 0);
			expect(calls).toBeLessThanOrEqual(40);
			for (const {cases} of recipe.steps) expect(cases.length).toBeLessThanOrEqual(12);
		}
	});

	test('does not ask for a list of records exactly as it was sent: the shop adds the price to each entry', () => {
		const ofOrders = shopPlan.rows.filter(({recipe}) => recipe.endpoint.path === '/orders');
		const echoes = ofOrders.flatMap(({recipe}) => recipe.steps.flatMap(({asserts}) => asserts.map(({id}) => id)));
		expect(echoes).toContain('echo:$.userId');
		expect(echoes).not.toContain('echo:$.items');
	});

	test('changes and deletes only records that the row has made itself', () => {
		const changing = shopPlan.rows.flatMap(({key, recipe}) =>
			recipe.steps
				.filter(({call}) => ['PATCH', 'PUT', 'DELETE'].includes(call.operation.method))
				.map(({call}) => ({key, handle: Object.values(call.path).at(-1)})),
		);
		expect(changing.length).toBeGreaterThan(20);
		// Its own step, or a handle that names nothing.
		for (const {key, handle} of changing)
			if (handle?.is === 'unique') expect(handle.shape, key).not.toMatch(/\{(?!RUN_TAG)/);
			else expect(['step', 'literal'], key).toContain(handle?.is);
	});

	test('makes a record that nobody can delete in the row of its one producer only', () => {
		const makers = shopPlan.rows.filter(
			({recipe}) =>
				recipe.safety !== 'refused_only' &&
				recipe.steps.some(
					({call, cases, role}) =>
						call.operation.path === '/newsletter-subscriptions' &&
						call.operation.method === 'POST' &&
						cases.length === 0 &&
						!(call.body && 'raw' in call.body) &&
						role !== 'verify',
				),
		);
		expect(makers.map(({template}) => template)).toEqual(['create']);
	});

	test('gives every variable exactly one row that produces it', () => {
		const produced = shopPlan.rows.flatMap(({recipe}) => recipe.produces);
		const consumed = new Set(shopPlan.rows.flatMap(({recipe}) => recipe.consumes));
		expect(new Set(produced).size).toBe(produced.length);
		for (const name of consumed) expect(produced).toContain(name);
	});

	test('tells chains that make all their records themselves', () => {
		const chains = shopPlan.rows.filter(({kind}) => kind === 'integration');
		expect(chains.map(({title}) => title)).toContain('A user lives: created, read, found, renamed, deleted, gone');
		expect(chains.map(({title}) => title)).toContain('Turn a cart into an order');
		for (const {recipe} of chains) {
			expect(recipe.consumes).toEqual([]);
			expect(recipe.steps.length).toBeGreaterThanOrEqual(3);
			expect(recipe.steps.length).toBeLessThanOrEqual(12);
		}
	});
});

describe('a row', () => {
	test('that creates sends every field, compares what comes back and publishes the handle', () => {
		const {recipe, expectedBehavior} = rowOf(shopPlan, 'POST /users create');
		const [create, read] = recipe.steps;
		expect(create?.call.body).toMatchObject({
			value: {
				is: 'object',
				fields: {
					name: {is: 'unique'},
					email: {is: 'unique', shape: expect.stringMatching(/^\w+\.\{RUN_TAG\}@example\.com$/)},
				},
			},
		});
		expect(create?.asserts.map(({id}) => id)).toEqual(
			expect.arrayContaining(['status', 'echo:$.name', 'echo:$.email', 'handle', 'location', 'no-server-error']),
		);
		expect(create?.captures).toEqual([
			expect.objectContaining({
				variable: 'user_id',
				publish: true,
				isHandle: true,
				deletedBy: {method: 'DELETE', path: '/users/{userId}'},
			}),
		]);
		expect(read?.call.path).toEqual({userId: {is: 'step', step: 'create', pointer: '$.id'}});
		expect(expectedBehavior).toContain('answers 201 (document)');
	});

	test('that changes looks at the record after every single field', () => {
		const {recipe} = rowOf(shopPlan, 'PATCH /users/{userId} update');
		expect(recipe.steps.map(({id}) => id)).toEqual([
			'create',
			'change',
			'read',
			'change_2',
			'read_2',
			'change_all',
			'read_all',
		]);
		// The answer is the record as it was but for the field, and what is read is the answer; later changes are read alone.
		const [, change, read, , next] = recipe.steps;
		const changed = change?.asserts.find(({id}) => id === 'changed')?.check;
		expect(changed).toMatchObject({type: 'sameAs', step: 'create', except: ['name']});
		const stored = read?.asserts.find(({id}) => id === 'stored')?.check;
		expect(stored).toMatchObject({type: 'sameAs', step: 'change', except: []});
		const kept = next?.asserts.find(({id}) => id === 'kept')?.check;
		expect(kept).toMatchObject({type: 'sameAs', step: 'read'});
	});

	test('of bad input is ticked where the document says how it is refused, and is late', () => {
		const body = {
			content: {
				'application/json': {
					schema: {type: 'object', required: ['name'], properties: {name: {type: 'string', maxLength: 9}}},
				},
			},
		};
		const item = {type: 'object', properties: {id: {type: 'integer'}, name: {type: 'string'}}};
		const answers = (status: number) => ({[status]: {description: '', content: {'application/json': {schema: item}}}});
		const paths = (more: object) => ({
			'/tags': {post: {requestBody: body, responses: {...answers(201), ...more}}},
			'/tags/{id}': {get: {responses: answers(200)}, delete: {responses: {204: {description: ''}}}},
		});
		const silent = rowOf(planOf(documentOf(paths({}))), 'POST /tags invalid-body');
		const told = rowOf(planOf(documentOf(paths({422: {description: 'no'}}))), 'POST /tags invalid-body');
		expect([silent.selected, told.selected]).toEqual([false, true]);
		expect(silent.recipe.phase).toBe('late');
		const refusal = ({recipe}: typeof told) => recipe.steps.find(({role}) => role === 'act')?.asserts[0];
		expect(refusal(silent)).toMatchObject({strength: 'learned', check: {oneOf: [400, 422]}});
		expect(refusal(told)).toMatchObject({strength: 'decided', check: {oneOf: [422]}});
	});
});

describe('an endpoint without rows', () => {
	const item = {type: 'object', properties: {id: {type: 'string'}}};
	const ok = {200: {description: '', content: {'application/json': {schema: item}}}};

	test('waits for a value that an environment gives', () => {
		const document = documentOf({'/repos/{owner}/stats': {get: {responses: ok}}});
		const plan = planOf(document);
		expect(plan.rows).toEqual([]);
		expect([...plan.zeroReasons.values()]).toEqual([
			{code: 'no_own_record', message: 'give a value for {owner}, 1 endpoint: set OWNER in an environment'},
		]);
		const given = planOf(document, {environment: new Set(['OWNER'])});
		expect(given.rows[0]?.recipe.steps[0]?.call.path).toEqual({owner: {is: 'env', key: 'OWNER'}});
	});

	test('may harm what no test has made', () => {
		const plan = planOf(
			documentOf({
				'/cache/clear': {post: {responses: ok}},
				'/users/me': {patch: {responses: ok}},
				'/users': {delete: {responses: ok}},
			}),
		);
		expect(plan.rows).toEqual([]);
		expect([...plan.zeroReasons.values()].map(({message}) => message)).toEqual([
			'it is a command over more than one record; add a test by hand',
			'it acts on the caller’s own account or settings; add a test by hand',
			'it changes or deletes without naming a record; add a test by hand',
		]);
	});

	test('is not one that nobody says an answer of, where it is about a record that a test can make', () => {
		const body = {content: {'application/json': {schema: {type: 'object', properties: {title: {type: 'string'}}}}}};
		const plan = planOf(
			documentOf({
				'/things': {post: {requestBody: body, responses: {}}},
				'/things/{thingId}': {get: {responses: {}}, delete: {responses: {}}},
				'/things/{thingId}/close': {post: {responses: {}}},
				'/silent/{x}/do': {post: {responses: {}}},
			}),
			{environment: new Set(['X'])},
		);
		expect(plan.rows.map(({key}) => key)).toEqual(
			expect.arrayContaining([
				'POST /things create',
				'GET /things/{thingId} read',
				'DELETE /things/{thingId} delete',
				'POST /things/{thingId}/close action',
			]),
		);
		expect([...plan.zeroReasons.values()].map(({code}) => code)).toEqual(['response_shape_unclear']);
	});

	test('is described by nothing, or another one does the same', () => {
		const plan = planOf(
			documentOf({
				'/v1/things': {get: {deprecated: true, responses: ok}},
				'/v2/things': {get: {responses: ok}},
				'/silent/{x}/do': {post: {responses: {default: {description: ''}}}},
			}),
			{environment: new Set(['X'])},
		);
		expect([...plan.zeroReasons.values()].map(({code}) => code)).toEqual([
			'covered_elsewhere',
			'response_shape_unclear',
		]);
	});
});

test('an action that makes a record is asked where it is, as the document says', () => {
	const {steps} = rowOf(planOf(shop()), 'POST /carts/{cartId}/checkout action').recipe;
	const checks = steps.find(({role}) => role === 'act')!.asserts.map(({check}) => check);
	expect(checks).toContainEqual({type: 'header', name: 'Location', matches: null, namesRecord: true});
});
