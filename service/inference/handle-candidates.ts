import {isIdSegment} from '../domain/endpoint-path.ts';
import {hasOwnKey, memberPointer, type PointedRecord} from './body-records.ts';
import {chosenNames, isForeign, nameFit, wantsId} from './handle-name.ts';
import {handleText, isObject, type JsonObject} from './json-value.ts';
import {kindOf, plainName, singular} from './word-form.ts';

/** A value that may be the handle of a record. */
export type HandleCandidate = {
	value: string;
	/** Where it stands: `$.data.id` in the answer, `$request.name`, `$header.Location`, `$query.key`, `$path.name`. */
	pointer: string;
	/** From 0 to 1. */
	score: number;
	reason: string;
	/** A read of the record's address with this value was answered 2xx. */
	isConfirmed: boolean;
};

/** From this score on a candidate is used; below it only when a read of the record's address confirms it. */
export const sureFrom = 0.65;

export type HandleSearch = {
	/** Name of the parameter, and the kind of record it belongs to. */
	parameter: string;
	kind: string;
	/** The record that the answer describes; null: it describes none. */
	record: PointedRecord | null;
	/** What was sent for the record, as an object or a value. */
	request: JsonObject;
	/** Headers of the answer, and what the path and the query of the request name. */
	headers?: Readonly<Record<string, string>>;
	query?: Readonly<Record<string, string>>;
	path?: Readonly<Record<string, string>>;
	/** Values that name other records, such as that of the parent in the path. */
	taken?: ReadonlySet<string>;
	/** Type that the document gives the parameter: `integer`, `string`; null or absent: unknown. */
	type?: string | null;
	/** Fields that are known to open the record's address: from reads of other records, or from an example. */
	keyFields?: ReadonlySet<string>;
	/** Whether a later call with this value in the record's address was answered 2xx. */
	isOpened?(value: string): boolean;
};

/** Every value that may be the handle of a record, best first: confirmed ones before all others, each value once. */
export function handleCandidates(given: HandleSearch): HandleCandidate[] {
	const search = {...given, keyFields: telling(given)};
	const best = new Map<string, Found>();
	for (const named of candidates(search)) {
		const found = {...named, score: named.score - typeMalus(named, search)};
		const before = best.get(found.value);
		if (!before || before.score < found.score) best.set(found.value, found);
	}
	const {isOpened} = search;
	return [...best.values()]
		.map(candidate => ({...candidate, isConfirmed: isOpened?.(candidate.value) ?? false}))
		.sort((a, b) => Number(b.isConfirmed) - Number(a.isConfirmed) || b.score - a.score);
}

/**
 * Of several fields that have opened addresses, those that are called so: the first course is in the first term, and a
 * `term_id` of 1 equals its `id` by chance.
 */
function telling({keyFields, parameter, kind}: HandleSearch): ReadonlySet<string> | undefined {
	if (keyFields === undefined || keyFields.size < 2) return keyFields;
	const named = [...keyFields].filter(key => nameFit(key, parameter, kind) !== null);
	return named.length > 0 ? new Set(named) : keyFields;
}

/**
 * What a value loses that is not of the type that the document gives the parameter. All of a path is text: a number of the
 * very name of a parameter of type `string` is meant, beside whatever else the record has.
 */
function typeMalus({value, pointer}: Found, {type, parameter}: HandleSearch): number {
	const isNumber = /^-?\d+$/.test(value);
	if (type === 'integer' || type === 'number') return isNumber ? 0 : 0.3;
	if (type !== 'string' || !isNumber) return 0;
	const isSameName = plainName(pointer.slice(pointer.lastIndexOf('.') + 1)) === plainName(parameter);
	return isSameName ? 0.02 : 0.28;
}

type Found = Omit<HandleCandidate, 'isConfirmed'>;

function* candidates(search: HandleSearch): Generator<Found> {
	const {parameter, kind, record, request, taken, headers = {}, query = {}, path = {}} = search;
	// The value of the parent in the path names the parent: an answer that holds it may describe the parent.
	const weighed = <One extends {value: string; score: number}>(found: One): One =>
		taken?.has(found.value) ? {...found, score: found.score - 0.2} : found;
	if (record) {
		const found = [...fieldsOf(record, search)];
		yield* found.map(weighed);
		if (!found.some(({score}) => score >= sureFrom)) yield* [...plainKeys(record, search)].map(weighed);
	}
	for (const found of fieldsOf({record: request, pointer: '$request'}, search)) {
		const sent = sentScore(found, search);
		if (sent !== null) yield {...found, score: sent, reason: `${found.reason}, as it was sent`};
	}
	if (wantsId(parameter))
		for (const name of chosenNames) {
			const value = handleText(request[name]);
			const guess = {pointer: `$request.${name}`, score: 0.5, reason: 'it is how the sender named the record'};
			if (value !== null) yield {value, ...guess};
		}
	for (const [values, pointer] of [
		[headers, '$header'],
		[query, '$query'],
		[path, '$path'],
	] as const)
		for (const [name, value] of Object.entries(values)) {
			const plain = pointer === '$header' ? name.replace(/^x-/i, '') : name;
			const fit = nameFit(plain, parameter, kind);
			const isNamed = fit !== null && fit.score >= 0.92 && (pointer !== '$header' || plainName(plain) !== 'id');
			const text = isNamed ? handleText(value) : null;
			const malus = pointer === '$query' ? 0.02 : 0.1;
			if (text !== null && fit) yield {value: text, pointer: `${pointer}.${name}`, ...fit, score: fit.score - malus};
		}
}

/** Fields of a record, and of objects in it that are no records of their own. */
function* fieldsOf({record, pointer}: PointedRecord, search: HandleSearch, depth = 0): Generator<Found> {
	const {parameter, kind} = search;
	for (const [key, value] of Object.entries(record)) {
		const at = memberPointer(pointer, key);
		if (isObject(value)) {
			const isOther = hasOwnKey(value) && kindOf(key) !== kindOf(kind);
			if (depth < 2 && !isOther && !isReference(key, kind))
				for (const found of fieldsOf({record: value, pointer: at}, search, depth + 1))
					if (found.score >= 0.9) yield {...found, score: found.score - 0.15};
			continue;
		}
		if (Array.isArray(value)) {
			yield* inList(value, key, at, {search, depth, hasOwn: hasOwnKey(record)});
			continue;
		}
		const text = handleText(value);
		const fit = text === null ? null : nameFit(key, parameter, kind);
		if (text !== null && fit) yield {value: text, pointer: at, ...fit};
		if (text !== null && depth === 0 && search.keyFields?.has(key))
			yield {value: text, pointer: at, score: 1.02, reason: 'other records were addressed by it'};
	}
}

/**
 * `{usernames: ['ada']}` for `{username}`, `{relations: [{userId: 7}]}` for `{userId}`: the first of the list. The plain id of
 * an entry is that of the entry, where the record around it has one: the first column of board 7 may be column 15, and
 * another board may be board 15.
 */
function* inList(
	list: readonly unknown[],
	key: string,
	at: string,
	{search, depth, hasOwn}: {search: HandleSearch; depth: number; hasOwn: boolean},
) {
	const [first] = list;
	if (isObject(first)) {
		if (depth > 0) return;
		const isOther = hasOwn && kindOf(key) !== kindOf(search.kind);
		const isPlain = (pointer: string) => hasOwnKey({[pointer.slice(pointer.lastIndexOf('.') + 1)]: null});
		for (const found of fieldsOf({record: first, pointer: `${at}[0]`}, search, depth + 1))
			if (found.score >= 0.94 && !(isOther && isPlain(found.pointer))) yield {...found, score: found.score - 0.15};
		return;
	}
	const text = handleText(first);
	const fit = text === null ? null : nameFit(singular(key), search.parameter, search.kind);
	if (text !== null && fit && fit.score >= 0.9)
		yield {value: text, pointer: `${at}[0]`, ...fit, score: fit.score - 0.15};
}

/** Objects that speak of somebody else, such as the author of an article. */
const isReference = (key: string, kind: string) => kindOf(key) !== kindOf(kind) && /(?:by|from|to)$/i.test(key);

/** What a value that was sent is worth: a name for a parameter that is called an id is a guess. */
function sentScore({pointer, score}: Found, {parameter}: HandleSearch): number | null {
	const name = plainName(pointer.slice(pointer.lastIndexOf('.') + 1));
	// An identifier that was sent may name another record that the new one belongs to: the answer's own comes first.
	if (score >= 0.92) return score - (wantsId(parameter) ? 0.12 : 0.03);
	if (pointer.includes('[') && score >= 0.75) return score - 0.03;
	if (!wantsId(parameter)) return score >= sureFrom && chosenNames.includes(name) ? score - 0.01 : null;
	return name === 'id' ? 0.8 : null;
}

/** Where no name fits: the fields whose values look like identifiers, and that were not sent. */
function* plainKeys({record, pointer}: PointedRecord, {kind, request}: HandleSearch): Generator<Found> {
	const sent = new Set(Object.values(request).map(handleText));
	for (const [key, value] of Object.entries(record)) {
		const text = handleText(value);
		if (text === null || sent.has(text) || isForeign(key, kind)) continue;
		const isKey = isIdSegment(text) && typeof value === 'string';
		const isNamed = /(?:id|key|code|number|no|ref|reference|hash|slug|name|handle|token)$/i.test(key);
		if (isKey || isNamed)
			yield {
				value: text,
				pointer: memberPointer(pointer, key),
				score: isKey && isNamed ? 0.5 : 0.4,
				reason: 'it looks like the key of the record',
			};
	}
}
