import {isObject, type JsonObject} from './json-value.ts';
import {kindOf} from './word-form.ts';

/** Keys that wrap a record without saying what it is. */
const envelopes = new Set([
	'data',
	'result',
	'results',
	'response',
	'item',
	'items',
	'record',
	'payload',
	'resource',
	'entity',
]);

/** Keys beside a record that say how the request went. */
const remarks = new Set(['status', 'code', 'message', 'msg', 'success', 'ok', 'error', 'errors', 'meta']);

const ownKeys = new Set(['id', '_id', 'uuid', 'guid']);
const deepest = 3;

/**
 * The records that a body speaks of: the body itself, what an envelope holds (`{data: {id}}`, `{article: {slug}}`,
 * `{response, status}`), or the elements of an array at the first level.
 *
 * @param kinds kinds of record that the endpoint is about: a key of that name is an envelope
 */
export function recordsIn(body: unknown, kinds: ReadonlySet<string>, depth = 0): JsonObject[] {
	if (depth > deepest) return [];
	if (Array.isArray(body)) return depth > 1 ? [] : body.filter(isObject);
	if (!isObject(body)) return [];
	const named = Object.keys(body).find(key => isStructure(body[key]) && kinds.has(kindOf(key)));
	if (named !== undefined && !hasOwnKey(body)) return recordsIn(body[named], kinds, depth + 1);
	if (hasOwnKey(body)) return [body];
	const envelope = Object.keys(body).find(key => isStructure(body[key]) && envelopes.has(key.toLowerCase()));
	if (envelope !== undefined) return recordsIn(body[envelope], kinds, depth + 1);
	// `{status: "ok", user: {…}}`: the only object is what the answer is about.
	const rest = Object.keys(body).filter(key => !remarks.has(key.toLowerCase()));
	const only = depth === 0 && rest.length === 1 ? body[rest[0]!] : undefined;
	return isObject(only) ? recordsIn(only, kinds, depth + 1) : [body];
}

const isStructure = (value: unknown) => isObject(value) || Array.isArray(value);

/** Whether an object carries an identifier of its own. */
export const hasOwnKey = (record: JsonObject): boolean =>
	Object.keys(record).some(key => ownKeys.has(key.toLowerCase()));
