import type {Learning} from '../../store/plans/learning.ts';
import {failingKinds} from '../../store/findings/findings.ts';
import {findTestRecipe} from '../../store/plans/generations.ts';
import {findLearning} from '../../store/plans/learnings.ts';
import type {Noted, Observation, ObservedSchema} from '../../store/plans/learning-tables.ts';
import type {Assert, Recipe, Step} from '../recipe.ts';
import {callsHash} from './aligned-calls.ts';
import {typesOf} from './confirm.ts';
import {isOfBody, lenientLines} from './lenient-lines.ts';
import {kindOf} from './noted.ts';

/** Whether an answer had a list without entries: "below an empty list or null is unknown". */
function hasEmptyList(seen: ObservedSchema | null): boolean {
	if (seen === null) return false;
	if (typesOf(seen).includes('array') && (!seen.items || typesOf(seen.items).length === 0)) return true;
	return [...Object.values(seen.properties ?? {}), ...(seen.items ? [seen.items] : [])].some(hasEmptyList);
}

/** Whether lists that were empty in all that was seen before have entries now. */
export const fillsLists = (before: Observation, now: Observation): boolean =>
	Object.entries(before).some(
		([step, {body}]) => hasEmptyList(body) && now[step] !== undefined && !hasEmptyList(now[step].body),
	);

/**
 * Which assertions of a generated test are noted instead of failing: all that its API may keep in its own way until the
 * first complete run has shown how, then those alone that this run has noted, until a second one has confirmed them.
 */
export const leniencyOf: Learning['leniencyOf'] = async (transaction, {testId, projectId, environment, code}) => {
	const row = await findTestRecipe(transaction, testId);
	if (!row) return [];
	const recipe = JSON.parse(row.recipe) as Recipe;
	const learning = await findLearning(transaction, testId, environment);
	const known = learning?.calls_hash === callsHash(recipe) ? learning : null;
	const noted = known === null ? null : new Set((JSON.parse(known.noted) as Noted[]).map(keyOf));
	const observed = known === null ? {} : (JSON.parse(known.observed) as Observation);
	// "The document is right: its rows are red until one of the two changes."
	const failing = await failingKinds(transaction, projectId);
	const hasOtherStatus = ({id, asserts}: Step) =>
		asserts.some(one => one.check.type === 'status' && noted?.has(keyOf({step: id, assert: one.id})));
	const isFailing = ({call}: Step, {check}: Assert, kind: Noted['kind']) =>
		failing.has(failingKey(call.operation, kind)) ||
		(check.type === 'status' && failing.has(failingKey(call.operation, `${kind} ${check.oneOf.join(' or ')}`)));
	const isOpen = (step: Step, assert: Assert, isOfEntries: boolean) =>
		!kindsOf(assert).every(kind => isFailing(step, assert, kind)) &&
		(noted === null ||
			(isOfEntries && hasEmptyList(observed[step.id]?.body ?? null)) ||
			// Another status comes with its own body, in a table of cases as well as alone.
			(isOfBody(assert) && hasOtherStatus(step)) ||
			// What the test has taken over counts; where that was undone, the API's way is still no reason to be red.
			(noted.has(keyOf({step: step.id, assert: assert.id})) &&
				!(known?.state === 'settled' && assert.provenance.from === 'observed')));
	const isWrong = (step: Step, assert: Assert, statusClass: number) => {
		const kinds = kindsOf(assert);
		return kinds.length > 1 && isFailing(step, assert, statusClass === 2 ? 'input_accepted' : 'status');
	};
	return lenientLines(recipe, code, isOpen, isWrong);
};

/** A refusal can turn out to be none, or another one. */
const kindsOf = (assert: Assert): Noted['kind'][] => {
	const kind = kindOf(assert);
	return kind === 'input_accepted' ? [kind, 'status'] : [kind];
};

const keyOf = ({step, assert}: {step: string; assert: string}) => `${step} ${assert}`;
export const failingKey = ({method, path}: Recipe['endpoint'], kind: string): string => `${method} ${path} ${kind}`;
