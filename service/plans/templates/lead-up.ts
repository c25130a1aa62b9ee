import type {Call} from '../recipe.ts';
import type {PlanOperation} from '../model/operation.ts';
import {summaryOf} from './operation-words.ts';
import {succeeds} from './asserts.ts';
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
	for (const key of operation.endpoint.before) {
		const first = api.operations.find(one => one.key === key);
		if (!first) continue;
		draft.step({
			id: `lead_up_${operation.endpoint.before.indexOf(key)}`,
			title: summaryOf(first),
			role: 'setup',
			call: ask(first),
			asserts: [succeeds(first)],
		});
	}
}
