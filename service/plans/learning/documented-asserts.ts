import {keptStep} from '../templates/unchanged.ts';
import type {Assert, Recipe, Step} from '../recipe.ts';
import type {RecipeOperation} from '../changes/edit-recipe.ts';

/** What stands in the place of something else, back to what it was, and cases that have left: the document counts again. */
export function documentedOperations(
	target: string,
	recipe: Recipe,
	isMeant: (step: Step, assert: Pick<Assert, 'id'>) => boolean,
	reason: string,
): RecipeOperation[] {
	const isOfAccepted = ({instead}: Assert) => instead?.difference?.kind === 'input_accepted';
	const refusedAgain = recipe.steps.filter(step => step.asserts.some(one => isOfAccepted(one) && isMeant(step, one)));
	const answeredAgain = recipe.steps.filter(step =>
		step.asserts.some(one => one.instead?.assert?.check.type === 'status' && isMeant(step, one)),
	);
	return recipe.steps.flatMap(step => [
		...step.asserts.flatMap((assert): RecipeOperation[] => {
			if (!assert.instead) return [];
			const {assert: before} = assert.instead;
			// What is refused leaves its record as it was; what was learned of an answer goes with its status.
			const isKept = refusedAgain.length > 0 && step.id === keptStep && assert.state === 'dropped';
			const isAlong = refusedAgain.includes(step) && isOfAccepted(assert);
			const isOfAnswer = before === null && answeredAgain.includes(step);
			if (!isKept && !isAlong && !isOfAnswer && !isMeant(step, assert)) return [];
			const base = {target, step: step.id, assertId: assert.id, reason};
			return [before === null ? {op: 'assert.drop', ...base} : {op: 'assert.set', ...base, assert: before as Assert}];
		}),
		// The last that left comes back first: its place is that of the table which it has left.
		...(step.left ?? []).toReversed().flatMap((one): RecipeOperation[] => {
			if (!one.differences.some(({assert: id}) => isMeant(step, {id}))) return [];
			return [{op: 'case.restore', target, step: step.id, name: one.case.name, reason}];
		}),
	]);
}
