import {withArticle} from '../kinds/names.ts';
import {always, succeeds} from './asserts.ts';
import {withRevision} from './changed-body.ts';
import {echoes, sameRecord, uncompared} from './expect-record.ts';
import type {RowTemplate} from './row-draft.ts';
import {leavesUnchanged} from './unchanged.ts';

/** The same PUT twice: the second one succeeds and answers as the first; where answers show no record, it is read before and after. */
export const replaceTwice: RowTemplate = {
	id: 'replace-twice',
	category: 'functional',
	priority: 'p2',
	fill(draft, operation, context) {
		const {api, canMake, unsafe} = context;
		const kind = api.kindAt(operation);
		if (
			operation.method !== 'PUT' ||
			!kind?.updaters.includes(operation) ||
			unsafe(operation) !== null ||
			!canMake(kind)
		)
			return null;
		const own = draft.ownRecord(kind);
		if (!own) return null;
		const call = draft.requestOn(operation, own, {variant: 'changed'});
		draft.step({
			id: 'replace',
			title: 'replace it',
			role: 'act',
			call,
			asserts: [
				succeeds(operation),
				...always(api, operation),
				...echoes(api, operation, {sender: operation, body: call.body}),
			],
		});
		const left = uncompared(api, operation, operation);
		const same =
			left === null
				? null
				: sameRecord(
						api,
						operation,
						{operation, step: 'replace'},
						{id: 'same', message: 'the second answer differs: {expected}, {actual}'},
					);
		const again = () =>
			draft.step({
				id: 'again',
				title: 'replace it with the same again',
				role: 'act',
				call: {...call, body: withRevision(api, call.body, own, {operation, step: 'replace'})},
				asserts: [
					succeeds(operation),
					...always(api, operation),
					...(same ? [{...same, strength: 'decided' as const}] : []),
				],
			});
		if (same) again();
		else {
			const stored = leavesUnchanged(draft, context, kind, own, again, 'decided');
			if (stored && kind.reader) stored.asserts.push(...echoes(api, kind.reader, {sender: operation, body: call.body}));
		}
		return {
			title: `replaces ${withArticle(kind.noun)} with the same twice`,
			description: `Makes ${withArticle(kind.noun)} and sends the same PUT two times.`,
		};
	},
};
