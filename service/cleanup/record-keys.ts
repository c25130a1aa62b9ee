import {isSuccess} from '../domain/status.ts';
import {createHash} from 'node:crypto';
import {isIdSegment} from '../domain/endpoint-path.ts';
import {withoutAction} from '../inference/delete-rule.ts';
import {handleText, isObject, type JsonObject} from '../inference/json-value.ts';
import {segmentsOf} from '../inference/path-template.ts';
import {kindOf, plainName, wordsOf} from '../inference/word-form.ts';
import {saysError} from '../inference/answered-error.ts';
import type {ObservedCall} from './observed-call.ts';

/**
 * What stands for a record when answers are compared over many batches: 52 bits of a hash. Two records that share one by
 * chance make a new record look known, so that it is not deleted: the harmless side.
 */
export type RecordKey = number;

const keyOf = (text: string): RecordKey =>
	Number.parseInt(createHash('sha1').update(text).digest('hex').slice(0, 13), 16);

/** Objects and values of one answer that are looked at. */
const mostPerAnswer = 20_000;
const deepest = 6;
/** Fields whose value names a record. */
const naming = /^(?:_?id|uuid|guid|uid|slug|name|key|code|username|tid|secret|sha|rev|handle|number|title)$/i;
/** `userId`, `user_uuid`: a field that names another record. */
const foreign = /^(.+?)[_-]?(?:ids?|uuids?|slugs?|keys?)$/i;
const envelopes =
	/^(?:data|results?|response|items?|records?|payload|resource|entit(?:y|ies)|rows|list|content|value|values)$/i;

/** Texts that name one record wherever they stand. */
export const isUnique = (handle: string): boolean => handle.length >= 8 && !/^\d+$/.test(handle) && isIdSegment(handle);

const ofKind = (kind: string, handle: string) => keyOf(`${kind} ${handle}`);
const ofPath = (path: readonly string[]) => keyOf(`/${path.map(encodeURIComponent).join('/')}`);
const ofShape = (record: JsonObject, handle: string) => keyOf(`{${Object.keys(record).sort().join()}} ${handle}`);
/** What stands for a text that nobody chooses twice, whatever it names. */
export const keyOfText = (text: string): RecordKey => keyOf(`* ${text}`);

/** A batch is searched more than once. */
const known = new WeakMap<ObservedCall, ReadonlySet<RecordKey>>();

/** Every key under which a call shows that a record is there. */
export function keysShown(call: ObservedCall): ReadonlySet<RecordKey> {
	const before = known.get(call);
	if (before) return before;
	const keys = readKeys(call);
	known.set(call, keys);
	return keys;
}

/** What stands for a request that makes something: the same one again may be answered with the same record. */
export const keyOfRequest = ({method, segments, requestText}: ObservedCall): RecordKey =>
	keyOf(`${method} /${segments.join('/')} ${requestText ?? ''}`);

function readKeys(call: ObservedCall): Set<RecordKey> {
	const keys = new Set<RecordKey>();
	if (call.method === 'POST' && isSuccess(call.status)) keys.add(keyOfRequest(call));
	if (showsPath(call)) for (const key of keysOfPath(call.segments)) keys.add(key);
	if (call.location !== null && URL.canParse(call.location, call.origin)) {
		const url = new URL(call.location, call.origin);
		if (url.origin === call.origin) for (const key of keysOfPath(segmentsOf(url.pathname))) keys.add(key);
	}
	let left = mostPerAnswer;
	const walk = (value: unknown, kind: string, depth: number): void => {
		if (depth > deepest || left-- <= 0) return;
		if (Array.isArray(value)) {
			for (const item of value) {
				const text = handleText(item);
				if (text === null) walk(item, kind, depth + 1);
				else addText(keys, kind, text);
			}
		} else if (isObject(value)) {
			for (const key of keysOfObject(value, kind, depth)) keys.add(key);
			for (const [name, inner] of Object.entries(value)) {
				const text = handleText(inner);
				if (text !== null && isUnique(text)) keys.add(keyOfText(text));
				if (text === null) walk(inner, envelopes.test(name) ? kind : kindOf(name), depth + 1);
			}
		} else {
			const text = handleText(value);
			if (text !== null) addText(keys, kind, text);
		}
	};
	walk(call.response, kindOfPath(call.segments), 0);
	return keys;
}

function addText(keys: Set<RecordKey>, kind: string, text: string): void {
	keys.add(ofKind(kind, text));
	if (isUnique(text)) keys.add(keyOfText(text));
}

function* keysOfObject(record: JsonObject, kind: string, depth: number): Generator<RecordKey> {
	const names = Object.keys(record);
	for (const name of names) {
		const text = handleText(record[name]);
		if (text === null) continue;
		const about = foreign.exec(name)?.[1];
		if (naming.test(name) || kindOf(name) === kind) yield ofKind(kind, text);
		if (naming.test(name)) yield ofShape(record, text);
		if (about !== undefined)
			yield ofKind(plainName(about) === 'parent' ? kind : kindOf(wordsOf(about).join('_')), text);
		else yield ofKind(kindOf(name), text);
	}
	// `{"left-pad": {…}}`: the names of the fields are the names of the records.
	if (depth <= 1 && !names.some(name => naming.test(name)))
		for (const name of names) if (isObject(record[name])) yield ofKind(kind, name);
}

/** 2xx, "not modified", and refusals that only what is there can get. */
const showsPath = ({status, method, response}: ObservedCall): boolean =>
	(isSuccess(status) && method !== 'DELETE' && !saysError(response)) || [304, 409, 412, 423].includes(status ?? 0);

/** `users` of `/users/7/activate`: what an answer speaks of when nothing in it says so. */
const kindOfPath = (segments: readonly string[]): string =>
	kindOf([...withoutAction(segments)].reverse().find(segment => !isIdSegment(segment)) ?? '');

/** Keys of everything that a path names: `/users/7/orders/9` names a user and an order. */
export function keysOfPath(segments: readonly string[]): RecordKey[] {
	const keys = [ofPath(segments)];
	for (const [place, segment] of segments.entries()) {
		if (place === 0) continue;
		const before = segments[place - 1]!;
		if (!isIdSegment(before)) keys.push(ofKind(kindOf(before), segment));
		if (isUnique(segment)) keys.push(keyOfText(segment));
	}
	return keys;
}

/** A record as keys are asked for it. */
type KeyedRecord = {
	handle: string | null;
	/** Kinds under which answers may speak of it. */
	kinds: readonly string[];
	/** Path of its DELETE, and the one that would read it. */
	paths: ReadonlyArray<readonly string[]>;
	/** As the creating answer shows it. */
	record: JsonObject;
	/**
	 * The call went to a path below another record, and may answer with any record: `POST /versions/v1/save`. Only then a
	 * number and the same fields are enough: records of many kinds look alike.
	 */
	isBeside: boolean;
};

/** Every key under which an answer may have shown a record. */
export function keysOfRecord({handle, kinds, paths, record, isBeside}: KeyedRecord): RecordKey[] {
	const keys = paths.map(ofPath);
	if (handle === null) return keys;
	keys.push(...kinds.filter(Boolean).map(kind => ofKind(kind, handle)));
	if (isUnique(handle)) keys.push(keyOfText(handle));
	if (Object.keys(record).length > 1 && (isBeside || !/^\d+$/.test(handle))) keys.push(ofShape(record, handle));
	return keys;
}

/** The keys that end with a DELETE that was answered 2xx. */
export function keysGone({method, status, segments, query, response}: ObservedCall): RecordKey[] {
	if (method !== 'DELETE' || !isSuccess(status) || saysError(response)) return [];
	const [named, ...others] = Object.values(query).flat();
	if (named !== undefined) return others.length === 0 ? [ofKind(kindOfPath(segments), named)] : [];
	const keys = [ofPath(segments)];
	const handle = segments.at(-1)!;
	if (isUnique(handle)) keys.push(keyOfText(handle));
	// Below another record the same short name may stand for many.
	const isTop = !segments.slice(0, -1).some(isIdSegment);
	if (segments.length > 1 && (isTop || isUnique(handle))) keys.push(ofKind(kindOf(segments.at(-2)!), handle));
	return keys;
}
