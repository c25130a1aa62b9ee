import type {RecordedCall} from '../runners/runner.ts';
import {isNearName} from './drift.ts';
import {isObject, type JsonObject, type Path, places, responseJson} from './json-body.ts';
import {isNamed, type Lookup, placesOf} from './lookups.ts';

/** An object in an answer that lacks a name the test reads. */
export type MissingKey = {
	call: RecordedCall;
	/** Of the object, `$` for the answer itself. */
	path: Path;
	/** The names it has. */
	names: string[];
	/** One of its names that is probably meant. */
	near: string | null;
	/** Where the name is in the same answer. */
	elsewhere: Path | null;
};

/**
 * The object in which a name was looked for in vain, where the lines of the test say what it looked into: the first that
 * has none of that name, of the last answer that fits.
 */
export function missingIn(key: string, lookups: readonly Lookup[], calls: readonly RecordedCall[]): MissingKey | null {
	for (const lookup of lookups)
		for (const place of placesOf(lookup, calls))
			if (isNamed(place) && !Object.hasOwn(place.value, key))
				return missingAt(key, place.call, place.path, place.value);
	return null;
}

/**
 * The answer in which a name was looked for in vain, where nothing says into what the test looked: the last JSON answer
 * that has none of that name. Null when every answer has it, or none is an object.
 */
export function missingKey(key: string, calls: readonly RecordedCall[]): MissingKey | null {
	for (const call of calls.toReversed()) {
		const body = responseJson(call);
		const first = isObject(body) ? body : Array.isArray(body) && isObject(body[0]) ? body[0] : null;
		if (!first || Object.hasOwn(first, key)) continue;
		return missingAt(key, call, Array.isArray(body) ? [0] : [], first);
	}
	return null;
}

/** @param object what lies at the path */
export function missingAt(key: string, call: RecordedCall, path: Path, object: JsonObject): MissingKey {
	const names = Object.keys(object);
	const holder = [...places(responseJson(call))].find(place => place.path.at(-1) === key);
	return {
		call,
		path,
		names,
		near: names.find(name => isNearName(key, name)) ?? null,
		elsewhere: holder?.path ?? null,
	};
}
