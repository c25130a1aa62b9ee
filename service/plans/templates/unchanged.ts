import type {Kind} from '../kinds/kind.ts';
import type {Step, Strength} from '../recipe.ts';
import {succeeds} from './asserts.ts';
import type {PlanContext} from './context.ts';
import {sameRecord} from './expect-record.ts';
import type {OwnRecord} from './own-record.ts';
import type {RecipeDraft} from './recipe-draft.ts';

/**
 * Reads a record before and after a call that must not change it; without a way to read it, only the call is made.
 *
 * @returns the read after it
 */
export function leavesUnchanged(
	draft: RecipeDraft,
	{api}: PlanContext,
	{noun, reader}: Kind,
	own: OwnRecord,
	act: () => void,
	strength: Strength = 'hard',
): Step | null {
	const read = (id: string) =>
		reader &&
		draft.step({
			id,
			title: `read the ${noun}`,
			role: 'verify',
			call: draft.requestOn(reader, own),
			asserts: [succeeds(reader)],
		});
	read('read');
	act();
	const after = read('read_again');
	const same =
		reader &&
		sameRecord(
			api,
			reader,
			{operation: reader, step: 'read'},
			{id: 'kept', message: 'it was changed: {expected}, {actual}'},
		);
	if (after && same) after.asserts.push({...same, strength});
	return after;
}
