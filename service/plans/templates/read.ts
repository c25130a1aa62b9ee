import type {Kind} from '../kinds/kind.ts';
import {plural, withArticle} from '../kinds/names.ts';
import {always, documentedShape, succeeds} from './asserts.ts';
import type {PlanContext} from './context.ts';
import {sameRecord} from './expect-record.ts';
import {asAsked} from './read-before.ts';
import type {RecipeDraft} from './recipe-draft.ts';
import type {RowTemplate, RowText} from './row-draft.ts';
import {canMakeTwo, secondRecord} from './second-record.ts';

/** A record is asked for by its handle: it is that one, and not another. */
export const read: RowTemplate = {
	id: 'read',
	category: 'functional',
	priority: 'p0',
	fill(draft, operation, context) {
		const {api} = context;
		if (operation.method !== 'GET' || operation.pathParameters.length === 0) return null;
		const kind = api.kindAt(operation);
		if (!kind || kind.reader !== operation) return null;
		const title = `reads the ${kind.noun} that was asked for`;
		const ofTwo = readTwo(draft, kind, context);
		if (ofTwo) return {title, ...ofTwo};
		const call = draft.request(operation, {});
		const value = call.path[kind.parameter ?? ''];
		const asked = value !== undefined && value.is !== 'literal' ? asAsked(api, operation, kind, value) : [];
		// Its shape has a row of its own; here it counts where nothing else tells that a record is answered.
		const described = documentedShape(api, operation, 2).filter(
			({check}) => asked.length === 0 || check.type === 'contentType',
		);
		draft.step({
			id: 'read',
			title: `read the ${kind.noun}`,
			role: 'act',
			call,
			asserts: [succeeds(operation), ...always(api, operation), ...described, ...asked],
		});
		return {
			title,
			description: `Asks for ${describedSource(draft.safety, kind.noun)} by its ${kind.parameter}.`,
		};
	},
};

/** Two records of the row's own, each asked for: an answer to the wrong id is told. Null: they cannot be made. */
function readTwo(draft: RecipeDraft, kind: Kind, context: PlanContext): Pick<RowText, 'description'> | null {
	const {api} = context;
	const {creator, reader, noun} = kind;
	if (!creator || !reader || !canMakeTwo(draft, kind, context)) return null;
	const own = draft.ownRecord(kind);
	const other = own && secondRecord(draft, kind);
	if (!other) return null;
	for (const [id, record] of [
		['read', own],
		['read_other', other],
	] as const) {
		const stored = sameRecord(
			api,
			reader,
			{operation: creator, step: record.step.id},
			{message: 'created and read differ in {field}: {expected}, {actual}'},
		);
		draft.step({
			id,
			title: id === 'read' ? `read the first ${noun}` : 'read the second one',
			role: 'act',
			call: draft.requestOn(reader, record),
			asserts: [
				succeeds(reader),
				...always(api, reader),
				...documentedShape(api, reader, 2).filter(({check}) => id === 'read' && check.type === 'contentType'),
				...asAsked(api, reader, kind, record.handle),
				...(stored ? [stored] : []),
			],
		});
	}
	return {description: `Makes two ${plural(noun)} and asks for each by its ${kind.parameter ?? 'id'}.`};
}

export const describedSource = (safety: string, noun: string): string =>
	safety === 'borrows' ? `${withArticle(noun)} out of the list` : `the ${noun} that an earlier test has made`;
