import {withArticle, listed, pronoun} from '../kinds/names.ts';
import {always, documentedShape, succeeds} from './asserts.ts';
import {locationOf} from './create.ts';
import {documentedDefaults} from './defaults.ts';
import {echoes, sentRecord} from './expect-record.ts';
import {handleCapture} from './own-record.ts';
import {RecipeDraft} from './recipe-draft.ts';
import type {RowTemplate} from './row-draft.ts';

/** Only what is required makes a record, too. */
export const createMinimal: RowTemplate = {
	id: 'create-minimal',
	category: 'functional',
	priority: 'p2',
	fill(draft, operation, context) {
		const {api, canMake, unsafe} = context;
		const kind = api.kindMadeBy(operation);
		// Without a DELETE only the kind's one producer may create.
		if (!kind || kind.origin === 'put' || kind.deleter === null || !canMake(kind) || unsafe(operation) !== null)
			return null;
		if (operation.endpoint.body?.isGiven) return null;
		// What is made for a request that is not sent is not made.
		const scratch = new RecipeDraft(context, operation, 'create-minimal');
		const all = Object.keys(sentRecord(scratch.request(operation, {body: 'all'}).body).fields);
		const least = draft.request(operation, {body: 'required'});
		const names = Object.keys(sentRecord(least.body).fields);
		const left = all.filter(name => !names.includes(name));
		if (left.length === 0) return null;
		draft.safety = 'own_records';
		draft.step({
			id: 'create',
			title: `create ${withArticle(kind.noun)} of what is required`,
			role: 'act',
			call: least,
			asserts: [
				succeeds(operation),
				...always(api, operation),
				...documentedShape(api, operation, 1),
				...echoes(api, operation, {sender: operation, body: least.body}),
				...documentedDefaults(context, operation, least),
				...locationOf(operation),
			],
			captures: kind.handle === null ? [] : [handleCapture(kind, false)],
		});
		return {
			title: `creates ${withArticle(kind.noun)} ${pronoun(kind.noun)} has only what is required`,
			description: `Sends ${names.length > 0 ? listed(names) : 'an empty body'} and leaves out ${listed(left)}.`,
		};
	},
};
