import {expect, test} from 'vitest';
import {renderTest} from '../../../service/plans/code/render-test.ts';
import {functionName} from '../../../service/plans/code/names.ts';
import type {Recipe} from '../../../service/plans/recipe.ts';
import {planOf, rowOf, shop} from '../shop-plan.ts';

const plan = planOf(shop());
const recipeOf = (key: string) => ({...rowOf(plan, key).recipe, id: 'rcp_1'}) as Recipe;
const callsOf = (key: string) =>
	recipeOf(key).steps.map(({role, call}) => `${role} ${call.operation.method} ${JSON.stringify(call.path)}`);

test('a read of an unknown record follows a read of one that is there', () => {
	expect(callsOf('GET /users/{userId} unknown-id').slice(0, 2)).toEqual([
		'setup GET {"userId":{"is":"variable","name":"user_id"}}',
		expect.stringMatching(/^act GET .*"is":"literal","value":"usr_/),
	]);
});

test('a DELETE of an unknown record follows the DELETE of an own one', () => {
	expect(callsOf('DELETE /users/{userId} unknown-id').slice(0, 3)).toEqual([
		'setup POST {}',
		expect.stringMatching(/^setup DELETE .*"is":"step"/),
		expect.stringMatching(/^act DELETE .*"is":"literal","value":"usr_/),
	]);
});

test('a change of an unknown record sends what was accepted for an own one', () => {
	const [, own, unknown] = recipeOf('PATCH /users/{userId} unknown-id').steps;
	expect([own!.role, unknown!.role]).toEqual(['setup', 'act']);
	expect(unknown!.call.body).toEqual(own!.call.body);
});

test.each([
	[
		'POST /products invalid-body',
		/^refuses a product with an invalid name, category or 2 other fields$/,
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
	expect(renderTest(recipeOf('GET /health shape'))).not.toMatch(/all_\w+s\b/);
});
