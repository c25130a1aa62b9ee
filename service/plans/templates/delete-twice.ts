import {withArticle} from '../kinds/names.ts';
import {always, refuses, succeeds} from './asserts.ts';
import type {RowTemplate} from './row-draft.ts';

/** A second DELETE of the same record never breaks the server; late, because some APIs do not survive it. */
export const deleteTwice: RowTemplate = {
	id: 'delete-twice',
	category: 'error_edge',
	priority: 'p3',
	fill(draft, operation, {api, canMake, unsafe}) {
		const kind = api.kinds.find(one => one.deleter === operation && canMake(one));
		if (operation.method !== 'DELETE' || !kind || unsafe(operation) !== null) return null;
		const own = draft.ownRecord(kind);
		if (!own) return null;
		draft.phase = 'late';
		const call = draft.requestOn(operation, own, {body: 'required'});
		draft.step({
			id: 'delete',
			title: `delete the ${kind.noun}`,
			role: 'setup',
			call,
			asserts: [succeeds(operation)],
		});
		draft.step({
			id: 'again',
			title: 'delete it again',
			role: 'act',
			call,
			asserts: [...always(api, operation), refuses(operation, [404, 410], 'what is gone cannot be deleted')],
		});
		return {
			title: `deletes ${withArticle(kind.noun)} only once`,
			description: `Deletes ${withArticle(kind.noun)} of its own two times.`,
		};
	},
};
