import {listed, pronoun, withArticle} from '../kinds/names.ts';
import {formOf} from '../model/answer-form.ts';
import {carries, type PlanOperation} from '../model/operation.ts';
import type {Capture, Assert} from '../recipe.ts';
import {always, documentedShape, hard, succeeds} from './asserts.ts';
import {echoes, sameRecord, sentRecord} from './expect-record.ts';
import {lookInList} from './listed.ts';
import {handleCapture} from './own-record.ts';
import type {RowTemplate} from './row-draft.ts';

/** A documented `Location` of a creator names the new record; empty where none is documented. */
export const locationOf = ({success}: PlanOperation): Assert[] =>
	carries(success, 'location')
		? [
				hard(
					'location',
					'Location {actual} does not name the new record',
					{type: 'header', name: 'Location', matches: null, namesRecord: true},
					'Location names the new record',
				),
			]
		: [];

/** A full body makes a record: everything that was sent comes back, and reading it shows the same. */
export const create: RowTemplate = {
	id: 'create',
	category: 'functional',
	priority: 'p0',
	fill(draft, operation, context) {
		const {api, wanted, canMake, unsafe} = context;
		const kind = api.kindMadeBy(operation);
		if (!kind || unsafe(operation) !== null || (kind.handle !== null && !canMake(kind))) return null;
		draft.safety = 'own_records';
		const call = draft.request(operation, {body: 'all', mayBeThere: true});
		const {handle} = kind;
		const captures: Capture[] = handle === null ? [] : [handleCapture(kind, true)];
		for (const {variable, pointer} of wanted(operation))
			if (variable !== kind.variable && pointer.startsWith('$'))
				captures.push({
					variable,
					tag: 'value',
					from: {in: 'body', pointer},
					publish: true,
					isHandle: false,
					deletedBy: null,
				});
		const asserts = [
			succeeds(operation),
			...always(api, operation),
			...documentedShape(api, operation, 3),
			...echoes(api, operation, {sender: operation, body: call.body}),
		];
		if (handle?.from === 'body')
			asserts.push(
				hard(
					'handle',
					`the answer names no ${kind.noun}: {actual}`,
					{type: 'shape', pointer: handle.pointer, schema: {type: ['string', 'integer']}, closed: false},
					'a new record has a name',
				),
			);
		asserts.push(...locationOf(operation));
		const made = draft.step({
			id: 'create',
			title: `create ${withArticle(kind.noun)}`,
			role: 'act',
			call,
			asserts,
			captures,
		});
		const own = draft.recordOf(kind, made);
		if (own && !kind.reader) lookInList(draft, context, own);
		if (own && kind.reader) {
			const read = draft.requestOn(kind.reader, own);
			const same = sameRecord(
				api,
				kind.reader,
				{operation, step: 'create'},
				{message: 'created and read differ in {field}: {expected}, {actual}'},
			);
			const stored = same ? [same] : echoes(api, kind.reader, {sender: operation, body: call.body}, 'stored');
			draft.step({
				id: 'read',
				title: `read the new ${kind.noun}`,
				role: 'verify',
				call: read,
				asserts: [succeeds(kind.reader), ...always(api, kind.reader), ...stored],
			});
		}
		const names = Object.keys(sentRecord(call.body).fields);
		const isRead = kind.reader !== null && formOf(api.schemas, kind.reader).form === 'record';
		return {
			title: `creates ${withArticle(kind.noun)}${isRead ? ' who can be read back'.replace('who', pronoun(kind.noun)) : ''}`,
			description:
				names.length > 0
					? `Sends every field that can be written: ${listed(names)}.`
					: 'Sends the request as the document describes it.',
		};
	},
};
