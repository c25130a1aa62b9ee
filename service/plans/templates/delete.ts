import {plural, withArticle} from '../kinds/names.ts';
import {formOf} from '../model/answer-form.ts';
import type {ApiModel} from '../kinds/analyse-api.ts';
import {isJsonType, type PlanOperation} from '../model/operation.ts';
import {below} from '../model/pointer.ts';
import type {Assert} from '../recipe.ts';
import {always, decided, documentedShape, hard, succeeds} from './asserts.ts';
import type {PlanContext} from './context.ts';
import {entriesWith, lookup} from './entries.ts';
import {handlePointer} from './expect-record.ts';
import {endedState, gone} from './gone.ts';
import {leadUp} from './lead-up.ts';
import {readBefore} from './read-before.ts';
import type {OwnRecord} from './own-record.ts';
import type {RecipeDraft} from './recipe-draft.ts';
import type {RowTemplate} from './row-draft.ts';
import {canMakeTwo, isNumbered, secondRecord, stillThere} from './second-record.ts';

/** Own record: it was there and listed, it is deleted, reading it is refused, the list has lost it, and another one stays. */
export const remove: RowTemplate = {
	id: 'delete',
	category: 'functional',
	priority: 'p1',
	fill(draft, operation, context) {
		const {api, unsafe, canMake} = context;
		if (operation.method !== 'DELETE' || unsafe(operation) !== null) return null;
		const kind = api.kinds.find(one => one.deleter === operation && canMake(one)) ?? api.kindAt(operation);
		if (!kind || kind.deleter !== operation || !canMake(kind)) return null;
		const own = draft.ownRecord(kind);
		if (!own) return null;
		// A test that gets too long shows the one record alone.
		const isRoom = context.brevity < 2 || isNumbered(api, kind);
		const other = isRoom && canMakeTwo(draft, kind, context) ? secondRecord(draft, kind) : null;
		readBefore(draft, context, own);
		// What was never listed is not missed.
		lookFor(draft, context, own, true);
		leadUp(draft, context, operation, first => draft.requestOn(first, own));
		draft.step({
			id: 'delete',
			title: `delete the ${kind.noun}`,
			role: 'act',
			call: draft.requestOn(operation, own, {body: 'required'}),
			asserts: [succeeds(operation), ...always(api, operation), ...answered(api, operation, own)],
		});
		if (kind.reader)
			draft.step({
				id: 'read_deleted',
				title: 'read it again',
				role: 'verify',
				call: draft.requestOn(kind.reader, own),
				asserts: [...gone(api, kind, kind.reader), ...always(api, kind.reader)],
			});
		if (other) stillThere(draft, context, other);
		lookFor(draft, context, own, false);
		return {
			title: `deletes ${withArticle(kind.noun)} for good`,
			description: other
				? `Makes two ${plural(kind.noun)}, deletes the first and looks for both.`
				: `Makes ${withArticle(kind.noun)}, deletes it and looks for it again.`,
		};
	},
};

/**
 * The documented answer of a DELETE that can only answer in this way: its shape, `deleted` that says true, and the record
 * that was asked for.
 */
function answered(api: ApiModel, operation: PlanOperation, {handle, kind}: OwnRecord): Assert[] {
	const {success, statuses} = operation;
	if (
		statuses.filter(status => status >= 200 && status < 300).length !== 1 ||
		!isJsonType(success?.contentType ?? null)
	)
		return [];
	const form = formOf(api.schemas, operation);
	if (form.form !== 'record') return [];
	const where = `responses.${success!.status}.content.schema`;
	const deleted = form.view.properties.get('deleted');
	const isSaid = deleted !== undefined && api.schemas.view(deleted).types.has('boolean');
	const pointer = handlePointer(api, operation, kind);
	return [
		...documentedShape(api, operation, 1).filter(({id}) => id === 'shape'),
		...(isSaid
			? [
					decided(
						'deleted',
						'deleted is {actual}',
						{type: 'equals', pointer: below(form.pointer, 'deleted'), value: {is: 'literal', value: true}, as: 'exact'},
						where,
					),
				]
			: []),
		...(isSaid && pointer !== null
			? [
					decided(
						`handle:${pointer}`,
						'asked to delete {expected}, got {actual}',
						{type: 'equals', pointer, value: handle, as: 'number'},
						where,
					),
				]
			: []),
	];
}

/** A look for the record in its list, before and after it was deleted. */
function lookFor(draft: RecipeDraft, {api}: PlanContext, own: OwnRecord, present: boolean): void {
	const {list, listHandle, noun, reader} = own.kind;
	const form = list ? formOf(api.schemas, list) : null;
	if (!list || form?.form !== 'list' || listHandle === null) return;
	// What is kept in another state may be listed in it.
	if (reader && endedState(api, list) !== null) return;
	const {query, locate, paging} = lookup(api, list, own.step.call.body);
	draft.step({
		id: present ? 'list_before' : 'list',
		title: present ? 'find it in the list' : 'look for it in the list',
		role: present ? 'setup' : 'verify',
		call: draft.requestOn(list, own, {query}),
		asserts: [
			succeeds(list),
			...(present ? [] : always(api, list)),
			hard(
				present ? 'listed' : 'not-listed',
				present ? `the list lacks the ${noun} {expected}` : `the deleted ${noun} {expected} is still listed`,
				{
					type: 'contains',
					list: entriesWith(own.kind, form.pointer, own.handle),
					handle: own.handle,
					present,
					locate,
					paging,
				},
				present ? 'what was made is listed' : 'what was deleted is not listed',
			),
		],
	});
}
