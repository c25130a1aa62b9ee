import {isParameter, type PlanOperation} from '../model/operation.ts';
import type {Assert, Call} from '../recipe.ts';
import {hard} from './asserts.ts';
import type {RecipeDraft} from './recipe-draft.ts';

const stepId = 'no_route';

/**
 * Asks for an address that the API cannot have: its answer is how an operation that is not there looks. For a refusal
 * whose operation nobody may try on a record that is there.
 *
 * @param call the request that is refused: the same method, a handle that names nothing
 */
export function askNoRoute(draft: RecipeDraft, operation: PlanOperation, call: Call): void {
	const last = operation.segments.findLast(one => !isParameter(one));
	const place = operation.path.lastIndexOf(`/${last}`);
	if (last === undefined || place < 0) return;
	const end = place + last.length + 1;
	const path = `${operation.path.slice(0, end)}-that-is-not-there${operation.path.slice(end)}`;
	draft.step({
		id: stepId,
		title: 'ask for an address that is not there',
		role: 'setup',
		// What nobody takes needs no body.
		call: {...call, body: null, operation: {method: operation.method, path}},
		asserts: [
			hard(
				'status',
				'expected {expected}, got {actual}',
				{type: 'status', oneOf: ['4xx']},
				'an address that is not there is refused',
			),
		],
	});
}

/** What is refused is not refused as an address would be that is not there: else the test tells nothing, and is blocked. */
export const unlikeNoRoute = (draft: RecipeDraft): Assert[] =>
	draft.steps.some(({id}) => id === stepId)
		? [
				hard(
					'unlike-no-route',
					'answered like an address that is not there',
					{type: 'unlike', step: stepId},
					'a refusal of an operation that is there differs from one that is not',
				),
			]
		: [];
