import type {Kind} from '../kinds/kind.ts';
import {withArticle} from '../kinds/names.ts';
import {plainName} from '../../inference/word-form.ts';
import {formOf, isSameRecord} from '../model/answer-form.ts';
import type {PlanOperation} from '../model/operation.ts';
import type {Value, Values} from '../recipe.ts';
import {always, succeeds} from './asserts.ts';
import {bodyFields} from './body-fields.ts';
import type {PlanContext} from './context.ts';
import {sameRecord} from './expect-record.ts';
import {asAsked} from './read-before.ts';
import type {OwnRecord} from './own-record.ts';
import {RecipeDraft} from './recipe-draft.ts';
import type {RowText} from './row-draft.ts';

/** The kind whose record a GET answers that is asked by fields of it: `GET /authors/search/findByEmail?email=`. */
function lookedUp(operation: PlanOperation, {api, canMake}: PlanContext): Kind | null {
	if (operation.query.length === 0 || operation.pathParameters.length > 0) return null;
	if (formOf(api.schemas, operation).form !== 'record') return null;
	const found = api.kinds.find(
		({creator, reader}) => creator !== null && reader !== null && isSameRecord(api.schemas, operation, reader),
	);
	return found && canMake(found) ? found : null;
}

/** A text that no other record has. */
const isOwnText = (value: Value | undefined): value is Value => value?.is === 'unique';

/** A record of the row's own, and what a query says of it that tells it from others; null: it cannot be made, or says nothing. */
function askedFor(draft: RecipeDraft, operation: PlanOperation, kind: Kind): {own: OwnRecord; query: Values} | null {
	const own = draft.ownRecord(kind, {body: 'most'});
	if (!own) return null;
	const sent = bodyFields(draft.context, kind.creator!, own.step.call).fields;
	const asked = operation.query.flatMap(({name}) => {
		const field = sent.find(one => plainName(one.name) === plainName(name));
		return field && isOwnText(field.value) ? [[name, field.value] as const] : [];
	});
	return asked.length === 0 ? null : {own, query: Object.fromEntries(asked)};
}

/**
 * A record of the row's own is found by the fields that the query names; null: the query names none that tells it from
 * others, or it cannot be made. The draft is as it was then.
 */
export function lookUp(draft: RecipeDraft, operation: PlanOperation, context: PlanContext): RowText | null {
	const kind = lookedUp(operation, context);
	if (!kind || !askedFor(new RecipeDraft(context, operation, 'lookup'), operation, kind)) return null;
	const {own, query} = askedFor(draft, operation, kind)!;
	const {api} = context;
	const creator = kind.creator!;
	const stored = sameRecord(
		api,
		operation,
		{operation: creator, step: own.step.id},
		{message: `the ${kind.noun} that was found differs in {field}: {expected}, {actual}`},
	);
	draft.step({
		id: 'find',
		title: `find the ${kind.noun}`,
		role: 'act',
		call: draft.request(operation, {query}),
		asserts: [
			succeeds(operation),
			...always(api, operation),
			...asAsked(api, operation, kind, own.handle),
			...(stored ? [stored] : []),
		],
	});
	const by = Object.keys(query).join(' and ');
	return {
		title: `finds ${withArticle(kind.noun)} by its ${by}`,
		description: `Makes ${withArticle(kind.noun)} and asks for it by the ${by} that was sent.`,
	};
}
