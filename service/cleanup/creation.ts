import {isSuccess} from '../domain/status.ts';
import {isIdSegment} from '../domain/endpoint-path.ts';
import {saysError} from '../inference/answered-error.ts';
import {bareValueIn, hasOwnKey, recordsIn} from '../inference/body-records.ts';
import {creationTimeIn, whenCreated} from './creation-time.ts';
import {fieldOf} from '../inference/handle-value.ts';
import {handleText, isObject, type JsonObject, scalarsOf} from '../inference/json-value.ts';
import type {ObservedCall} from './observed-call.ts';
import {kindOf, plainName, wordsOf} from '../inference/word-form.ts';

const tokenKeys = new Set(['accesstoken', 'token', 'jwt', 'idtoken', 'refreshtoken', 'sessiontoken', 'authtoken']);

/** POST, PUT or PATCH that was answered 2xx: what cleanup has to account for. */
export const isWrite = ({method, status}: Pick<ObservedCall, 'method' | 'status'>): boolean =>
	(method === 'POST' || method === 'PUT' || method === 'PATCH') && isSuccess(status);

/** A write that can have created a record. A PATCH changes what is there, unless its answer says that it is new. */
export const mayCreate = ({method, status, response, location}: ObservedCall): boolean =>
	!saysError(response) && (method !== 'PATCH' || status === 201 || location !== null);

/** Words of a path that say that something is made. */
const making: ReadonlySet<string> = new Set(['add', 'create', 'new', 'insert']);

const secretField = /pass(?:word|wd|phrase)?$|^pwd$|secret|otp|^pin$/i;

/** Whether a call logged somebody in: its answer hands out a token, or it sent a secret and got a cookie. */
export const isLogin = ({request, response, setsCookie, status}: ObservedCall): boolean =>
	handsOutToken(response) ||
	(setsCookie && status !== 201 && isObject(request) && Object.keys(request).some(key => secretField.test(key)));

/** Whether an answer hands out a token: what it names is whoever logged in, not a new record. */
export function handsOutToken(response: unknown): boolean {
	return levelsOf(response).some(level => Object.keys(level).some(key => tokenKeys.has(plainName(key))));
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
type UntrackedRecord = {handle: string | null; record: JsonObject};

/** What is known of a call beside itself. */
type CallFacts = {
	/** A read before the call was answered that nothing is at its path. */
	isFree: boolean;
	/** The path was read as free before the call, or is read with success after it and was never shown before. */
	isFilled: boolean;
	/** What earlier answers showed of the record at a path; null: nothing. */
	shownAt(path: readonly string[]): JsonObject | null;
};

/**
 * What a call without a known DELETE endpoint has created.
 *
 * @param kinds words under which the answer may wrap the record
 */
export function untrackedRecords(
	call: ObservedCall,
	kinds: ReadonlySet<string>,
	{isFree, isFilled, shownAt}: CallFacts,
): UntrackedRecord[] {
	const isCreated = call.status === 201;
	const answered = recordsIn(call.response, kinds);
	if (isLogin(call)) {
		const record = issuedRecord(call) ?? signedUp(call);
		if (record) return [{handle: plainHandle(record, kinds) ?? nameIn(record), record}];
		if (call.method !== 'PUT') return [];
	}
	if (call.method === 'PUT')
		return isCreated || isFilled ? [putRecord(call, answered[0] ?? {}, isFree || isFilled)] : [];
	if (call.method !== 'POST' && !isCreated) return [];
	if (answersList(call, answered)) return [];
	const sent = new Set(call.segments);
	const own = answered.length === 1 ? plainHandle(answered[0]!, kinds) : null;
	if (own !== null && sent.has(own)) {
		// The answer of an action is the record that the path names, also when everything is answered 201.
		if (!isCreated || !isAnother(call, own, answered[0]!, shownAt)) return [];
		return [{handle: own, record: answered[0]!}];
	}
	// "201 Created" may repeat the id that its creator chose.
	if (!isCreated && !Array.isArray(call.request) && sentRecords(call, answered) === null)
		for (const {text} of scalarsOf(call.request)) sent.add(text);
	const made = answered.flatMap(record => {
		const handle = plainHandle(record, kinds);
		return handle === null || sent.has(handle) ? [] : [{handle, record}];
	});
	if (made.length > 0) return made;
	if (isCreated) return [{handle: null, record: answered[0] ?? {}}];
	// `POST /customer/add` that answers `{result: 7}`.
	const saysSo = call.saysThatItMakes === true || wordsOf(call.segments.at(-1) ?? '').some(word => making.has(word));
	const bare = saysSo ? bareValueIn(call.response) : null;
	if (bare !== null && !sent.has(bare)) return [{handle: bare, record: {}}];
	return isFilled ? [{handle: call.segments.at(-1) ?? null, record: {}}] : [];
}

/**
 * The record that the answer of a login shows as made by this very call: it has an identifier and a creation time, such
 * as an access token that can be listed, or the account of a sign-up. The time of a bare token is no record.
 */
function issuedRecord(call: ObservedCall): JsonObject | null {
	const levels = levelsOf(call.response);
	const isOfNow = (level: JsonObject) => {
		const time = creationTimeIn(level);
		return time !== null && whenCreated(time, call) === 'during';
	};
	const isIdentified = (level: JsonObject) => hasOwnKey(level) || fieldOf(level, 'key') !== null;
	return levels.find(level => isIdentified(level) && isOfNow(level)) ?? null;
}

const signUpPath = /regist|sign-?up|join|enrol/i;
const loginPath = /log-?in|sign-?in|sessions?$|tokens?$|authenticate/i;

/**
 * The account that a sign-up has made, which hands out a token as a login does: it is answered 201 at a path of that name or
 * of a list, and shows the name that was sent beside a password.
 */
function signedUp({method, status, segments, request, response}: ObservedCall): JsonObject | null {
	const last = segments.at(-1) ?? '';
	const isList = kindOf(last) !== last.toLowerCase();
	if (method !== 'POST' || status !== 201 || loginPath.test(last) || !(isList || signUpPath.test(last))) return null;
	const [sent, answered] = [levelsOf(request), levelsOf(response)];
	const asked = sent.find(level => Object.keys(level).some(key => secretField.test(key)));
	if (asked === undefined) return null;
	return answered.find(level => repeatsText(asked, level)) ?? null;
}

const levelsOf = (body: unknown): JsonObject[] =>
	isObject(body) ? [body, ...Object.values(body).filter(isObject)] : [];

/** What somebody calls a record by that shows no id. */
const nameIn = (record: JsonObject): string | null =>
	['key', 'username', 'login', 'name', 'email'].flatMap(name => fieldOf(record, name) ?? [])[0] ?? null;

/** What a PUT has put at its own path. */
function putRecord({segments, request, response}: ObservedCall, record: JsonObject, isFree: boolean): UntrackedRecord {
	const last = segments.at(-1) ?? '';
	const isNamed = isFree || isIdSegment(last) || [...scalarsOf([request, response])].some(({text}) => text === last);
	return {handle: isNamed ? last : null, record};
}

/**
 * Whether an answer 201 with a handle that stands in the path speaks of another record that has the same short handle, as
 * the first line of order 1 has: it repeats what was sent, and nothing else in it is what the named record was shown with.
 */
function isAnother(
	{segments, request}: ObservedCall,
	handle: string,
	record: JsonObject,
	shownAt: CallFacts['shownAt'],
): boolean {
	const sent = isObject(request) ? request : {};
	const isSent = (key: string) => handleText(sent[key]) !== null && handleText(sent[key]) === handleText(record[key]);
	if (segments.at(-1) === handle || !Object.keys(sent).some(isSent)) return false;
	const named = shownAt(segments.slice(0, segments.lastIndexOf(handle) + 1)) ?? {};
	return !Object.keys(named).some(key => {
		const [known, shown] = [handleText(named[key]), handleText(record[key])];
		return known !== null && known === shown && known !== handle && !isSent(key);
	});
}

/** Whether an answer is a list that nobody asked to create: what a search answers. One element makes a list, too. */
export function answersList(call: ObservedCall, records: readonly JsonObject[]): boolean {
	const {request, response, status} = call;
	if (status === 201 || Array.isArray(request) || records.length === 0) return false;
	if (sentRecords(call, records) !== null) return false;
	const [first] = records;
	if (records.length === 1 && isObject(request) && repeatsRequest(request, first!)) return false;
	return records.length > 1 || holdsInArray(response, first!);
}

/**
 * What was sent for each record of a call that makes several at once: the elements of the list that was sent, alone or in
 * an envelope, when the answer has one record for each that repeats something of it. Null: it makes one, or none.
 */
export function sentRecords({request}: ObservedCall, answered: readonly JsonObject[]): JsonObject[] | null {
	const lists = Array.isArray(request)
		? [request]
		: isObject(request)
			? Object.values(request).filter(Array.isArray)
			: [];
	for (const list of lists) {
		const elements = list.filter(isObject);
		if (elements.length === 0 || elements.length !== list.length) continue;
		const isAlike = (element: JsonObject, place: number) => repeatsText(element, answered[place] ?? {});
		if (elements.length === answered.length && elements.every(isAlike)) return elements;
	}
	return null;
}

/** Whether an answer repeats a text that was sent, under its own name. */
const repeatsText = (request: JsonObject, record: JsonObject): boolean =>
	Object.entries(request).some(([key, value]) => typeof value === 'string' && value !== '' && record[key] === value);

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
	// `tid` of a thread; `uid` may be that of a user anywhere.
	for (const kind of kinds) {
		const value = kind === '' || kind.startsWith('u') ? null : fieldOf(record, `${kind[0]}id`);
		if (value !== null) return value;
	}
	for (const [key] of Object.entries(record)) {
		if (!/(?:id|uuid)$/i.test(key) || !kinds.has(kindOf(key.replace(/[_-]?(?:id|uuid)$/i, '')))) continue;
		const value = fieldOf(record, key);
		if (value !== null) return value;
	}
	return null;
}
