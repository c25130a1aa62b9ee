import {withArticle} from '../kinds/names.ts';
import {always, refuses, succeeds} from './asserts.ts';
import {refusalShape} from './documented-refusal.ts';
import {gone} from './gone.ts';
import {leadUp} from './lead-up.ts';
import {readBefore} from './read-before.ts';
import type {RowTemplate} from './row-draft.ts';
import {canMakeTwo, isNumbered, secondRecord, stillThere} from './second-record.ts';

const missing = [404, 410];

/** A second DELETE of the same record never breaks the server; late, because some APIs do not survive it. */
export const deleteTwice: RowTemplate = {
	id: 'delete-twice',
	category: 'error_edge',
	priority: 'p3',
	fill(draft, operation, context) {
		const {api, canMake, unsafe} = context;
		const kind = api.kinds.find(one => one.deleter === operation && canMake(one));
		if (operation.method !== 'DELETE' || !kind || unsafe(operation) !== null) return null;
		const own = draft.ownRecord(kind);
		if (!own) return null;
		draft.phase = 'late';
		const other = isNumbered(api, kind) && canMakeTwo(draft, kind, context) ? secondRecord(draft, kind) : null;
		readBefore(draft, context, own);
		leadUp(draft, context, operation, first => draft.requestOn(first, own));
		const call = draft.requestOn(operation, own, {body: 'required'});
		draft.step({
			id: 'delete',
			title: `delete the ${kind.noun}`,
			role: 'act',
			call,
			asserts: [succeeds(operation), ...always(api, operation)],
		});
		if (kind.reader)
			draft.step({
				id: 'read_deleted',
				title: 'read it after that',
				role: 'verify',
				call: draft.requestOn(kind.reader, own),
				asserts: gone(api, kind, kind.reader),
			});
		draft.step({
			id: 'again',
			title: 'delete it again',
			role: 'act',
			call,
			asserts: [
				...always(api, operation, true),
				refuses(operation, missing, 'what is gone cannot be deleted'),
				...refusalShape(api, operation, missing),
			],
		});
		if (other) stillThere(draft, context, other);
		return {
			title: `deletes ${withArticle(kind.noun)} only once`,
			description: `Deletes ${withArticle(kind.noun)} of its own two times${kind.reader ? ' and reads it in between' : ''}${other ? '; the second one stays' : ''}.`,
		};
	},
};
