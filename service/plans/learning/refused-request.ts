import type {Recipe, Step} from '../recipe.ts';
import {alignCalls} from './aligned-calls.ts';
import type {ObservedCall} from './observe.ts';
import {isSuccess, wordsOf} from './test-differences.ts';

/** A valid request that the API refused, or broke on. */
export type RefusedRequest<Call extends ObservedCall = ObservedCall> = {
	recipe: Recipe;
	step: Step;
	operation: Recipe['endpoint'];
	/** The last call of the step. */
	call: Call;
	status: number;
	/** What the API says about it. */
	words: string;
};

/** Whether an answer says that the caller may not, or is not who it says. */
export const isOfCaller = (status: number): boolean => status === 401 || status === 403;

/** "Ends at 404, or when every step is 401 / 403": an address or a credential is not mended by another request. */
export const notOfRequest: ReadonlySet<number> = new Set([401, 403, 404, 405, 408, 410, 429]);

/**
 * The request at which a run ended because the API did not take it; null: it ended otherwise.
 *
 * @param isOfRequest whether a status speaks of what was sent, and not of the address or of who sent it
 */
export function refusedRequest<Call extends ObservedCall>(
	recipe: Recipe,
	calls: readonly Call[],
	isOfRequest: (status: number, step: Step) => boolean = status => !notOfRequest.has(status),
): RefusedRequest<Call> | null {
	const aligned = alignCalls(recipe, calls);
	for (const step of recipe.steps) {
		const call = aligned.get(step.id)?.at(-1);
		if (!call || call.status === null || call.status < 400 || !isOfRequest(call.status, step)) continue;
		const isAsked = step.call.auth === 'project' || (step.call.auth === 'none' && isOfCaller(call.status));
		if (step.cases.length > 0 || !isAsked) continue;
		if (!step.asserts.some(assert => assert.state === 'active' && isSuccess(assert))) continue;
		return {recipe, step, operation: step.call.operation, call, status: call.status, words: wordsOf(call)};
	}
	return null;
}
