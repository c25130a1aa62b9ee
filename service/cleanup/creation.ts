import {saysError} from './answered-error.ts';
import {recordsIn} from '../inference/body-records.ts';
import {fieldOf} from '../inference/handle-value.ts';
import {handleText, isObject, type JsonObject, scalarsOf} from '../inference/json-value.ts';
import {isSuccess, type ObservedCall} from './observed-call.ts';
import {kindOf, plainName} from '../inference/word-form.ts';

const tokenKeys = new Set(['accesstoken', 'token', 'jwt', 'idtoken', 'refreshtoken', 'sessiontoken', 'authtoken']);

/** POST, PUT or PATCH that was answered 2xx: what cleanup has to account for. */
export const isWrite = ({method, status}: Pick<ObservedCall, 'method' | 'status'>): boolean =>
	(method === 'POST' || method === 'PUT' || method === 'PATCH') && isSuccess(status);

/** A write that can have created a record. A PATCH changes what is there, unless its answer says that it is new. */
export const mayCreate = ({method, status, response, location}: ObservedCall): boolean =>
	!saysError(response) && (method !== 'PATCH' || status === 201 || location !== null);

const secretField = /pass(?:word|wd|phrase)?$|^pwd$|secret|otp|^pin$/i;

/** Whether a call logged somebody in: its answer hands out a token, or it sent a secret and got a cookie. */
export const isLogin = ({request, response, setsCookie, status}: ObservedCall): boolean =>
	handsOutToken(response) ||
	(setsCookie && status !== 201 && isObject(request) && Object.keys(request).some(key => secretField.test(key)));

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

/** A record that no DELETE endpoint is known for; a null handle: it has one, but the answer does not say which. */
export type UntrackedRecord = {handle: string | null; record: JsonObject};

/**
 * What a call without a known DELETE endpoint has created.
 *
 * @param kinds words under which the answer may wrap the record
 */
export function untrackedRecords(call: ObservedCall, kinds: ReadonlySet<string>): UntrackedRecord[] {
	if (call.method !== 'POST' && call.status !== 201) return [];
	if (isLogin(call)) return [];
	const isCreated = call.status === 201;
	const answered = recordsIn(call.response, kinds);
	if (answersList(call, answered)) return [];
	const sent = new Set(call.segments);
	// The answer of an action is the record that the path names, also when everything is answered 201.
	if (answered.length === 1 && sent.has(plainHandle(answered[0]!, kinds) ?? '')) return [];
	// "201 Created" may repeat the id that its creator chose.
	if (!isCreated && !Array.isArray(call.request)) for (const {text} of scalarsOf(call.request)) sent.add(text);
	const made = answered.flatMap(record => {
		const handle = plainHandle(record, kinds);
		return handle === null || sent.has(handle) ? [] : [{handle, record}];
	});
	return made.length > 0 || !isCreated ? made : [{handle: null, record: answered[0] ?? {}}];
}

/** Whether an answer is a list that nobody asked to create: what a search answers. One element makes a list, too. */
export function answersList({request, response, status}: ObservedCall, records: readonly JsonObject[]): boolean {
	if (status === 201 || Array.isArray(request) || records.length === 0) return false;
	const [first] = records;
	if (records.length === 1 && isObject(request) && repeatsRequest(request, first!)) return false;
	return records.length > 1 || holdsInArray(response, first!);
}

function holdsInArray(value: unknown, record: JsonObject, depth = 0): boolean {
	if (Array.isArray(value)) return value.includes(record);
	if (!isObject(value) || depth > 3) return false;
	return Object.values(value).some(inner => holdsInArray(inner, record, depth + 1));
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
