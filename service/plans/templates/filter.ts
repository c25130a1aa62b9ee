import {formOf} from '../model/answer-form.ts';
import type {Value} from '../recipe.ts';
import {always, hard, succeeds} from './asserts.ts';
import {entriesWith, entriesOf} from './entries.ts';
import {listed} from './create.ts';
import {sentRecord} from './expect-record.ts';
import {type Filter, filtersOf, walkOf} from './list-parameters.ts';
import type {RowTemplate} from './row-draft.ts';

const mostFilters = 4;
/** Where a list is walked page by page, each filter takes as many lines as a person reads at once. */
const mostWalked = 2;

/** A filter by the own record's value: all entries fit, the own is in, and a second own record with another value is out. */
export const filter: RowTemplate = {
	id: 'filter',
	category: 'functional',
	priority: 'p1',
	fill(draft, operation, {api, canMake}) {
		const kind = api.kindAt(operation);
		const form = formOf(api.schemas, operation);
		if (kind?.list !== operation || form.form !== 'list' || kind.listHandle === null || !canMake(kind)) return null;
		const filters = filtersOf(api, operation);
		if (filters.length === 0) return null;
		const only = filters.map(({field}) => field);
		const own = draft.ownRecord(kind, {body: 'all', only});
		const second =
			own &&
			draft.ownRecord(kind, {
				id: 'create_other',
				variant: 'other',
				body: 'all',
				only,
				title: `make a second ${kind.noun}`,
			});
		if (!own || !second) return null;
		const [mine, others] = [sentRecord(own.step.call.body).fields, sentRecord(second.step.call.body).fields];
		const possible = filters.filter(one => mine[one.field] !== undefined);
		// A filter that both records fit leaves out nothing of the test's own, whether or not it works.
		const telling = possible.filter(({field}) => differ(mine[field]!, others[field]));
		const usable = (telling.length > 0 ? telling : possible).slice(
			0,
			walkOf(api, operation) ? mostWalked : mostFilters,
		);
		if (usable.length === 0) return null;
		if (telling.length === 0) draft.steps.splice(draft.steps.indexOf(second.step), 1);
		for (const one of usable) {
			const value = mine[one.field]!;
			const isOther = one.op === '=' && differ(value, others[one.field]);
			draft.step({
				id: `filter_${one.field}`.slice(0, 60),
				title: `filter by ${one.parameter.name}`,
				role: 'act',
				call: draft.requestOn(operation, own, {query: {[one.parameter.name]: value}}),
				asserts: [
					succeeds(operation),
					...always(api, operation),
					fits(one, value, form.pointer),
					hard(
						'own',
						`the own ${kind.noun} {expected} is missing`,
						{
							type: 'contains',
							list: entriesWith(kind, form.pointer, own.handle),
							handle: own.handle,
							present: true,
							locate: entriesOf(api, operation),
							paging: walkOf(api, operation),
						},
						'a filter finds what fits',
					),
					...(isOther
						? [
								hard(
									'other',
									`the ${kind.noun} {expected} does not fit`,
									{
										type: 'contains',
										list: entriesWith(kind, form.pointer, second.handle),
										handle: second.handle,
										present: false,
										locate: entriesOf(api, operation),
										paging: walkOf(api, operation),
									},
									'a filter leaves out what does not fit',
								),
							]
						: []),
				],
			});
		}
		const names = usable.map(({parameter}) => parameter.name);
		return {
			title: `filters ${plural(kind.noun)} by ${listed(names)}`,
			description:
				telling.length > 0
					? `Makes two ${plural(kind.noun)} and asks for the values of the first one.`
					: `Makes ${withArticle(kind.noun)} and asks for its values.`,
		};
	},
};

const fits = ({field, op, parameter}: Filter, value: Value, list: string) =>
	hard(
		'all-fit',
		`an entry with ${field} {actual} does not fit ${parameter.name} {expected}`,
		{type: 'every', list, field, op, value},
		'every entry fits the filter',
	);

const differ = (one: Value, other: Value | undefined): boolean =>
	other !== undefined && (one.is === 'unique' || JSON.stringify(one) !== JSON.stringify(other));

import {plural, withArticle} from '../kinds/names.ts';
