import {withArticle} from '../kinds/names.ts';
import {formOf} from '../model/answer-form.ts';
import {always, gone, hard, succeeds} from './asserts.ts';
import {entriesWith, entriesOf} from './entries.ts';
import {walkOf} from './list-shape.ts';
import type {RowTemplate} from './row-draft.ts';

/** Own record: it is deleted, reading it is refused, and the list has lost it. */
export const remove: RowTemplate = {
	id: 'delete',
	category: 'functional',
	priority: 'p1',
	fill(draft, operation, context) {
		const {api, unsafe, canMake} = context;
		if (operation.method !== 'DELETE' || unsafe(operation) !== null) return null;
		const kind = api.kinds.find(one => one.deleter === operation && canMake(one)) ?? api.kindAt(operation);
		if (!kind || kind.deleter !== operation || !canMake(kind)) return null;
		const own = draft.ownRecord(kind);
		if (!own) return null;
		if (kind.reader)
			draft.step({
				id: 'read',
				title: 'read it before',
				role: 'verify',
				call: draft.requestOn(kind.reader, own),
				asserts: [succeeds(kind.reader), ...always(api, kind.reader)],
			});
		draft.step({
			id: 'delete',
			title: `delete the ${kind.noun}`,
			role: 'act',
			call: draft.requestOn(operation, own, {body: 'required'}),
			asserts: [succeeds(operation), ...always(api, operation)],
		});
		if (kind.reader)
			draft.step({
				id: 'read_deleted',
				title: 'read it again',
				role: 'verify',
				call: draft.requestOn(kind.reader, own),
				asserts: [gone(kind, kind.reader), ...always(api, kind.reader)],
			});
		const {list} = kind;
		const form = list ? formOf(api.schemas, list) : null;
		if (list && form?.form === 'list' && kind.listHandle !== null) {
			draft.step({
				id: 'list',
				title: 'look for it in the list',
				role: 'verify',
				call: draft.requestOn(list, own),
				asserts: [
					succeeds(list),
					...always(api, list),
					hard(
						'not-listed',
						`the deleted ${kind.noun} {expected} is still listed`,
						{
							type: 'contains',
							list: entriesWith(kind, form.pointer, own.handle),
							handle: own.handle,
							present: false,
							locate: entriesOf(api, list),
							paging: walkOf(api, list),
						},
						'what was deleted is not listed',
					),
				],
			});
		}
		return {
			title: `deletes ${withArticle(kind.noun)} for good`,
			description: `Makes a ${kind.noun}, deletes it and looks for it again.`,
		};
	},
};
