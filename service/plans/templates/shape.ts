import {plural, withArticle} from '../kinds/names.ts';
import {formOf} from '../model/answer-form.ts';
import {isLogin} from '../model/meaning.ts';
import {always, documentedShape, succeeds, notEmpty, someEntry} from './asserts.ts';
import {asAsked} from './read-before.ts';
import {summaryOf} from './operation-words.ts';
import type {Assert} from '../recipe.ts';
import {comparesAll, isOther} from './singleton.ts';
import type {RowTemplate} from './row-draft.ts';

const levels = 6;

/** Whether anything is said of what a list holds: an empty one would not show it. */
const saysOfEntries = (asserts: readonly Assert[]): boolean =>
	asserts.some(({check}) => check.type === 'shape' && /"items":\{"/.test(JSON.stringify(check.schema)));

/** Every level of the documented answer: required, types, enums, formats, patterns, bounds, closed objects, envelope. */
export const shape: RowTemplate = {
	id: 'shape',
	category: 'schema',
	priority: 'p1',
	fill(draft, operation, context) {
		const {api, canMake} = context;
		// Operations that change something show their shape where they are tested.
		if (operation.method !== 'GET' || formOf(api.schemas, operation).form === 'none') return null;
		const form = formOf(api.schemas, operation);
		const asserts = documentedShape(api, operation, levels);
		// The row that asks for a record says all of it; a list has to hold something.
		const isSaid = form.form !== 'list' && isOther(operation, context) && comparesAll(context, operation);
		if (asserts.length === 0 || isSaid) return null;
		const kind = api.kindAt(operation);
		// A list without entries shows no shape: one of its own is in it.
		const listed = kind?.list === operation && form.form === 'list' && canMake(kind) ? kind : null;
		const own = listed && draft.ownRecord(listed, {body: 'most'});
		if (listed && !own) draft.consumes.add(listed.variable);
		// A record that is made after one of the list shows nothing that this one does not.
		const isCopy = draft.steps.some(
			({call}) => call.operation.path === operation.path && call.operation.method === 'GET',
		);
		if (isCopy) {
			draft.steps.splice(0);
			draft.safety = 'reads';
		}
		if (form.form === 'list' && saysOfEntries(asserts)) {
			const filled = listed && !isCopy ? notEmpty(form.pointer) : someEntry(form.pointer);
			// What holds for an empty list as well is said first.
			const place = asserts.findIndex(({check}) => check.type === 'shape');
			if (form.pointer === '$' && place >= 0) asserts.splice(place, 0, filled);
			else asserts.push(filled);
		}
		const call = own && !isCopy ? draft.requestOn(operation, own) : draft.request(operation, {});
		const handle = call.path[operation.pathParameters.at(-1)?.name ?? ''];
		const asked = kind?.reader === operation && handle ? asAsked(api, operation, kind, handle) : [];
		draft.step({
			id: 'get',
			title: 'ask for it',
			role: 'act',
			call,
			asserts: [succeeds(operation), ...always(api, operation), ...asserts, ...asked],
		});
		const what = !kind ? summaryOf(operation) : kind.list === operation ? plural(kind.noun) : withArticle(kind.noun);
		return {
			title: `answers ${kind ? what : 'the documented shape'}${kind ? ' in the documented shape' : ''}`,
			description: 'Compares every level of the answer with the schema of the document.',
			...(isLogin(operation, api.schemas) ? {selected: false} : {}),
		};
	},
};
