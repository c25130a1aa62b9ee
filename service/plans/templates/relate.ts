import type {ApiModel} from '../kinds/analyse-api.ts';
import type {Kind} from '../kinds/kind.ts';
import {kindWord, withArticle} from '../kinds/names.ts';
import {formOf} from '../model/answer-form.ts';
import {isParameter, type PlanOperation} from '../model/operation.ts';
import {below} from '../model/pointer.ts';
import type {Assert, Call, Value, Values} from '../recipe.ts';
import {always, documentedShape, hard, succeeds} from './asserts.ts';
import type {PlanContext} from './context.ts';
import {entriesWith, type Lookup, lookup} from './entries.ts';
import {summaryOf} from './operation-words.ts';
import type {RecipeDraft} from './recipe-draft.ts';
import type {RowTemplate} from './row-draft.ts';

/** `PUT` and `DELETE /contacts/{id}/tags/{tagId}`: what puts a record to another one, and what takes it away again. */
export type Relation = {
	assign: PlanOperation;
	remove: PlanOperation;
	/** The record whose path it is, and the one that is put to it. */
	near: Kind;
	far: Kind;
	/** What lies at the path of the relation itself. */
	own: Kind;
};

/** The relation that an operation makes or takes away; null: it does something else. */
export function relationOf(operation: PlanOperation, {api, unsafe}: PlanContext): Relation | null {
	const {segments, shape} = operation;
	if (!/^(?:PUT|POST|DELETE)$/.test(operation.method) || !isParameter(segments.at(-1) ?? '')) return null;
	const beside = api.operations.filter(one => one.shape === shape && unsafe(one) === null);
	const remove = beside.find(({method}) => method === 'DELETE');
	const assign = beside.find(({method, endpoint}) => /^(?:PUT|POST)$/.test(method) && endpoint.body === null);
	const own = remove && api.kindAt(remove);
	if (!assign || own?.origin !== 'relation' || own.deleter !== remove) return null;
	if (operation !== assign && operation !== remove) return null;
	const [near, far] = assign.pathParameters.slice(-2).map(({name}) => api.edgeOf(assign, `path:${name}`)?.producer);
	return near?.kind && far?.kind?.creator && !far.borrowed
		? {assign, remove, near: near.kind, far: far.kind, own}
		: null;
}

/** Two records of which one is the row's own, so that nobody else relates the same ones. */
export type Related = {
	ask(operation: PlanOperation): Call;
	/** What names the record that is put to the other one. */
	handle: Value;
	/** Neither can be made by a row: these are shared with others. */
	isShared: boolean;
};

/** The records of a relation, made in a step of their own where a row may; null: they cannot be had. */
export function relatedRecords(draft: RecipeDraft, {assign, near, far}: Relation): Related | null {
	const [first, last] = assign.pathParameters.slice(-2).map(({name}) => name);
	const made = (kind: Kind) => draft.ownRecord(kind, {title: `make ${withArticle(kind.noun)} for it`});
	const path: Values = {};
	const other = made(far);
	const own = other ?? made(near);
	if (other) path[last!] = other.handle;
	else if (own) {
		for (const {name} of assign.pathParameters.slice(0, -2))
			if (own.step.call.path[name]) path[name] = own.step.call.path[name];
		path[first!] = own.handle;
	}
	// Every operation on the pair names it by its own parameters.
	const ask = (operation: PlanOperation) =>
		draft.request(operation, {
			path: Object.fromEntries(
				operation.pathParameters.flatMap(({name}, place) => {
					const value = path[assign.pathParameters[place]?.name ?? ''];
					return value === undefined ? [] : [[name, value]];
				}),
			),
		});
	const handle = ask(assign).path[last!];
	return handle === undefined ? null : {ask, handle, isShared: own === null};
}

/** Puts one record to another: it is found there, and not any more when it was taken away. */
export const relate: RowTemplate = {
	id: 'relate',
	category: 'functional',
	priority: 'p1',
	fill(draft, operation, context) {
		const relation = relationOf(operation, context);
		const related = relation && relatedRecords(draft, relation);
		if (!related) return null;
		const {api} = context;
		const {near, far} = relation;
		const isRemoved = operation === relation.remove;
		draft.safety = 'own_records';
		if (isRemoved) assignFirst(draft, relation, related);
		draft.step({
			id: 'act',
			title: deed(operation, relation),
			role: 'act',
			call: related.ask(operation),
			asserts: [succeeds(operation), ...always(api, operation), ...documentedShape(api, operation, 2)],
		});
		// What others share may be taken away by one of them.
		if (!related.isShared || isRemoved) lookAt(draft, context, relation, related, !isRemoved);
		return {
			title: deed(operation, relation),
			description: isRemoved
				? `Puts the ${far.noun} to the ${near.noun} first, takes it away and looks for it there.`
				: `Puts the ${far.noun} to the ${near.noun}${related.isShared ? ', both made by other tests.' : ' and looks for it there.'}`,
		};
	},
};

/** Puts the record there before it is taken away. */
export function assignFirst(draft: RecipeDraft, {assign, far, near}: Relation, {ask}: Related): void {
	draft.step({
		id: 'do_before',
		title: `put the ${far.noun} to the ${near.noun}`,
		role: 'setup',
		call: ask(assign),
		asserts: [succeeds(assign)],
	});
}

/** Reads the list of the relation, or the record at which it shows; nothing where neither is there. */
function lookAt(
	draft: RecipeDraft,
	{api, unsafe}: PlanContext,
	{own, near, far}: Relation,
	{ask, handle}: Related,
	present: boolean,
): void {
	const list = own.list?.shape === own.collection ? own.list : null;
	const shown = list ?? near.reader;
	if (!shown || unsafe(shown) !== null) return;
	const form = formOf(api.schemas, shown);
	const found: Found | null = list
		? form.form === 'list'
			? {pointer: form.pointer, ...lookup(api, list, null)}
			: null
		: listIn(api, shown, own, {far, isCertain: !present});
	const call = ask(shown);
	draft.step({
		id: 'look',
		title: `look at the ${near.noun}`,
		role: 'verify',
		call: {...call, query: {...call.query, ...found?.query}},
		asserts: [
			succeeds(shown),
			...always(api, shown),
			...(found ? [isThere(far, near, {...found, handle, present})] : []),
		],
	});
}

/** Where the other record is looked for. */
type Found = {pointer: string} & Partial<Lookup>;

function isThere(
	far: Kind,
	near: Kind,
	{pointer, handle, present, ...rest}: Found & {handle: Value; present: boolean},
): Assert {
	return hard(
		present ? 'related' : 'not-related',
		present
			? `the ${near.noun} lacks the ${far.noun} {expected}`
			: `the ${near.noun} still has the ${far.noun} {expected}`,
		{
			type: 'contains',
			list: entriesWith(far, pointer, handle),
			handle,
			present,
			locate: rest.locate ?? 'filter',
			paging: rest.paging ?? null,
		},
		present ? 'what was put to a record is found there' : 'what was taken away is not found any more',
	);
}

/**
 * The list of a record that is called like the relation, where its entries are records of the other kind.
 *
 * @param isCertain the answer has it even when it is empty
 */
function listIn(
	{schemas}: ApiModel,
	reader: PlanOperation,
	own: Kind,
	{far, isCertain}: {far: Kind; isCertain: boolean},
): {pointer: string} | null {
	const form = formOf(schemas, reader);
	if (form.form !== 'record') return null;
	for (const [name, schema] of form.view.properties) {
		const entry = schemas.view(schemas.view(schema).items);
		const handle = far.handle?.from === 'body' ? (far.handle.pointer.split('.').at(-1) ?? 'id') : 'id';
		if (isCertain && !form.view.required.has(name)) continue;
		if (kindWord(name) === own.word && entry.properties.has(handle)) return {pointer: below(form.pointer, name)};
	}
	return null;
}

/** What the document says of it; else what it is. */
function deed(operation: PlanOperation, {near, far, remove}: Relation): string {
	if (operation.endpoint.summary) return summaryOf(operation);
	return operation === remove
		? `takes ${withArticle(far.noun)} away from ${withArticle(near.noun)}`
		: `puts ${withArticle(far.noun)} to ${withArticle(near.noun)}`;
}
