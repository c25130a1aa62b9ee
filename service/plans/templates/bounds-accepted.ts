import {either, oneByOne} from '../kinds/names.ts';
import {documentsRefusal} from '../model/operation.ts';
import {always, hard, succeeds} from './asserts.ts';
import {boundCases} from './bounds.ts';
import {formOf} from '../model/answer-form.ts';
import {below} from '../model/pointer.ts';
import type {SchemaView} from '../model/schema.ts';
import {takesPart} from './within-record.ts';
import type {RowTemplate} from './row-draft.ts';

/** The bound of a list is its length; an API adds what it knows to the entries. */
const isScalar = ({types}: SchemaView): boolean => !types.has('array') && !types.has('object');

/** Exactly at the documented bounds: accepted, and it comes back. */
export const boundsAccepted: RowTemplate = {
	id: 'bounds-accepted',
	category: 'boundary_load',
	priority: 'p2',
	fill(draft, operation, context) {
		const {api} = context;
		const kind = api.kindMadeBy(operation);
		// What is accepted has to be deleted again.
		if (kind && kind.deleter === null) return null;
		const found = boundCases(draft, operation, context, 'at', documentsRefusal(operation));
		if (!found) return null;
		if (kind) draft.safety = 'own_records';
		const form = formOf(api.schemas, operation);
		const echoed =
			form.form === 'record'
				? [...new Set(found.bounds.map(({field}) => field))].flatMap(({name, view, value}) =>
						value && form.view.properties.has(name) && isScalar(view) && (kind || !takesPart(operation, name))
							? [
									hard(
										`echo:${below(form.pointer, name)}`,
										`{case}: sent {expected}, got back {actual}`,
										{
											type: 'equals' as const,
											pointer: below(form.pointer, name),
											value,
											as: view.types.has('string') ? ('trimmed' as const) : ('number' as const),
										},
										'what was sent comes back',
									),
								]
							: [],
					)
				: [];
		draft.step({
			id: 'accepted',
			title: 'send values exactly at the bounds',
			role: 'act',
			call: found.request.call,
			cases: found.cases,
			asserts: [succeeds(operation), ...always(api, operation), ...echoed],
		});
		const [first] = found.bounds;
		const names = [...new Set(found.bounds.map(one => one.field.name))];
		return {
			title:
				names.length === 1
					? `accepts ${first!.field.name} of ${found.bounds.map(one => one.says).join(' and ')}`
					: `accepts ${either(names).replace(' or ', ' and ')} at the documented bounds`,
			description: `Sends ${oneByOne(found.cases.map(({name}) => name))}.`,
		};
	},
};
