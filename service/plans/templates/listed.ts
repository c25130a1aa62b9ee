import {formOf} from '../model/answer-form.ts';
import {always, hard, succeeds} from './asserts.ts';
import type {PlanContext} from './context.ts';
import {entriesWith, lookup} from './entries.ts';
import type {OwnRecord} from './own-record.ts';
import type {RecipeDraft} from './recipe-draft.ts';

/** Looks for a new record in the list of its kind, where there is one; for kinds whose records nobody can ask for singly. */
export function lookInList(draft: RecipeDraft, {api}: PlanContext, own: OwnRecord): void {
	const {list, listHandle, noun} = own.kind;
	const form = list ? formOf(api.schemas, list) : null;
	if (!list || form?.form !== 'list' || listHandle === null) return;
	const {query, locate, paging} = lookup(api, list, own.step.call.body);
	draft.step({
		id: 'list',
		title: 'look for it in the list',
		role: 'verify',
		call: draft.requestOn(list, own, {query}),
		asserts: [
			succeeds(list),
			...always(api, list),
			hard(
				'contains',
				`the new ${noun} {expected} is not in the list`,
				{
					type: 'contains',
					list: entriesWith(own.kind, form.pointer, own.handle),
					handle: own.handle,
					present: true,
					locate,
					paging,
				},
				'what was made is listed',
			),
		],
	});
}
