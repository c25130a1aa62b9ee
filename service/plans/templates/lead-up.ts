import {ofState} from '../../inference/lead-up.ts';
import type {Assert, Body, Call, Json} from '../recipe.ts';
import type {PlanOperation} from '../model/operation.ts';
import {briefOf} from './operation-words.ts';
import type {ApiModel} from '../kinds/analyse-api.ts';
import {answerFor, bodyBefore, firstsOf} from '../model/operation.ts';
import {always, decided, learned, succeeds} from './asserts.ts';
import {refusalShape} from './documented-refusal.ts';
import type {PlanContext} from './context.ts';
import type {RecipeDraft} from './recipe-draft.ts';

/**
 * Brings a record into the state in which an operation takes it: what has been seen to work in front of it, such as
 * `confirm` before `complete`. No document says it; settling finds it out.
 *
 * @param ask the request of another operation on the record
 */
export function leadUp(
	draft: RecipeDraft,
	{api}: PlanContext,
	operation: PlanOperation,
	ask: (operation: PlanOperation) => Call,
): void {
	for (const [place, first] of firstsOf(api, operation).entries()) {
		const call = withBody(ask(first), first, bodyBefore(operation, first));
		const record = Object.values(call.path).at(-1);
		if (record && !draft.isFirst(record, first)) continue;
		draft.step({id: `lead_up_${place}`, title: briefOf(first), role: 'setup', call, asserts: [succeeds(first)]});
	}
}

/** A change that is only made to bring its record into a state sets that alone. */
const withBody = (call: Call, first: PlanOperation, body: string | null): Call =>
	body === null ? call : {...call, body: stateBody(first, JSON.parse(body) as Json)};

/** What is sent to set the state of a record. */
export const stateBody = ({endpoint}: PlanOperation, value: Json): Body => ({
	contentType: endpoint.body?.contentType ?? 'application/json',
	value: {is: 'literal', value},
});

/** Shows that what has to come first has to: without it the operation is refused. */
export function refusedTooEarly(
	draft: RecipeDraft,
	{api}: PlanContext,
	operation: PlanOperation,
	ask: (operation: PlanOperation) => Call,
): void {
	const last = firstsOf(api, operation).at(-1);
	if (!last) return;
	draft.step({
		id: 'too_early',
		title: `${briefOf(operation)} before "${briefOf(last)}"`,
		role: 'verify',
		call: ask(operation),
		asserts: tooEarly(api, operation),
	});
}

/** A record that is not in the state for it: refused as the document says, else in any of the usual ways. */
function tooEarly(api: ApiModel, operation: PlanOperation): Assert[] {
	const rest = always(api, operation, true);
	if (answerFor(operation, 409)?.status !== '409')
		return [
			learned(
				'status',
				'expected {expected}, got {actual}',
				{type: 'status', oneOf: ofState},
				'settled: it is refused',
			),
			...rest,
		];
	const oneOf = [409];
	return [
		decided('status', 'expected {expected}, got {actual}', {type: 'status', oneOf}, 'responses.409'),
		...rest,
		...refusalShape(api, operation, oneOf),
	];
}
