import type {RecordedCall} from '../runners/runner.ts';
import {isNearName} from './drift.ts';
import {isObject, type Path, places, responseJson} from './json-body.ts';

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
 * The answer in which a name was looked for in vain: the last JSON answer that has none of that name where the test
 * reads it. Null when every answer has it, or none is an object.
 */
export function missingKey(key: string, calls: readonly RecordedCall[]): MissingKey | null {
	for (const call of calls.toReversed()) {
		const body = responseJson(call);
		const first = isObject(body) ? body : Array.isArray(body) && isObject(body[0]) ? body[0] : null;
		if (!first || Object.hasOwn(first, key)) continue;
		const names = Object.keys(first);
		const holder = [...places(body)].find(({path}) => path.at(-1) === key);
		return {
			call,
			path: Array.isArray(body) ? [0] : [],
			names,
			near: names.find(name => isNearName(key, name)) ?? null,
			elsewhere: holder?.path ?? null,
		};
	}
	return null;
}
