import {renderMarked} from '../code/render-test.ts';
import type {Mark} from '../code/draft.ts';
import {ofCaller} from '../code/helper.ts';
import type {LenientLine} from '../../store/learning.ts';
import type {Assert, Recipe, Step} from '../recipe.ts';

/** What the lines of a test's code stand for; null: it is not the code of this recipe, such as one edited by hand. */
export function marksOf(recipe: Recipe, code: string): ReadonlyMap<number, Mark> | null {
	for (const attempt of [1, 2, 3])
		for (const hasExtraHeaders of [false, true]) {
			const rendered = renderMarked(recipe, {hasExtraHeaders}, attempt);
			if (rendered.code === code) return rendered.marks;
		}
	return null;
}

/** Lines of a test that are noted instead of failing, while `isOpen` says so of their expectation. */
export function lenientLines(
	recipe: Recipe,
	code: string,
	isOpen: (step: Step, assert: Assert) => boolean,
): LenientLine[] {
	const marks = marksOf(recipe, code);
	if (!marks) return [];
	const steps = new Map([...recipe.steps, ...recipe.teardown].map(step => [step.id, step]));
	const borne = (mark: Mark): number[] | null | false => {
		const step = steps.get(mark.step);
		const asserts = step ? mark.asserts.flatMap(id => step.asserts.find(one => one.id === id) ?? []) : [];
		if (!step || asserts.length === 0 || !asserts.every(one => mayDiffer(one) && isOpen(step, one))) return false;
		const [{check}] = asserts as [Assert];
		return check.type === 'status' ? classesOf(check.oneOf) : null;
	};
	return [...marks].flatMap(([line, mark]): LenientLine[] => {
		if (mark === ofCaller) return [{line, statuses: []}];
		const statuses = borne(mark);
		return statuses === false ? [] : [{line, statuses}];
	});
}

/** "Never learned: a 5xx, missing auth, a leaked secret, a trace, a hard contradiction"; what a person wants counts. */
export const mayDiffer = ({strength, state, provenance}: Assert): boolean =>
	strength !== 'hard' && state === 'active' && provenance.from !== 'user';

/**
 * A success may be another success; a refusal may be another refusal, or turn out to be none. A refused happy path is no
 * way of answering: it needs help.
 */
function classesOf(oneOf: readonly (number | string)[]): number[] {
	const isRefusal = oneOf.every(status => String(status).startsWith('4'));
	return isRefusal ? [2, 4] : [2];
}
