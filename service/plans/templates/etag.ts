import {withArticle} from '../kinds/names.ts';
import {answerFor, carries, type PlanOperation} from '../model/operation.ts';
import {always, decided, refuses, succeeds} from './asserts.ts';
import {sameRecord} from './expect-record.ts';
import type {RowTemplate} from './row-draft.ts';
import {refusalShape} from './documented-refusal.ts';

/** The parameter that names the state which a change is about, as the document writes it. */
const asksForMatch = ({headers}: PlanOperation): string | undefined =>
	headers.find(({name}) => /^if-match$/i.test(name))?.name;
const matchOf = (operation: PlanOperation): string => asksForMatch(operation) ?? 'If-Match';

/** What is unchanged is not sent again, and a change of what is out of date is refused. */
export const etag: RowTemplate = {
	id: 'etag',
	category: 'functional',
	priority: 'p2',
	fill(draft, operation, context) {
		const {api, canMake, unsafe} = context;
		const kind = api.kindAt(operation);
		if (!kind?.reader || !canMake(kind)) return null;
		const {reader} = kind;
		const isSaid = carries(reader.success, 'etag');
		const isRead = operation === reader && isSaid;
		const isChange =
			kind.updaters.includes(operation) &&
			unsafe(operation) === null &&
			answerFor(operation, 412) !== null &&
			(isSaid || asksForMatch(operation) !== undefined);
		if (!isRead && !isChange) return null;
		const own = draft.ownRecord(kind);
		if (!own) return null;
		draft.step({
			id: 'read',
			title: `read the ${kind.noun}`,
			role: isRead ? 'act' : 'verify',
			call: draft.requestOn(reader, own),
			asserts: [
				succeeds(reader),
				...always(api, reader),
				...(isSaid
					? [
							decided(
								'etag',
								'expected a header {expected}, got {actual}',
								{type: 'header', name: 'ETag', matches: null, namesRecord: false},
								'responses.headers.ETag',
							),
						]
					: []),
			],
		});
		if (isRead) {
			draft.step({
				id: 'unchanged',
				title: 'ask for it only if it has changed',
				role: 'act',
				call: draft.requestOn(reader, own, {
					headers: {'If-None-Match': {is: 'step', step: 'read', pointer: 'header:ETag'}},
				}),
				asserts: [
					decided(
						'status',
						'expected {expected}, got {actual}',
						{type: 'status', oneOf: [304]},
						'responses.headers.ETag',
					),
				],
			});
			return {
				title: `does not send an unchanged ${kind.noun} again`,
				description: `Reads ${withArticle(kind.noun)} of its own, then again with its ETag in If-None-Match.`,
			};
		}
		draft.step({
			id: 'stale',
			title: 'change it with an ETag that is out of date',
			role: 'act',
			call: draft.requestOn(operation, own, {
				variant: 'changed',
				headers: {[matchOf(operation)]: {is: 'literal', value: '"out-of-date"'}},
			}),
			asserts: [
				refuses(operation, [412], 'what is out of date is not changed'),
				...always(api, operation, true),
				...refusalShape(api, operation, [412]),
			],
		});
		const same = sameRecord(
			api,
			reader,
			{operation: reader, step: 'read'},
			{id: 'kept', message: 'it was changed all the same: {expected}, {actual}'},
		);
		draft.step({
			id: 'read_again',
			title: 'read it again',
			role: 'verify',
			call: draft.requestOn(reader, own),
			asserts: [succeeds(reader), ...(same ? [same] : [])],
		});
		return {
			title: `keeps ${withArticle(kind.noun)} that has changed meanwhile`,
			description: `Changes ${withArticle(kind.noun)} of its own with an ETag that is out of date.`,
		};
	},
};
