import {expect, test} from 'vitest';
import {renderTest} from '../../../../service/plans/code/render-test.ts';
import {editRecipe} from '../../../../service/plans/changes/edit-recipe.ts';
import {learnedOperations} from '../../../../service/plans/learning/learned-asserts.ts';
import type {Recipe} from '../../../../service/plans/recipe.ts';
import type {Noted, StepObservation} from '../../../../service/store/plans/learning-tables.ts';
import {planOf, rowOf, shop} from '../shop-plan.ts';

const source = {from: 'observed' as const, runId: 'run_1', where: 'run_1, seen twice'};

test('a change with foreign fields that is refused is read back all the same: none of them was taken over', () => {
	const recipe = {...rowOf(planOf(shop()), 'PATCH /users/{userId} foreign-fields').recipe, id: 'rcp_1'} as Recipe;
	const step = recipe.steps.find(({id}) => id === 'foreign')!;
	const status = step.asserts.find(({check}) => check.type === 'status')!;
	const seen: StepObservation = {calls: 1, statuses: [400], contentType: null, headers: [], body: null, echoes: []};
	const note = {
		step: 'foreign',
		assert: status.id,
		case: null,
		kind: 'status',
		difference: '400 answered',
		document: '200',
		observed: '400',
	} as unknown as Noted;
	const learned = learnedOperations('tst_1', recipe, {observation: {foreign: seen}, noted: [note]}, source).reduce(
		(now, operation) => editRecipe(now, operation),
		recipe,
	);
	expect(learned.steps.at(-1)!.id).toBe('read');
	expect(learned.title).toMatch(/^PATCH \/users\/\{userId\} refuses a body with id|^refuses a body with id/);
	expect(learned.why).toContain('The API refuses it with 400.');
	expect(renderTest(learned)).toContain('was taken over');
});
