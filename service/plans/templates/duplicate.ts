import {answerFor} from '../model/operation.ts';
import {textIn} from '../model/schema.ts';
import {formOf} from '../model/answer-form.ts';
import {always, hard, refuses, succeeds} from './asserts.ts';
import {type BodyField, bodyFields} from './body-fields.ts';
import {entriesWith, entriesOf} from './entries.ts';
import {walkOf} from './list-parameters.ts';
import type {RowTemplate} from './row-draft.ts';
import {refusalShape} from './documented-refusal.ts';

const isSaidUnique = ({view}: BodyField): boolean =>
	/\bunique\b|already/i.test(textIn(view.words, 'description') ?? '');

/** The field that no two records may have alike: by its description, its name, or the first that differs in every run. */
export function onlyOnce(fields: readonly BodyField[]): BodyField | undefined {
	const sent = fields.filter(({value}) => value?.is === 'unique');
	return (
		sent.find(isSaidUnique) ?? sent.find(({name}) => /email|slug|code|key|sku|username|login/i.test(name)) ?? sent[0]
	);
}

/** The same body twice: the second one is refused, and the first record is still there. */
export const duplicate: RowTemplate = {
	id: 'duplicate',
	category: 'error_edge',
	priority: 'p1',
	fill(draft, operation, context) {
		const {api, canMake} = context;
		const kind = api.kindMadeBy(operation);
		if (!kind || kind.origin === 'put' || kind.origin === 'action' || !canMake(kind)) return null;
		// Without a DELETE only the kind's one producer may create.
		if (kind.deleter === null) return null;
		const own = draft.ownRecord(kind);
		if (!own) return null;
		const {fields} = bodyFields(context, operation, own.step.call);
		const once = onlyOnce(fields);
		if (!once || (answerFor(operation, 409) === null && !isSaidUnique(once))) return null;
		const field = once.name;
		draft.step({
			id: 'again',
			title: 'send the same body again',
			role: 'act',
			call: own.step.call,
			asserts: [
				refuses(operation, [409, 400, 422], 'what is there already is refused'),
				...always(api, operation, true),
				...refusalShape(api, operation, [409, 400, 422]),
			],
		});
		const {list} = kind;
		const form = list ? formOf(api.schemas, list) : null;
		const isListed = list !== null && form?.form === 'list' && kind.listHandle !== null;
		if (isListed)
			draft.step({
				id: 'list',
				title: 'look for the first one',
				role: 'verify',
				call: draft.requestOn(list, own),
				asserts: [
					succeeds(list),
					hard(
						'kept',
						`the first ${kind.noun} {expected} is gone`,
						{
							type: 'contains',
							list: entriesWith(kind, form.pointer, own.handle),
							handle: own.handle,
							present: true,
							locate: entriesOf(api, list),
							paging: walkOf(api, list),
						},
						'a refused request changes nothing',
					),
				],
			});
		return {
			title: `refuses a second ${kind.noun} with the same ${field}`,
			description: `Sends the body of a new ${kind.noun} twice${isListed ? ` and looks for the first ${kind.noun} in the list` : ''}.`,
		};
	},
};
