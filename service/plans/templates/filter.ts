import {formOf} from '../model/answer-form.ts';
import type {Value, Values} from '../recipe.ts';
import {always, hard, succeeds} from './asserts.ts';
import {entriesWith, entriesOf} from './entries.ts';
import {sentRecord} from './expect-record.ts';
import {type Filter, filtersOf, walkOf} from './list-parameters.ts';
import type {RowTemplate} from './row-draft.ts';
import {withField} from './with-fields.ts';

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
		const mine = sentRecord(own.step.call.body).fields;
		const possible = filters.filter(one => mine[one.field] !== undefined);
		const {call} = second.step;
		for (const one of kind.creator?.endpoint.body?.isGiven ? [] : possible) {
			const value = tells(one, mine, sentRecord(call.body).fields) ? null : otherValue(one, mine[one.field]!);
			if (value !== null) call.body = withField(call.body, one.field, value);
		}
		const others = sentRecord(call.body).fields;
		// A filter that both records fit leaves out nothing of the test's own, whether or not it works.
		const telling = possible.filter(one => tells(one, mine, others));
		const usable = (telling.length > 0 ? telling : possible).slice(
			0,
			walkOf(api, operation) ? mostWalked : mostFilters,
		);
		if (usable.length === 0) return null;
		if (telling.length === 0) draft.steps.splice(draft.steps.indexOf(second.step), 1);
		for (const one of usable) {
			const value = mine[one.field]!;
			const isOther = tells(one, mine, others);
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
			title: `filters ${plural(kind.noun)} by ${both(names)}`,
			description:
				telling.length > 0
					? `Makes two ${plural(kind.noun)} and asks for the values of the first one.`
					: `Makes ${withArticle(kind.noun)} and asks for its values.`,
		};
	},
};

const fits = ({field, op}: Filter, value: Value, list: string) =>
	hard(
		'all-fit',
		'expected {expected}, got {actual}',
		{type: 'every', list, field, op, value},
		'every entry fits the filter',
	);

/** Whether a filter by the first record's value leaves out the second one. */
function tells({field, op}: Filter, mine: Values, others: Values): boolean {
	const [one, other] = [mine[field]!, others[field]];
	if (op === '=') return differ(one, other);
	const [bound, value] = [numberIn(one), numberIn(other)];
	return bound !== null && value !== null && (op === '<=' ? value > bound : value < bound);
}

/** What a creator decides by itself: it may refuse a record that is to begin in another state. */
const isOfState = /stat(?:e|us)|phase|stage/i;

/** Another value of a field, which the filter by the first one leaves out; null: none is known to be allowed. */
function otherValue({field, op, view}: Filter, value: Value): Value | null {
	if (value.is !== 'literal') return null;
	const allowed = view.enum ?? (view.types.has('boolean') ? [true, false] : []);
	if (op === '=') {
		const other = isOfState.test(field)
			? undefined
			: allowed.find(one => one !== value.value && one !== null && typeof one !== 'object');
		return other === undefined ? null : {is: 'literal', value: other};
	}
	const number = numberIn(value);
	if (number === null || view.words['multipleOf'] !== undefined || allowed.length > 0) return null;
	const other = op === '<=' ? number + 1 : number - 1;
	const {minimum = 0, maximum = Number.POSITIVE_INFINITY} = view.words as {minimum?: number; maximum?: number};
	return other > minimum && other < maximum ? {is: 'literal', value: other} : null;
}

const numberIn = (value: Value | undefined): number | null =>
	value?.is === 'literal' && typeof value.value === 'number' ? value.value : null;

/** `a`, `a and b`, `a, b and c` */
const both = (names: readonly string[]): string => listed(names).replace(/, ([^,]+)$/, ' and $1');

const differ = (one: Value, other: Value | undefined): boolean =>
	other !== undefined && (one.is === 'unique' || JSON.stringify(one) !== JSON.stringify(other));

import {plural, withArticle, listed} from '../kinds/names.ts';
