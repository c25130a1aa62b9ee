import {expect, test} from 'vitest';
import {renderTest} from '../../../../service/plans/code/render-test.ts';
import {functionName} from '../../../../service/plans/code/names.ts';
import type {Recipe} from '../../../../service/plans/recipe.ts';
import {documentOf, planOf, rowOf, shop} from '../shop-plan.ts';

const plan = planOf(shop());
const recipeOf = (key: string) => ({...rowOf(plan, key).recipe, id: 'rcp_1'}) as Recipe;
const callsOf = (key: string) =>
	recipeOf(key).steps.map(({role, call}) => `${role} ${call.operation.method} ${JSON.stringify(call.path)}`);

test('a read of an unknown record follows a read of one that is there', () => {
	expect(callsOf('GET /users/{userId} unknown-id').slice(0, 2)).toEqual([
		'setup GET {"userId":{"is":"variable","name":"user_id"}}',
		expect.stringMatching(/^act GET .*"is":"literal","value":"usr_9/),
	]);
});

test('a DELETE of an unknown record comes before the DELETE of an own one, which is still there then', () => {
	expect(callsOf('DELETE /users/{userId} unknown-id').slice(0, 3)).toEqual([
		'setup POST {}',
		expect.stringMatching(/^act DELETE .*"is":"literal","value":"usr_9/),
		expect.stringMatching(/^verify DELETE .*"is":"step"/),
	]);
});

test('what can be no id is asked for while a record is there that a walk of the path would hit', () => {
	const [, refused, ...after] = recipeOf('DELETE /users/{userId} malformed-id').steps;
	expect(refused!.cases.map(({patch}) => patch[0]!.value)).toContainEqual(
		expect.objectContaining({is: 'step', step: 'create', prefix: 'x/../'}),
	);
	expect(after.map(({role, call}) => `${role} ${call.operation.method}`)).toEqual(['verify DELETE']);
	const [, read] = recipeOf('GET /users/{userId} malformed-id').steps;
	expect(read!.cases.map(({patch}) => patch[0]!.value)).toContainEqual({is: 'unique', shape: 'x/../{user_id}'});
});

test('a record is read before it is deleted, and a list whose shape is looked at has an own entry', () => {
	const steps = recipeOf('DELETE /users/{userId} delete').steps.map(
		({role, call}) => `${role} ${call.operation.method}`,
	);
	expect(steps.slice(0, 6)).toEqual([
		...['setup POST', 'setup POST', 'setup GET', 'setup GET'],
		...['act DELETE', 'verify GET'],
	]);
	const [made, listed] = recipeOf('GET /users shape').steps;
	expect(made!.role).toBe('setup');
	expect(listed!.asserts.map(({id}) => id)).toContain('not-empty');
});

test('a change of an unknown record sends what was accepted for an own one', () => {
	const [, own, unknown] = recipeOf('PATCH /users/{userId} unknown-id').steps;
	expect([own!.role, unknown!.role]).toEqual(['setup', 'act']);
	expect(unknown!.call.body).toEqual(own!.call.body);
});

/** What a step sends, with the mistake of its case. */
const sentBy = (key: string) =>
	recipeOf(key).steps.map(({role, call, cases}) => `${role} ${call.auth} ${cases.length > 0 ? 'cases' : 'once'}`);

test.each([
	['POST /products invalid-body', ['setup project once', 'act project cases']],
	['POST /users bounds-refused', ['setup project once', 'act project cases']],
	['GET /users invalid-query', ['setup project once', 'act project cases']],
	['POST /coupons unreadable-body', ['setup project once', 'act project once', 'act project once']],
	['POST /carts/{cartId}/items unknown-reference', ['setup project once', 'act project once']],
	['GET /users auth-required', ['setup project once', 'act none cases']],
	['POST /users auth-required', ['setup project once', 'act none cases']],
	['GET /users/{userId} malformed-id', ['setup project once', 'act project cases']],
])('%s shows first that the same request is accepted', (key, roles) => {
	expect(sentBy(key).map(one => (roles.at(-1) === 'act project once' ? one.replace('cases', 'once') : one))).toEqual(
		roles,
	);
	const [accepted, refused] = recipeOf(key).steps;
	expect(accepted!.call.operation).toEqual(refused!.call.operation);
	expect(accepted!.asserts[0]!.check).toMatchObject({type: 'status', oneOf: [expect.any(Number)]});
});

test('a DELETE without a credential leaves an own record, which is read and deleted with the credential after it', () => {
	const steps = recipeOf('DELETE /users/{userId} auth-required').steps;
	expect(steps.map(({role, call}) => `${role} ${call.operation.method} ${call.auth}`)).toEqual([
		'setup POST project',
		'act DELETE none',
		'verify GET project',
		'verify DELETE project',
	]);
	expect(new Set(steps.slice(1).map(({call}) => JSON.stringify(call.path))).size).toBe(1);
});

test('a change without a credential would be seen in the record, which is read with the credential', () => {
	const [, accepted, refused, read] = recipeOf('PATCH /users/{userId} auth-required').steps;
	expect(JSON.stringify(refused!.call.body)).not.toBe(JSON.stringify(accepted!.call.body));
	expect([read!.role, read!.call.operation.method, read!.call.auth]).toEqual(['verify', 'GET', 'project']);
	expect(read!.asserts.map(({check}) => check)).toContainEqual(
		expect.objectContaining({type: 'sameAs', step: accepted!.id}),
	);
});

test.each(['invalid-body', 'bounds-refused', 'unreadable-body'])(
	'PATCH /users/{userId} %s reads the record again: refused changes have left it as the accepted one has made it',
	template => {
		const {steps} = recipeOf(`PATCH /users/{userId} ${template}`);
		const [made, accepted] = steps;
		const after = steps.at(-1)!;
		expect([made!.call.operation.method, accepted!.call.operation.method]).toEqual(['POST', 'PATCH']);
		expect([after.role, after.call.operation.method]).toEqual(['verify', 'GET']);
		expect(after.asserts.map(({check}) => check)).toContainEqual(
			expect.objectContaining({type: 'sameAs', step: accepted!.id}),
		);
	},
);

test('a change that answers nothing is compared with what was read before it was refused', () => {
	const id = {name: 'noteId', in: 'path', required: true, schema: {type: 'integer'}};
	const note = {
		type: 'object',
		required: ['id', 'title'],
		properties: {id: {type: 'integer'}, title: {type: 'string', minLength: 1, maxLength: 40}},
	};
	const input = {type: 'object', required: ['title'], properties: {title: note.properties.title}};
	const json = (schema: object) => ({'application/json': {schema}});
	const own = planOf(
		documentOf({
			'/notes': {
				post: {requestBody: {content: json(input)}, responses: {201: {description: 'made', content: json(note)}}},
			},
			'/notes/{noteId}': {
				parameters: [id],
				get: {responses: {200: {description: 'it', content: json(note)}}},
				put: {requestBody: {content: json(input)}, responses: {204: {description: 'done'}, 400: {description: 'no'}}},
				delete: {responses: {204: {description: 'gone'}}},
			},
		}),
	);
	const code = renderTest({...rowOf(own, 'PUT /notes/{noteId} bounds-refused').recipe, id: 'rcp_1'} as Recipe);
	const [before, after] = [code.indexOf('before = '), code.indexOf('after = ')];
	expect(before).toBeGreaterThan(code.indexOf('"PUT"'));
	expect(before).toBeLessThan(code.lastIndexOf('CASES'));
	expect(after).toBeGreaterThan(code.indexOf('assert not failures'));
	expect(code).toContain('assert after == before');
});

test('a change of single fields is refused for the one that is wrong: nothing else is in its body', () => {
	const [, accepted, refused] = recipeOf('PATCH /users/{userId} invalid-body').steps;
	expect(JSON.stringify(accepted!.call.body)).toContain('{RUN_TAG}');
	expect(refused!.call.body).toMatchObject({value: {is: 'object', fields: {}}});
});

test('a problem document says the status that it is answered with', () => {
	const problem = {
		type: 'object',
		required: ['title', 'status'],
		properties: {title: {type: 'string'}, status: {type: 'integer'}},
	};
	const note = {type: 'object', required: ['id'], properties: {id: {type: 'integer'}, title: {type: 'string'}}};
	const json = (schema: object) => ({'application/json': {schema}});
	const id = {name: 'noteId', in: 'path', required: true, schema: {type: 'integer'}};
	const own = planOf(
		documentOf({
			'/notes': {
				post: {
					requestBody: {content: json({type: 'object', properties: {title: {type: 'string'}}})},
					responses: {201: {description: 'made', content: json(note)}},
				},
			},
			'/notes/{noteId}': {
				parameters: [id],
				get: {
					responses: {
						200: {description: 'it', content: json(note)},
						404: {description: 'none', content: {'application/problem+json': {schema: problem}}},
					},
				},
			},
		}),
	);
	const code = renderTest({...rowOf(own, 'GET /notes/{noteId} unknown-id').recipe, id: 'rcp_1'} as Recipe);
	expect(code).toContain('assert problem["status"] == 404');
});

test('a record is read below its own parent before it is not found below another one', () => {
	expect(callsOf('GET /carts/{cartId}/items/{itemId} other-parent').slice(-2)).toEqual([
		expect.stringMatching(/^setup GET .*"step":"create".*"step":"create_item"/),
		expect.stringMatching(/^act GET .*"step":"create_other".*"step":"create_item"/),
	]);
});

test('what is accepted and what is refused of one record never share what may be there once only', () => {
	const [accepted, refused] = recipeOf('POST /users bounds-refused').steps;
	const emailOf = (body: unknown) => JSON.stringify((body as {value: {fields: {email: unknown}}}).value.fields.email);
	expect(emailOf(accepted!.call.body)).toContain('0{RUN_TAG}');
	expect(emailOf(refused!.call.body)).toContain('{CASE}');
});

test('a refusal that is documented is expected as it is documented, no other is as good', () => {
	for (const {recipe} of plan.rows)
		for (const {role, asserts} of recipe.steps)
			for (const {check, strength} of asserts)
				if (role === 'act' && check.type === 'status' && strength !== 'hard') expect(check.oneOf).not.toContain('4xx');
});

test.each([
	[
		'POST /products invalid-body',
		/^refuses a product with an invalid name, category, priceCents or an unknown field$/,
		'test_refuse_product_with_invalid_fields',
	],
	[
		'POST /products bounds-refused',
		/^refuses name or priceCents outside the documented bounds$/,
		'test_refuse_fields_outside_documented_bounds',
	],
	[
		'POST /users bounds-accepted',
		/^accepts name of 1 character and 120 characters$/,
		'test_accept_name_of_1_character',
	],
])('title and function of %s say what its cases are about', (key, title, name) => {
	expect(recipeOf(key).title).toMatch(title);
	expect(functionName(recipeOf(key))).toMatch(new RegExp(`^${name}`));
});

test('what is answered has a name of its own number', () => {
	expect(renderTest(recipeOf('GET /health singleton'))).not.toMatch(/all_\w+s\b/);
});

test('what takes an action back is shown to work after that action', () => {
	const id = [{name: 'id', in: 'path', required: true, schema: {type: 'string'}}];
	const schema = {
		type: 'object',
		required: ['id', 'state'],
		properties: {id: {type: 'string'}, state: {type: 'string', enum: ['open', 'closed']}},
	};
	const issue = {description: 'it', content: {'application/json': {schema}}};
	const act = {parameters: id, post: {responses: {200: issue, 404: {description: 'no'}, 409: {description: 'no'}}}};
	const body = {type: 'object', required: ['title'], properties: {title: {type: 'string'}}};
	const issues = planOf(
		documentOf({
			'/issues': {
				post: {requestBody: {required: true, content: {'application/json': {schema: body}}}, responses: {201: issue}},
			},
			'/issues/{id}': {
				parameters: id,
				get: {responses: {200: issue}},
				delete: {responses: {204: {description: 'gone'}}},
			},
			'/issues/{id}/close': act,
			'/issues/{id}/reopen': act,
		}),
	);
	const paths = rowOf(issues, 'POST /issues/{id}/reopen unknown-id').recipe.steps.map(({call}) => call.operation.path);
	expect(paths).toEqual(['/issues', '/issues/{id}/close', '/issues/{id}/reopen', '/issues/{id}/reopen']);
	const first = rowOf(issues, 'POST /issues/{id}/close unknown-id').recipe.steps.map(({call}) => call.operation.path);
	expect(first).toEqual(['/issues', '/issues/{id}/close', '/issues/{id}/close']);
});

test('callers without a credential try the action on the record on which it is accepted at last', () => {
	const {recipe, description} = rowOf(plan, 'PUT /carts/{cartId}/coupon auth-required');
	const [after, refused] = ['accepted', 'refused'].map(id => recipe.steps.find(one => one.id === id)!);
	expect(refused!.call.path).toEqual(after!.call.path);
	expect(refused!.call.path['cartId']).toMatchObject({is: 'step'});
	expect(refused!.call.body).toEqual(after!.call.body);
	expect(description).toBe('Calls without a credential and with a wrong one, and at last with the right one.');
});

test('an action that may take place once only is done with the credential when the others were refused', () => {
	const {recipe, description} = rowOf(plan, 'POST /carts/{cartId}/checkout auth-required');
	const steps = recipe.steps.map(({id, role, call}) => `${id} ${role} ${call.operation.path} ${String(call.auth)}`);
	expect(steps.slice(-2)).toEqual([
		'refused act /carts/{cartId}/checkout none',
		'accepted setup /carts/{cartId}/checkout project',
	]);
	expect(steps.filter(one => one.includes('checkout'))).toHaveLength(2);
	expect(description).toMatch(/and at last with the right one\.$/);
});

test('an action whose body may be left out is sent no mislabelled one: it would be done then, and once only', () => {
	const text = {type: 'string'};
	const visit = {type: 'object', required: ['id'], properties: {id: {type: 'integer'}, name: text, state: text}};
	const sends = (properties: object, required: boolean) => ({
		requestBody: {required, content: {'application/json': {schema: {type: 'object', properties}}}},
	});
	const answers = (status: number) => ({
		responses: {
			[status]: {description: 'it', content: {'application/json': {schema: visit}}},
			422: {description: 'no'},
			409: {description: 'not any more'},
		},
	});
	const id = {parameters: [{name: 'id', in: 'path', required: true, schema: {type: 'integer'}}]};
	const sent = (required: boolean) => {
		const made = planOf(
			documentOf({
				'/visits': {post: {...sends({name: text}, true), ...answers(201)}},
				'/visits/{id}': {...id, get: answers(200), delete: {responses: {204: {description: 'gone'}}}},
				'/visits/{id}/cancel': {...id, post: {...sends({reason: text}, required), ...answers(200)}},
			}),
		);
		const {recipe, description} = rowOf(made, 'POST /visits/{id}/cancel unreadable-body');
		return [recipe.steps.map(({id: step}) => step), description];
	};
	expect(sent(false)).toEqual([['create', 'broken', 'accepted'], 'Sends broken JSON.']);
	expect(sent(true)).toEqual([
		['create', 'broken', 'mislabelled', 'accepted'],
		'Sends broken JSON, then JSON that is labelled as plain text.',
	]);
});
