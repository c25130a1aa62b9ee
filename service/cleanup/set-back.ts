import {pathnameOf} from '../domain/endpoint-path.ts';
import {isObject, type JsonObject, parsedJson} from '../inference/json-value.ts';
import {parameterOf, segmentsOf} from '../inference/path-template.ts';
import {singular, wordsOf} from '../inference/word-form.ts';
import {isUnique} from './record-keys.ts';

/** A PUT or PATCH of a test that was answered 2xx. */
type Done = {url: string; requestBody: string | null; contentType: string | null};
/** The same with its numbers at zero. */
export type SetBack = {url: string; body: string; contentType: string | null};

/**
 * What tests have set on a record and a refusal of its DELETE names, set to zero: "set its stock to 0 first" after `PUT
 * /products/7/stock {quantity: 5}`. Each address once, as it was called; what was sent to another record stays.
 *
 * @param url address of the record's DELETE
 * @param said the words of the refusal
 * @param done the latest first
 */
export function numbersSetBack(url: string, said: string, done: readonly Done[]): SetBack[] {
	const {origin, pathname} = new URL(url);
	const own = segmentsOf(pathname);
	const handle = own.at(-1) ?? '';
	const words = new Set(wordsOf(said).map(singular));
	const isNamed = (name: string) => wordsOf(name).some(word => words.has(singular(word)));
	const seen = new Set<string>();
	return done.flatMap(({url: called, requestBody, contentType}) => {
		if (!called.startsWith(`${origin}/`) || called.includes('?') || seen.has(called)) return [];
		const segments = segmentsOf(pathnameOf(called) ?? '');
		const isBelow = segments.length > own.length && own.every((one, place) => segments[place] === one);
		if (!isBelow && !(isUnique(handle) && segments.includes(handle) && segments.length > own.length)) return [];
		seen.add(called);
		const sent = parsedJson(requestBody);
		if (!isObject(sent)) return [];
		const fixed = segments.filter(one => one !== handle && parameterOf(one) === null && !/\d/.test(one)).at(-1) ?? '';
		const body = atZero(sent, isNamed, isNamed(fixed));
		return body === null ? [] : [{url: called, body: JSON.stringify(body), contentType}];
	});
}

/** A body with the numbers that are named at zero, or its only one where the path is named; null: there is nothing to set. */
function atZero(sent: JsonObject, isNamed: (name: string) => boolean, isPathNamed: boolean): JsonObject | null {
	const numbers = Object.keys(sent).filter(name => typeof sent[name] === 'number' && sent[name] !== 0);
	const named = numbers.filter(isNamed);
	const wanted = named.length > 0 ? named : isPathNamed && numbers.length === 1 ? numbers : [];
	if (wanted.length === 0) return null;
	return {...sent, ...Object.fromEntries(wanted.map(name => [name, 0]))};
}
