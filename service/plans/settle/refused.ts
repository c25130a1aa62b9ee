import {alignCalls} from '../learning/aligned-calls.ts';
import type {ObservedCall} from '../learning/observe.ts';
import {isSuccess, wordsOf} from '../learning/test-differences.ts';
import type {Recipe, Step} from '../recipe.ts';
import {sentRecord} from '../templates/expect-record.ts';

/** A valid body that the API refused, or broke on. */
export type Refused = {recipe: Recipe; step: Step; operation: Recipe['endpoint']; status: number; words: string};

/** "Ends at 404, or when every step is 401 / 403": an address or a credential is not mended by another body. */
const notOfBody = new Set([401, 403, 404, 405, 429]);

/** The step at which a run ended because its body was refused; null: it ended otherwise. */
export function refusedIn(recipe: Recipe, calls: readonly ObservedCall[]): Refused | null {
	const aligned = alignCalls(recipe, calls);
	for (const step of recipe.steps) {
		const own = aligned.get(step.id);
		const {status} = own?.at(-1) ?? {status: null};
		if (!own || status === null || status < 400 || notOfBody.has(status)) continue;
		const {method} = step.call.operation;
		const sends = Object.keys(sentRecord(step.call.body).fields).length > 0;
		if (method !== 'POST' || step.cases.length > 0 || !sends || step.call.auth !== 'project') continue;
		if (!step.asserts.some(assert => assert.state === 'active' && isSuccess(assert))) continue;
		return {recipe, step, operation: step.call.operation, status, words: wordsOf(own.at(-1)!)};
	}
	return null;
}
