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

/** A record with the place where a body holds it, such as `$.data[0]`. */
export type PointedRecord = {record: JsonObject; pointer: string};

/**
 * The records that a body speaks of: the body itself, what an envelope holds (`{data: {id}}`, `{article: {slug}}`,
 * `{response, status}`), or the elements of an array at the first level.
 *
 * @param kinds kinds of record that the endpoint is about: a key of that name is an envelope
 */
export const recordsIn = (body: unknown, kinds: ReadonlySet<string>): JsonObject[] =>
	pointedRecordsIn(body, kinds).map(({record}) => record);

/** The one record of a body; null: it holds none, or several. */
export function onlyRecordIn(body: unknown, kinds: ReadonlySet<string>): JsonObject | null {
	const [record, ...others] = recordsIn(body, kinds);
	return others.length === 0 ? (record ?? null) : null;
}

/** The same, each with its place. */
export function pointedRecordsIn(body: unknown, kinds: ReadonlySet<string>, pointer = '$', depth = 0): PointedRecord[] {
	if (depth > deepest) return [];
	if (Array.isArray(body)) {
		if (depth > 1) return [];
		return body.flatMap((record, place) => (isObject(record) ? [{record, pointer: `${pointer}[${place}]`}] : []));
	}
	if (!isObject(body)) return [];
	const inside = (key: string) => pointedRecordsIn(body[key], kinds, memberPointer(pointer, key), depth + 1);
	const named = Object.keys(body).find(key => isStructure(body[key]) && kinds.has(kindOf(key)));
	if (named !== undefined && !hasOwnKey(body)) return inside(named);
	if (hasOwnKey(body)) return [{record: body, pointer}];
	const envelope = Object.keys(body).find(key => isStructure(body[key]) && envelopes.has(key.toLowerCase()));
	if (envelope !== undefined) return inside(envelope);
	// `{status: "ok", user: {…}}`: the only object is what the answer is about.
	const rest = Object.keys(body).filter(key => !remarks.has(key.toLowerCase()));
	const only = depth === 0 && rest.length === 1 ? rest[0]! : null;
	return only !== null && isObject(body[only]) ? inside(only) : [{record: body, pointer}];
}

/** The number or word that a body is about where it holds no record: `7`, `{success: true, result: 7}`; null: none. */
export function bareValueIn(body: unknown): string | null {
	const value = isObject(body) ? Object.entries(body).find(([key]) => envelopes.has(key.toLowerCase()))?.[1] : body;
	if (typeof value === 'number') return Number.isSafeInteger(value) ? String(value) : null;
	return typeof value === 'string' && /^[\w.:-]{1,64}$/.test(value) ? value : null;
}

/** `$.data` + `id` → `$.data.id`; a name that is no word stands in brackets. */
export const memberPointer = (pointer: string, key: string): string =>
	/^[A-Za-z_$][\w$-]*$/.test(key) ? `${pointer}.${key}` : `${pointer}[${JSON.stringify(key)}]`;

const isStructure = (value: unknown) => isObject(value) || Array.isArray(value);

/** Whether an object carries an identifier of its own. */
export const hasOwnKey = (record: JsonObject): boolean =>
	Object.keys(record).some(key => ownKeys.has(key.toLowerCase()));
