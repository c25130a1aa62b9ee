import {expect, it} from 'vitest';
import type {RunId} from '../../../../contract/ids.ts';
import {editRecipe} from '../../../../service/plans/changes/edit-recipe.ts';
import {documentedOperations} from '../../../../service/plans/learning/documented-asserts.ts';
import {learnedOperations} from '../../../../service/plans/learning/learned-asserts.ts';
import type {Recipe, Step} from '../../../../service/plans/recipe.ts';
import type {Noted, Observation} from '../../../../service/store/plans/learning-tables.ts';
import {planOf, rowOf, shop} from '../shop-plan.ts';

const recipe: Recipe = {...rowOf(planOf(shop()), 'PATCH /products/{productId} invalid-body').recipe, id: 'rcp_1'};
const refused = recipe.steps.find(({cases}) => cases.length > 2)!;
const names = refused.cases.map(({name}) => name);
const status = refused.asserts.find(({check}) => check.type === 'status')!;
const accepted = (name: string): Noted => ({
	step: refused.id,
	assert: status.id,
	kind: 'input_accepted',
	difference: `accepts ${name}`,
	document: '400',
	observed: '200',
	case: name,
	call: 3,
});
const seen = {statuses: [200], contentType: null, headers: [], body: null, echoes: []};
const source = {from: 'observed' as const, runId: 'run_1' as RunId, where: 'run_1, seen twice'};

function learnedFrom(cases: readonly string[], reached: readonly string[]): Recipe {
	const observation = Object.fromEntries(reached.map(id => [id, seen])) as unknown as Observation;
	const operations = learnedOperations('row_1', recipe, {observation, noted: cases.map(accepted)}, source);
	return operations.reduce(editRecipe, recipe);
}

const stepOf = ({steps}: Recipe, id: string): Step => steps.find(one => one.id === id)!;
const active = ({asserts}: Step): string[] => asserts.filter(({state}) => state === 'active').map(({id}) => id);

it('what is accepted in every case is not looked for as a refusal, nor its record as unchanged', () => {
	const after = learnedFrom(names, [refused.id]);
	expect(active(stepOf(recipe, 'kept'))).toContain('kept');
	expect(active(stepOf(after, 'kept'))).not.toContain('kept');
	expect(
		stepOf(after, refused.id).asserts.filter(({state, check}) => state === 'active' && check.type === 'shape'),
	).toEqual([]);
});

it('a record that was seen unchanged behind it is still looked at', () => {
	expect(active(stepOf(learnedFrom(names, [refused.id, 'kept']), 'kept'))).toContain('kept');
});

it('where some cases are refused the others leave, and the record stays as it was', () => {
	const after = learnedFrom(names.slice(0, 1), [refused.id]);
	expect(active(stepOf(after, 'kept'))).toContain('kept');
	expect(stepOf(after, refused.id).cases.map(({name}) => name)).toEqual(names.slice(1));
});

it('when the document is right all of it is looked for again', () => {
	const after = learnedFrom(names, [refused.id]);
	const isMeant = (step: {id: string}, {id}: {id: string}) => step.id === refused.id && id === status.id;
	const back = documentedOperations('row_1', after, isMeant, 'the document is right').reduce(editRecipe, after);
	expect(back.steps.map(active)).toEqual(recipe.steps.map(active));
});
