import type {ApiModel} from '../kinds/analyse-api.ts';
import type {Kind} from '../kinds/kind.ts';
import type {Step} from '../recipe.ts';
import {always, succeeds} from './asserts.ts';
import type {PlanContext} from './context.ts';
import {isReadable} from './control.ts';
import {handlePointer} from './expect-record.ts';
import type {OwnRecord} from './own-record.ts';
import {asAsked} from './read-before.ts';
import type {RecipeDraft} from './recipe-draft.ts';
import {handleViews} from './unknown-handle.ts';

/** Whether a row can make two records of a kind and tell them apart by reading them. */
export function canMakeTwo(draft: RecipeDraft, kind: Kind, {api, canMake}: PlanContext): boolean {
	const {creator, reader, deleter} = kind;
	if (!creator || !reader || deleter === null || !canMake(kind) || creator.endpoint.body?.isRefused) return false;
	return handlePointer(api, reader, kind) !== null && isReadable(draft, creator, creator);
}

/**
 * Makes another record of a kind of which the row has made one already. An API may answer the very same request with the
 * record that is there: where nothing else tells the two apart, other texts do, as far as it has any.
 */
export function secondRecord(draft: RecipeDraft, kind: Kind): OwnRecord | null {
	const sentBy = ({call}: Step) => JSON.stringify([call.path, call.body]);
	const before = new Set(draft.steps.map(sentBy));
	const count = draft.steps.length;
	const make = (data: string) =>
		draft.ownRecord(kind, {id: 'create_other', variant: 'other', data, title: `make a second ${kind.noun}`});
	const made = make('');
	if (made === null || !before.has(sentBy(made.step))) return made;
	draft.steps.splice(count);
	return make('other');
}

/** The second record is there after the first one was deleted: a DELETE takes nothing else with it. */
export function stillThere(draft: RecipeDraft, {api}: PlanContext, other: OwnRecord): void {
	const {kind} = other;
	const reader = kind.reader!;
	draft.step({
		id: 'read_other',
		title: 'read the second one',
		role: 'verify',
		call: draft.requestOn(reader, other),
		asserts: [succeeds(reader), ...always(api, reader), ...asAsked(api, reader, kind, other.handle)],
	});
}

/**
 * Whether records are numbered. Many databases and in-memory stores give the highest number again once its record is
 * deleted: a look for what was deleted then finds what another test has just made, unless a later record holds the number.
 */
export function isNumbered(api: ApiModel, {deleter}: Kind): boolean {
	const parameter = deleter?.pathParameters.at(-1);
	return (
		deleter !== null &&
		parameter !== undefined &&
		handleViews(api, deleter, parameter).some(({types}) => types.has('integer') || types.has('number'))
	);
}
