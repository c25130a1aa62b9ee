import type {Kind} from '../kinds/kind.ts';
import {formOf} from '../model/answer-form.ts';
import type {PlanOperation} from '../model/operation.ts';
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
			{id: 'kept', message: 'it was changed: {expected}, {actual}', except: placesIn(api, reader)},
		);
	if (after && same) after.asserts.push({...same, strength});
	return after;
}

/** Name of the step that reads what refused changes must have left as it was. */
export const keptStep = 'kept';

/**
 * A record that is read behind the refused changes of it: it is what the accepted one has answered or, where that shows no
 * record, what was read before them. Where the API accepts one of them it says so of that one alone.
 *
 * @param accepted the step of the change that was accepted
 * @returns makes the read behind them
 */
export function keptThrough(
	draft: RecipeDraft,
	operation: PlanOperation,
	own: OwnRecord,
	accepted: string,
	strength: Strength = 'decided',
): (() => void) | undefined {
	const {api} = draft.context;
	const {reader, noun} = own.kind;
	if (!reader) return undefined;
	const sameAs = (earlier: {operation: PlanOperation; step: string}) =>
		sameRecord(api, reader, earlier, {
			id: 'kept',
			message: 'a refused request has changed it from {expected} to {actual}',
			except: placesIn(api, reader),
		});
	let same = sameAs({operation, step: accepted});
	if (!same) {
		same = sameAs({operation: reader, step: 'before'});
		if (!same) return undefined;
		draft.step({
			id: 'before',
			title: `read the ${noun}`,
			role: 'setup',
			call: draft.requestOn(reader, own),
			asserts: [succeeds(reader)],
		});
	}
	return () =>
		draft.step({
			id: keptStep,
			title: `read the ${noun} again`,
			role: 'verify',
			call: draft.requestOn(reader, own),
			asserts: [succeeds(reader), {...same, strength}],
		});
}

/** What a record is called among its siblings, the first or the second: others that come, go or move shift it. */
const placeNames = /^(?:position|pos|rank|ordinal|index|sequence|(?:sort|display|list)_?(?:order|index|position))$/i;

function placesIn({schemas}: PlanContext['api'], reader: PlanOperation): string[] {
	const form = formOf(schemas, reader);
	if (form.form !== 'record') return [];
	return [...form.view.properties].flatMap(([name, schema]) => {
		const {types} = schemas.view(schema);
		return placeNames.test(name) && (types.has('integer') || types.has('number')) ? [name] : [];
	});
}
