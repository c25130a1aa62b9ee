import type {RecordedCall} from '../runners/runner.ts';
import {lastName, type Path, places, responseJson} from './json-body.ts';
import type {Scalar} from './python-literal.ts';
import type {Statement} from './statement.ts';

/** Where a value that a test looked at came from. */
export type LocatedValue = {
	call: RecordedCall;
	path: Path;
	/** The value is the number of entries of the array at `path`. */
	isLength: boolean;
};

/**
 * Finds the call that delivered a value, and the place in its response: the latest place with a name the statement
 * reads, else the only place of the latest response that holds it, when the value is not one that occurs everywhere.
 */
export function locateValue(
	actual: Scalar | null,
	statement: Statement | null,
	calls: readonly RecordedCall[],
): LocatedValue | null {
	if (actual === null) return null;
	const keys = new Set(statement?.keys ?? []);
	const countsEntries = /\blen\(/.test(statement?.text ?? '');
	for (const call of calls.toReversed()) {
		const body = responseJson(call);
		if (body === undefined) continue;
		const exact: Path[] = [];
		const lengths: Path[] = [];
		for (const {path, value} of places(body)) {
			if (Object.is(value, actual.value)) exact.push(path);
			else if (countsEntries && Array.isArray(value) && value.length === actual.value) lengths.push(path);
		}
		// A statement that counts wants the list, not one of its entries that happens to be the same number.
		const length = named(lengths, keys) ?? (keys.size === 0 ? onlyOne(lengths) : null);
		if (length) return {call, path: length, isLength: true};
		const path = named(exact, keys) ?? (keys.size === 0 && isDistinctive(actual) ? onlyOne(exact) : null);
		if (path) return {call, path, isLength: false};
	}
	return null;
}

const onlyOne = (paths: Path[]): Path | null => (paths.length === 1 ? paths[0]! : null);

/** The path whose own name is read; of several the one with most read names on its way. */
function named(paths: Path[], keys: ReadonlySet<string>): Path | null {
	const wanted = paths.filter(path => keys.has(lastName(path) ?? ''));
	const score = (path: Path) => path.filter(key => typeof key === 'string' && keys.has(key)).length;
	return wanted.sort((a, b) => score(b) - score(a) || a.length - b.length)[0] ?? null;
}

/** `true`, null, small numbers and short texts turn up in too many places to say where they came from. */
function isDistinctive({value}: Scalar): boolean {
	if (typeof value === 'string') return value.length >= 4;
	return typeof value === 'number' && (!Number.isInteger(value) || Math.abs(value) > 20);
}
