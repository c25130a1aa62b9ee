import {describe, expect, it} from 'vitest';
import type {Recipe} from '../../../../service/plans/recipe.ts';
import {editRecipe, type RecipeOperation} from '../../../../service/plans/changes/edit-recipe.ts';
import {UnfitOperation} from '../../../../service/plans/changes/unfit-operation.ts';
import {renderTest} from '../../../../service/plans/code/render-test.ts';
import {planOf, rowOf, shop} from '../shop-plan.ts';

const plan = planOf(shop());
const recipeOf = (key: string): Recipe => ({...rowOf(plan, key).recipe, id: 'rcp_1'});
const edited = (key: string, ...operations: Array<Record<string, unknown> & {op: RecipeOperation['op']}>): Recipe =>
	operations.reduce(
		(recipe, operation) => editRecipe(recipe, {target: 'row_1', reason: 'asked', ...operation} as RecipeOperation),
		recipeOf(key),
	);

describe('one operation on a recipe', () => {
	it('puts another status in the place of the expected one, and the code says so', () => {
		const [step] = recipeOf('POST /users create').steps;
		const status = step!.asserts.find(({id}) => id === 'status')!;
		const after = edited('POST /users create', {
			op: 'assert.set',
			step: step!.id,
			assertId: 'status',
			assert: {...status, check: {type: 'status', oneOf: [200]}},
		});
		expect(renderTest(after)).toContain('response.status_code == 200');
		expect(renderTest(recipeOf('POST /users create'))).toContain('response.status_code == 201');
	});

	it('sends another value, and what is expected to come back follows', () => {
		const at = {in: 'body', pointer: '$.name'};
		const value = {is: 'literal', value: 'Ada Lovelace'};
		const after = edited('POST /users create', {op: 'value.set', step: 'create', at, value});
		const text = renderTest(after);
		expect(text).toContain('"name": "Ada Lovelace"');
		const echo = after.steps[0]!.asserts.find(({id}) => id === 'echo:$.name')!;
		expect(echo.check).toMatchObject({value});
		const without = edited('POST /users create', {op: 'value.set', step: 'create', at, value: 'absent'});
		expect(without.steps.flatMap(({asserts}) => asserts.map(({id}) => id))).not.toContain('echo:$.name');
	});

	it('gives a variable another name everywhere in it, and refuses one that is taken', () => {
		const after = edited('POST /orders create', {op: 'variable.rename', from: 'user_id', to: 'buyer_id'});
		expect(after.consumes).toEqual(['buyer_id', 'product_id']);
		expect(renderTest(after)).toContain('variables["buyer_id"]');
		expect(JSON.stringify(after)).not.toContain('"user_id"');
		expect(() => edited('POST /orders create', {op: 'variable.rename', from: 'user_id', to: 'product_id'})).toThrow(
			UnfitOperation,
		);
	});

	it('drops and moves steps, but none that another one needs', () => {
		const chain = 'chain life user';
		const ids = (recipe: Recipe) => recipe.steps.map(({id}) => id);
		const all = ids(recipeOf(chain));
		expect(ids(edited(chain, {op: 'step.drop', step: 'list'}))).toEqual(all.filter(id => id !== 'list'));
		const moved = edited(chain, {op: 'step.move', step: 'list', before: 'read'});
		expect(ids(moved).indexOf('list')).toBe(ids(moved).indexOf('read') - 1);
		expect(() => edited(chain, {op: 'step.drop', step: all[0]})).toThrow(/needs/);
	});

	it('declares what a new capture gives, and nothing that is gone', () => {
		const capture = {
			variable: 'user_email',
			tag: 'value',
			from: {in: 'body', pointer: '$.email'},
			publish: true,
			isHandle: false,
			deletedBy: null,
		};
		const after = edited('POST /users create', {op: 'capture.set', step: 'create', capture});
		expect(after.produces).toEqual(['user_id', 'user_email']);
		expect(renderTest(after)).toMatch(/produce\("user_email", /);
		const less = editRecipe(after, {
			op: 'capture.drop',
			target: 'row_1',
			step: 'create',
			variable: 'user_email',
			reason: 'asked',
		});
		expect(less.produces).toEqual(['user_id']);
	});

	it('refuses a step, an expectation, a place or a case that is not there', () => {
		const refused: Array<Record<string, unknown> & {op: RecipeOperation['op']}> = [
			{op: 'step.set', step: 'nowhere', waitBeforeMs: 5},
			{op: 'assert.drop', step: 'create', assertId: 'nothing'},
			{op: 'value.set', step: 'create', at: {in: 'body', pointer: '$.nothing'}, value: 'absent'},
			{op: 'value.set', step: 'create', at: {in: 'path', pointer: 'userId'}, value: {is: 'literal', value: 1}},
			{op: 'capture.drop', step: 'create', variable: 'nothing'},
			{op: 'case.drop', step: 'create', name: 'nothing'},
			{op: 'case.restore', step: 'create', name: 'nothing'},
		];
		for (const operation of refused) expect(() => edited('POST /users create', operation)).toThrow(UnfitOperation);
	});

	it('leaves out one case of many', () => {
		const before = recipeOf('POST /users invalid-body').steps.find(({cases}) => cases.length > 0)!;
		const [first] = before.cases;
		const after = edited('POST /users invalid-body', {op: 'case.drop', step: before.id, name: first!.name});
		expect(after.steps.find(({id}) => id === before.id)!.cases).toEqual(before.cases.slice(1));
	});

	it('remembers a case that left for a difference, which comes back to its place', () => {
		const before = recipeOf('POST /users invalid-body').steps.find(({cases}) => cases.length > 2)!;
		const {id, cases} = before;
		const different = {
			assert: 'status',
			kind: 'input_accepted',
			difference: 'accepts it',
			document: '400',
			observed: '201',
		};
		const [first, second] = cases.map(({name}) => name);
		const drop = (name: string) => ({op: 'case.drop' as const, step: id, name, differences: [different]});
		const without = edited('POST /users invalid-body', drop(first!), drop(second!)).steps.find(one => one.id === id)!;
		expect(without.cases).toEqual(cases.slice(2));
		expect(without.left?.map(one => one.case)).toEqual(cases.slice(0, 2));
		const restored = edited(
			'POST /users invalid-body',
			drop(first!),
			drop(second!),
			{op: 'case.restore', step: id, name: second!},
			{op: 'case.restore', step: id, name: first!},
		).steps.find(one => one.id === id)!;
		expect(restored).toEqual(before);
	});

	it('changes nothing of the recipe that it is given', () => {
		const before = recipeOf('POST /users create');
		const copy = structuredClone(before);
		editRecipe(before, {op: 'step.set', target: 'row_1', step: 'create', waitBeforeMs: 250, reason: 'asked'});
		expect(before).toEqual(copy);
	});
});
