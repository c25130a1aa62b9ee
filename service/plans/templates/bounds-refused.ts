import {either, oneByOne} from '../kinds/names.ts';
import {documentsRefusal} from '../model/operation.ts';
import {always, refuses} from './asserts.ts';
import {withMistakeAlone} from './body-fields.ts';
import {boundCases} from './bounds.ts';
import {acceptedFirst} from './control.ts';
import type {RowTemplate} from './row-draft.ts';
import {refusalShape} from './documented-refusal.ts';

/** One beyond the documented bounds: refused. */
export const boundsRefused: RowTemplate = {
	id: 'bounds-refused',
	category: 'boundary_load',
	priority: 'p2',
	fill(draft, operation, context) {
		const isDocumented = documentsRefusal(operation);
		const found = boundCases(draft, operation, context, 'beyond', isDocumented);
		if (!found) return null;
		const control = acceptedFirst(draft, operation, found.request.call, found.request.own);
		draft.step({
			id: 'refused',
			title: 'send values one beyond the bounds',
			role: 'act',
			call: withMistakeAlone(draft, operation, found.request),
			cases: found.cases,
			asserts: [
				refuses(operation, [400, 422], 'what lies outside the documented bounds is refused'),
				...always(context.api, operation, true),
				...refusalShape(context.api, operation, [400, 422]),
			],
		});
		control.after();
		const names = found.bounds.map(({field}) => field.name);
		return {
			title:
				found.cases.length === 1
					? `refuses ${found.cases[0]!.name}`
					: `refuses ${either(names)} outside the documented bounds`,
			description: `Sends ${oneByOne(found.cases.map(({name}) => name))}.`,
			brief:
				found.cases.length === 1
					? undefined
					: {
							title: `refuses ${either([...new Set(names)])} outside the documented bounds`,
							description: 'Sends a valid body with one value beyond its bounds at a time.',
						},
			selected: isDocumented && control.isShown,
			note: control.note,
		};
	},
};
