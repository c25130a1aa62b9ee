import type {Kind} from '../kinds/kind.ts';
import {plural} from '../kinds/names.ts';
import {formOf} from '../model/answer-form.ts';
import type {Value, Values} from '../recipe.ts';
import {always, documentedShape, hard, learned, succeeds} from './asserts.ts';
import {sentRecord} from './expect-record.ts';
import {filtersOf, pagingOf, walkOf} from './list-shape.ts';
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
		const own = kind.listHandle === null ? null : draft.ownRecord(kind);
		const shared = own === null && kind.listHandle !== null && context.canMake(kind) ? sharedHandle(draft, kind) : null;
		const query: Values = {};
		const filter = own ? findable(api, operation, own.step.call.body) : null;
		if (filter) query[filter.name] = filter.value;
		const call = own ? draft.requestOn(operation, own, {query}) : draft.request(operation, {});
		const asserts = [succeeds(operation), ...always(api, operation), ...documentedShape(api, operation, 3)];
		const paging = pagingOf(api, operation);
		const handle = own?.handle ?? shared;
		if (handle)
			asserts.push(
				hard(
					'contains',
					`the new ${kind.noun} {expected} is not in the list`,
					{
						type: 'contains',
						list: form.pointer,
						handle,
						present: true,
						locate: filter ? 'filter' : paging && paging.by !== 'cursor' && form.total !== null ? 'lastPage' : 'walk',
						paging: walkOf(api, operation),
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
					description: `Makes a ${kind.noun} and looks for it in the list${filter ? ` by ${filter.name}` : ''}.`,
				}
			: {title: `lists ${plural(kind.noun)}`, description: 'Asks for the list.'};
	},
};

/** The record of the kind's one producer, for kinds that nobody could delete again. */
function sharedHandle(draft: RecipeDraft, kind: Kind): Value {
	draft.consumes.add(kind.variable);
	return {is: 'variable', name: kind.variable};
}

/** A filter by a unique field of the own record: it finds it on a used database too. */
function findable(
	...[api, operation, body]: [
		Parameters<typeof filtersOf>[0],
		Parameters<typeof filtersOf>[1],
		Parameters<typeof sentRecord>[0],
	]
) {
	const {fields} = sentRecord(body);
	for (const {parameter, field, op} of filtersOf(api, operation)) {
		const value = fields[field];
		if (op === '=' && value?.is === 'unique') return {name: parameter.name, value};
	}
	return null;
}
