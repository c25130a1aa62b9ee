import type {Kind} from '../kinds/kind.ts';
import {plural, withArticle} from '../kinds/names.ts';
import {formOf} from '../model/answer-form.ts';
import type {Value} from '../recipe.ts';
import {always, documentedShape, hard, learned, succeeds} from './asserts.ts';
import {entriesWith, lookup} from './entries.ts';
import type {RecipeDraft} from './recipe-draft.ts';
import type {RowTemplate} from './row-draft.ts';

/** The list of a kind holds the own record, found by a filter, on the last page or by walking. */
export const list: RowTemplate = {
	id: 'list',
	category: 'functional',
	priority: 'p0',
	fill(draft, operation, context) {
		const {api} = context;
		if (operation.method !== 'GET') return null;
		const form = formOf(api.schemas, operation);
		const kind = api.kindAt(operation);
		if (form.form !== 'list' || !kind || kind.list !== operation) return null;
		const own = kind.listHandle === null ? null : draft.ownRecord(kind, {body: 'most'});
		const shared = own === null && kind.listHandle !== null && context.canMake(kind) ? sharedHandle(draft, kind) : null;
		const {query, locate, paging} = lookup(api, operation, own?.step.call.body ?? null);
		const call = own ? draft.requestOn(operation, own, {query}) : draft.request(operation, {});
		const handle = own?.handle ?? shared;
		// Its shape has a row of its own.
		const described = documentedShape(api, operation, 3).filter(({check}) => !handle || check.type === 'contentType');
		const asserts = [succeeds(operation), ...always(api, operation), ...described];
		if (handle)
			asserts.push(
				hard(
					'contains',
					`the new ${kind.noun} {expected} is not in the list`,
					{
						type: 'contains',
						list: entriesWith(kind, form.pointer, handle),
						handle,
						present: true,
						locate,
						paging,
					},
					'what was made is listed',
				),
			);
		else
			asserts.push(
				learned(
					'list',
					'expected a list, got {actual}',
					{type: 'shape', pointer: form.pointer, schema: {type: 'array'}, closed: false},
					'a list is answered',
				),
			);
		draft.step({id: 'list', title: `list the ${plural(kind.noun)}`, role: 'act', call, asserts});
		if (shared)
			return {
				title: `lists ${plural(kind.noun)}`,
				description: `Looks for the ${kind.noun} that an earlier test has made.`,
			};
		return own
			? {
					title: `lists the new ${kind.noun}`,
					description: `Makes ${withArticle(kind.noun)} and looks for it in the list${locate === 'filter' ? ` by ${Object.keys(query)[0]}` : ''}.`,
				}
			: {title: `lists ${plural(kind.noun)}`, description: 'Asks for the list.'};
	},
};

/** The record of the kind's one producer, for kinds that nobody could delete again. */
function sharedHandle(draft: RecipeDraft, kind: Kind): Value {
	draft.consumes.add(kind.variable);
	return {is: 'variable', name: kind.variable};
}
