import {plural} from '../kinds/names.ts';
import {formOf} from '../model/answer-form.ts';
import {always, hard} from './asserts.ts';
import type {RowTemplate} from './row-draft.ts';

const copies = 10;

/** Equal reads of a list at the same time all succeed. Not ticked: it is load, if little. */
export const parallel: RowTemplate = {
	id: 'parallel',
	category: 'boundary_load',
	priority: 'p3',
	fill(draft, operation, {api}) {
		const form = formOf(api.schemas, operation);
		const kind = api.kindAt(operation);
		if (operation.method !== 'GET' || form.form !== 'list' || (kind && kind.list !== operation)) return null;
		const step = draft.step({
			id: 'together',
			title: `ask ${copies} times at once`,
			role: 'act',
			call: draft.request(operation, {}),
			asserts: [
				hard(
					'status',
					'expected {expected}, got {actual}',
					{type: 'status', oneOf: ['2xx']},
					'readers do not stand in each other’s way',
				),
				...always(api, operation),
			],
		});
		step.copies = copies;
		return {
			title: `answers ${copies} readers at once${kind ? ` with ${plural(kind.noun)}` : ''}`,
			description: `Asks for the list ${copies} times at the same time.`,
			selected: false,
		};
	},
};
