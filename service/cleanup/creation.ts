import {saysError} from './answered-error.ts';
import {recordsIn} from './body-records.ts';
import {fieldOf} from './handle-value.ts';
import {handleText, isObject, type JsonObject, scalarsOf} from './json-value.ts';
import {isSuccess, type ObservedCall} from './observed-call.ts';
import {kindOf, plainName, wordsOf} from './word-form.ts';

/** Last segments that do something instead of creating a record. */
const doing = new Set(
	'login logout signin signout signup token tokens refresh auth authenticate authorize session verify validate check search query find filter list count preview import export ping echo graphql rpc batch bulk calculate estimate render send publish cancel confirm approve reject pay activate deactivate enable disable reset upload-url'.split(
		' ',
	),
);

const tokenKeys = new Set(['accesstoken', 'token', 'jwt', 'idtoken', 'refreshtoken', 'sessiontoken', 'authtoken']);

/** POST or PUT that was answered 2xx, and not with an error inside: the only calls that can have created a record. */
export const mayCreate = ({method, status, response}: Pick<ObservedCall, 'method' | 'status' | 'response'>): boolean =>
	(method === 'POST' || method === 'PUT') && isSuccess(status) && !saysError(response);

/** Whether the last segment of the path is an action, such as `/auth/login`. */
export const isAction = (segments: readonly string[]): boolean => {
	const last = segments.at(-1) ?? '';
	return doing.has(last.toLowerCase()) || wordsOf(last).some(word => word === 'login' || word === 'search');
};

/** Whether an answer hands out a token: what it names is whoever logged in, not a new record. */
export function handsOutToken(response: unknown): boolean {
	if (!isObject(response)) return false;
	return [response, ...Object.values(response).filter(isObject)].some(level =>
		Object.keys(level).some(key => tokenKeys.has(plainName(key))),
	);
}

/** Records of this batch as `kind handle`, such as `user 7`. */
export const ownKey = (kind: string, handle: string): string => `${kind} ${handle}`;

/** Segments of a path that name a record of this batch: `users`, `7` → `user 7`. */
export const ownedIn = (segments: readonly string[], owned: ReadonlySet<string>): string[] =>
	segments.flatMap((segment, place) => {
		const key = ownKey(kindOf(segments[place - 1] ?? ''), segment);
		return place > 0 && owned.has(key) ? [key] : [];
	});

/**
 * Whether a PUT made something new. One that carries a body and answers 200 or 204 has usually replaced what was there,
 * and deleting that would remove what others created: it counts only when the address did not exist before, or lies
 * below a record of this batch.
 */
export function putCreates(call: ObservedCall, earlier: readonly ObservedCall[], owned: ReadonlySet<string>): boolean {
	if (call.status === 201 || call.request === undefined) return true;
	const path = call.segments.join('/');
	const before = earlier.filter(
		({method, segments}) => (method === 'GET' || method === 'HEAD') && segments.join('/') === path,
	);
	return before.at(-1)?.status === 404 || ownedIn(call.segments.slice(0, -1), owned).length > 0;
}

/** A record that no DELETE endpoint is known for; a null handle: it has one, but the answer does not say which. */
export type UntrackedRecord = {handle: string | null; record: JsonObject};

/**
 * What a call without a known DELETE endpoint has created.
 *
 * @param kinds words under which the answer may wrap the record
 * @param isKnown whether an earlier answer showed that very record already
 */
export function untrackedRecords(
	call: ObservedCall,
	kinds: ReadonlySet<string>,
	isKnown: (handle: string, record: JsonObject) => boolean,
): UntrackedRecord[] {
	if (call.method !== 'POST' && call.status !== 201) return [];
	if (isAction(call.segments) || handsOutToken(call.response)) return [];
	const isCreated = call.status === 201;
	const answered = recordsIn(call.response, kinds);
	// A list that nobody asked to create is what a search answers.
	if (answered.length > 1 && !Array.isArray(call.request) && !isCreated) return [];
	const sent = new Set(call.segments);
	// "201 Created" may repeat the id that its creator chose.
	if (!isCreated && !Array.isArray(call.request)) for (const {text} of scalarsOf(call.request)) sent.add(text);
	const made = answered.flatMap(record => {
		const handle = plainHandle(record, kinds);
		if (handle === null || sent.has(handle)) return [];
		// An action on an existing record answers with that record.
		return !isCreated && isKnown(handle, record) ? [] : [{handle, record}];
	});
	return made.length > 0 || !isCreated ? made : [{handle: null, record: answered[0] ?? {}}];
}

/** Whether an answer repeats what was sent: the way to say "this is what I made" without an identifier. */
export function repeatsRequest(request: JsonObject, record: JsonObject): boolean {
	const sent = Object.entries(request).filter(([, value]) => handleText(value) !== null);
	return (
		sent.length > 1 &&
		sent.some(([, value]) => typeof value === 'string') &&
		sent.every(([key, value]) => record[key] === value)
	);
}

/** The identifier of a record: an id, or a field named after its kind such as `user_id`. */
export function plainHandle(record: JsonObject, kinds: ReadonlySet<string>): string | null {
	for (const name of ['id', '_id', 'uuid', 'guid']) {
		const value = fieldOf(record, name);
		if (value !== null) return value;
	}
	for (const [key] of Object.entries(record)) {
		if (!/(?:id|uuid)$/i.test(key) || !kinds.has(kindOf(key.replace(/[_-]?(?:id|uuid)$/i, '')))) continue;
		const value = fieldOf(record, key);
		if (value !== null) return value;
	}
	return null;
}
