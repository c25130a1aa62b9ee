import {canBeShort} from './code/render-test.ts';
import type {Recipe, Step} from './recipe.ts';
import {controlStep} from './templates/control.ts';

/** No row with less to send is longer than a person reads, in characters of what its steps send. */
const surelyShort = 1500;
/** Cases that a row keeps, from the first on: every field once comes before any field twice. */
const fewerCases = [8, 6, 4, 3, 2];

/**
 * Steps of which the test is no longer than a person reads: first the request that shows what is accepted goes, then the
 * last cases. They stay where that makes it no shorter; `isShort` is false then.
 */
export function readableSteps(recipe: Omit<Recipe, 'id'>): {steps: Step[]; isShort: boolean} {
	const {steps} = recipe;
	if (JSON.stringify(steps.map(({call, cases}) => [call, cases])).length < surelyShort) return {steps, isShort: true};
	const isShort = (some: Step[]) => canBeShort({...recipe, id: 'rcp_1', steps: some});
	if (isShort(steps)) return {steps, isShort: true};
	const control = steps.find(isLooseControl);
	const without = steps.filter(one => one !== control);
	const most = Math.max(...steps.map(({cases}) => cases.length));
	const shorter = [
		...(control ? [without] : []),
		...fewerCases
			.filter(count => count < most)
			.map(count => without.map(step => ({...step, cases: step.cases.slice(0, count)}))),
	].find(isShort);
	return {steps: shorter ?? steps, isShort: shorter !== undefined};
}

/** A control that no other step refers to. */
const isLooseControl = ({id, role}: Step): boolean => id === controlStep && role === 'setup';
