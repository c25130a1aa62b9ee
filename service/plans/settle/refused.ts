import {notOfRequest, type RefusedRequest, refusedRequest} from '../learning/refused-request.ts';
import type {ObservedCall} from '../learning/observe.ts';
import type {Recipe} from '../recipe.ts';
import {sentRecord} from '../templates/expect-record.ts';

/**
 * The step at which a run ended because its body was refused; null: it ended otherwise. A 403 may speak of the body as
 * well: only "when every step is 401 / 403" it does not.
 */
export function refusedIn<Call extends ObservedCall>(
	recipe: Recipe,
	calls: readonly Call[],
): RefusedRequest<Call> | null {
	const refused = refusedRequest(recipe, calls, status => status === 403 || !notOfRequest.has(status));
	if (!refused) return null;
	const sends = Object.keys(sentRecord(refused.step.call.body).fields).length > 0;
	return sends && settled.has(refused.operation.method) ? refused : null;
}

/** Requests whose body makes a record or changes one. */
const settled: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH']);
