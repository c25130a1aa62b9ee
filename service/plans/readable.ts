import {canBeShort} from './code/render-test.ts';
import type {Recipe, Step} from './recipe.ts';
import {controlStep} from './templates/control.ts';

/** No row with less to send is longer than a person reads, in characters of what its steps send. */
const surelyShort = 1500;
/** Cases that a row keeps, from the first on: every field once comes before any field twice. */
const fewerCases = [10, 8, 6, 4, 3, 2];

/**
 * Steps of which the test is no longer than a person reads: its last cases go, the request that shows what is accepted
 * stays. They stay where that makes it no shorter; `isShort` is false then, and `bare` are the steps without that request
 * that are short, for a test that could not be read otherwise. Null: there are none.
 */
export function readableSteps(recipe: Omit<Recipe, 'id'>): {steps: Step[]; isShort: boolean; bare: Step[] | null} {
	const {steps} = recipe;
	const asTheyAre = {steps, isShort: true, bare: null};
	if (JSON.stringify(steps.map(({call, cases}) => [call, cases])).length < surelyShort) return asTheyAre;
	const isShort = (some: Step[]) => canBeShort({...recipe, id: 'rcp_1', steps: some});
	if (isShort(steps)) return asTheyAre;
	const most = Math.max(...steps.map(({cases}) => cases.length));
	const counts = fewerCases.filter(count => count < most);
	const withFewer = (some: Step[]) =>
		counts.map(count => some.map(step => ({...step, cases: step.cases.slice(0, count)}))).find(isShort);
	const shorter = withFewer(steps);
	if (shorter) return {steps: shorter, isShort: true, bare: null};
	const without = steps.filter(one => !isLooseControl(one)).flatMap(withoutControl);
	const bare = steps.every(one => !isLooseControl(one)) ? null : isShort(without) ? without : withFewer(without);
	return {steps, isShort: false, bare: bare ?? null};
}

/** A control that no other step refers to. */
const isLooseControl = ({id, role}: Step): boolean => id === controlStep && role === 'setup';

/** A step without what it compares with the control; nothing of one that only does that. */
function withoutControl(step: Step): Step[] {
	const asserts = step.asserts.filter(({check}) => check.type !== 'sameAs' || check.step !== controlStep);
	if (asserts.length === step.asserts.length) return [step];
	return asserts.every(({check}) => check.type === 'status') ? [] : [{...step, asserts}];
}
