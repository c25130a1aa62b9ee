import {hasOwnKey} from '../../inference/body-records.ts';
import {plainName, singular} from '../../inference/word-form.ts';
import {isParameter, type PlanOperation} from './operation.ts';
import {below} from './pointer.ts';
import {isScalar, type Schemas, type SchemaView} from './schema.ts';

/** What an answer holds: where its record, list or scalar is, and the schema of the record or of one entry. */
export type AnswerForm =
	| {form: 'record'; pointer: string; schema: unknown; view: SchemaView}
	/** `isSure`: its schema says that it is a list; else only that there are entries. */
	| {form: 'list'; pointer: string; schema: unknown; view: SchemaView; total: string | null; isSure: boolean}
	| {form: 'scalar'; pointer: string; schema: unknown; view: SchemaView}
	| {form: 'none'};

/** Keys that hold the entries of a page, best first. */
const listKeys = [
	'items',
	'data',
	'results',
	'records',
	'entries',
	'list',
	'values',
	'content',
	'rows',
	'nodes',
	'result',
];
const wrapperKeys = new Set(['data', 'result', 'response', 'payload']);
/** Whether a field of an answer only holds what was asked for, and says nothing of what that is. */
export const isEnvelope = (name: string): boolean => wrapperKeys.has(plainName(name));
/** Keys beside a list or record that say how the request went. */
const pagingKeys = new Set(
	[
		...['total', 'totalCount', 'totalItems', 'totalElements', 'count', 'page', 'pageSize', 'size', 'perPage', 'limit'],
		...[
			'offset',
			'next',
			'previous',
			'prev',
			'nextCursor',
			'cursor',
			'hasMore',
			'nextToken',
			'meta',
			'links',
			'object',
		],
		...['firstId', 'lastId', 'pagination', 'paging', 'status', 'code', 'message', 'success', 'ok', 'nextPageToken'],
		// What envelopes say of the request itself.
		...['msg', 'warnings', 'requestId', 'traceId', 'correlationId', 'timestamp', 'apiVersion', 'statusCode', 'took'],
		// What JSON:API and its like send along: records that the answer refers to, and the version.
		...['included', 'includes', 'jsonapi'],
		...['incompleteResults', 'href', 'self', 'totalPages', 'pages', 'first', 'last', 'type', 'errors', 'error'],
	].map(plainName),
);
/** The same in two words: `errorCode`, `resultMessage`, `returnCode`. */
const saysHowItWent =
	/^(?:error|fault|status|result|return|response)(?:code|message|msg|text|description|detail|reason)s?$/;
const totalKeys = ['total', 'totalcount', 'totalitems', 'totalelements', 'count'];
const deepest = 3;

/**
 * Finds the record, list or scalar in the schema of an answer: unwraps `data`, `result`, `response`, `payload`, a single
 * key and pages. A record that holds a list is a record.
 */
export function answerForm(
	schemas: Schemas,
	schema: unknown,
	pointer = '$',
	depth = 0,
	said: Said = nothingSaid,
): AnswerForm {
	if (schema === null || schema === undefined) return {form: 'none'};
	let view = schemas.view(schema);
	if (view.variants.length > 0 && view.properties.size === 0) {
		const object = view.variants.find(one => schemas.view(one).types.has('object')) ?? view.variants[0];
		view = schemas.view(object);
		schema = object;
	}
	if (view.types.has('array') && view.items !== null)
		return {
			form: 'list',
			pointer,
			schema: view.items,
			view: schemas.view(view.items),
			total: null,
			isSure: view.words['type'] !== undefined,
		};
	if (view.types.has('object')) return objectForm(schemas, schema, view, {pointer, depth, ...said});
	if (isScalar(view)) return {form: 'scalar', pointer, schema, view};
	return {form: 'none'};
}

const forms = new WeakMap<PlanOperation, AnswerForm>();

/** What the documented success of an operation holds. */
export function formOf(schemas: Schemas, operation: PlanOperation): AnswerForm {
	let form = forms.get(operation);
	if (!form) {
		form = operation.success
			? answerForm(schemas, operation.success.schema, '$', 0, saidBy(operation))
			: {form: 'none'};
		forms.set(operation, form);
	}
	return form;
}

/** Fields that tell one record from another, where no name of a schema does. */
const leastFields = 2;

/** Whether two operations answer the same record: by the name of its schema, else by its fields. */
export function isSameRecord(schemas: Schemas, one: PlanOperation, other: PlanOperation): boolean {
	const [first, second] = [formOf(schemas, one), formOf(schemas, other)];
	if (first.form !== 'record' || second.form !== 'record') return false;
	if (first.view.name !== null && second.view.name !== null) return first.view.name === second.view.name;
	const [names, others] = [first.view.properties, second.view.properties];
	return names.size >= leastFields && names.size === others.size && [...names.keys()].every(name => others.has(name));
}

/** What a path says of the answer: the word of the collection that a GET reads, and that of the records it is about. */
type Said = {collection: string | null; word: string | null};
const nothingSaid: Said = {collection: null, word: null};

/** `tagtypes` of `/tag-types`, also of `/tag-types/{sort}`. */
function saidBy({method, segments}: PlanOperation): Said {
	const last = segments.findLast(one => !isParameter(one));
	const word = last === undefined ? null : plainName(last);
	return {collection: method === 'GET' ? word : null, word};
}

/** Where in an answer an object stands, and what the path says that it holds. */
type Place = {pointer: string; depth: number} & Said;

function objectForm(
	schemas: Schemas,
	schema: unknown,
	view: SchemaView,
	{pointer, depth, collection, word}: Place,
): AnswerForm {
	const record: AnswerForm = {form: 'record', pointer, schema, view};
	if (view.properties.size === 0) return view.additional === null ? {form: 'none'} : record;
	if (depth >= deepest || hasOwnKey(Object.fromEntries(view.properties))) return record;
	const lists = [...view.properties].filter(([, one]) => isListOfObjects(schemas, one));
	const rest = [...view.properties.keys()].filter(key => !isPaging(key));
	const key =
		listKeys.find(name => lists.some(([own]) => plainName(own) === name && isOnlyContent(rest, own))) ??
		(lists.length === 1 && isOnlyContent(rest, lists[0]![0]) ? lists[0]![0] : undefined) ??
		// `GET /strategies` answers `{version, strategies}`, `GET /addons` `{addons, providers}`: the path says which it is.
		lists.find(([name]) => collection !== null && isSameCollection(name, collection))?.[0];
	const own = key === undefined ? undefined : lists.find(([name]) => name === key || plainName(name) === key)?.[0];
	if (own !== undefined) {
		const inner = answerForm(schemas, view.properties.get(own), below(pointer, own), depth + 1);
		if (inner.form === 'list') return {...inner, total: inner.total ?? totalOf(schemas, view, pointer)};
	}
	const wrapper =
		[...view.properties.keys()].find(name => isEnvelope(name) && isOnlyContent(rest, name)) ??
		(rest.length === 1 ? rest[0] : undefined) ??
		// `POST /tags` answers `{version, tag}`: the record, and a word about it.
		rest.find(name => word !== null && isSameCollection(name, word) && isBesideWords(schemas, view, rest, name));
	if (wrapper !== undefined) {
		const value = view.properties.get(wrapper);
		const inside = schemas.view(value);
		if (
			inside.types.has('object') ||
			inside.variants.length > 0 ||
			(inside.types.has('array') && isListOfObjects(schemas, value))
		)
			return answerForm(schemas, value, below(pointer, wrapper), depth + 1);
		// `{code: 0, message: "success", data: 276}`: the number of what was made, in an envelope.
		if (isEnvelope(wrapper) && view.properties.size > 1 && isName(inside))
			return {form: 'scalar', pointer: below(pointer, wrapper), schema: value, view: inside};
	}
	return record;
}

/** Whether a key is the word of a collection: `tagTypes` of `/tag-types`, `features` of `/feature`. */
const isSameCollection = (key: string, collection: string): boolean => {
	const plain = plainName(key);
	return plain === collection || singular(plain) === singular(collection);
};

/** Whether a key says how the request went or where a page lies. */
function isPaging(key: string): boolean {
	const plain = plainName(key);
	return (
		pagingKeys.has(plain) ||
		key.startsWith('@odata.') ||
		/(?:count|total|url|cursor)$/.test(plain) ||
		saysHowItWent.test(plain)
	);
}

/** Whether a key holds an object, and what stands beside it says one thing about it or two. */
function isBesideWords(schemas: Schemas, {properties}: SchemaView, rest: readonly string[], key: string): boolean {
	const others = rest.filter(name => name !== key);
	return (
		others.length <= 2 &&
		schemas.view(properties.get(key)).types.has('object') &&
		others.every(name => isScalar(schemas.view(properties.get(name))))
	);
}

/** Whether a value alone can name a record: a whole number, or what is said to be an id. */
const isName = ({types, words}: SchemaView): boolean =>
	types.has('integer') ||
	(types.has('string') && (words['format'] === 'uuid' || /\bid\b/i.test(String(words['description'] ?? ''))));

const isOnlyContent = (rest: readonly string[], key: string) => rest.every(name => name === key);

function isListOfObjects(schemas: Schemas, schema: unknown): boolean {
	const view = schemas.view(schema);
	if (!view.types.has('array') || view.items === null) return false;
	const entry = schemas.view(view.items);
	return entry.types.has('object') || entry.variants.length > 0;
}

function totalOf(schemas: Schemas, view: SchemaView, pointer: string): string | null {
	for (const name of totalKeys)
		for (const [key, schema] of view.properties)
			if (plainName(key) === name && isWhole(schemas.view(schema))) return below(pointer, key);
	const counted = [...view.properties].find(([key, one]) => /count$/i.test(key) && isWhole(schemas.view(one)));
	return counted ? below(pointer, counted[0]) : null;
}

const isWhole = ({types}: SchemaView) => types.has('integer') || types.has('number');
