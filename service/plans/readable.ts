import {canBeShort} from './code/render-test.ts';
import type {Recipe, Step} from './recipe.ts';
import {controlStep} from './templates/control.ts';

/** No row with less to send is longer than a person reads, in characters of what its steps send. */
const surelyShort = 1900;
/** Cases that a row keeps, from the first on: every field once comes before any field twice. */
const fewerCases = [8, 6, 4];

/**
 * Steps of which the test is no longer than a person reads: first the request that shows what is accepted goes, then the
 * last cases. They stay where that makes it no shorter.
 */
export function readableSteps(recipe: Omit<Recipe, 'id'>): Step[] {
	const {steps} = recipe;
	const control = steps.find(isLooseControl);
	if (!control && steps.every(({cases}) => cases.length <= fewerCases.at(-1)!)) return steps;
	if (JSON.stringify(steps.map(({call, cases}) => [call, cases])).length < surelyShort) return steps;
	const isShort = (some: Step[]) => canBeShort({...recipe, id: 'rcp_1', steps: some});
	if (isShort(steps)) return steps;
	const without = steps.filter(one => one !== control);
	const shorter = [
		without,
		...fewerCases.map(most => without.map(step => ({...step, cases: step.cases.slice(0, most)}))),
	];
	return shorter.find(isShort) ?? steps;
}

/** A control that no other step refers to. */
const isLooseControl = ({id, role}: Step): boolean => id === controlStep && role === 'setup';
