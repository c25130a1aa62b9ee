import {isDeepStrictEqual} from 'node:util';
import type {RecordedCall} from '../runners/runner.ts';
import type {Assertion} from './assertion.ts';
import {type Path, places, responseJson} from './json-body.ts';
import {readLiteral} from './python-literal.ts';

/** An object or list of an answer that an assertion compared as a whole. */
export type LocatedBody = {call: RecordedCall; path: Path; actual: object; expected: object};

/** The latest answer that holds the compared object or list, and the place in it; null when none does. */
export function locateBody(assertion: Assertion | null, calls: readonly RecordedCall[]): LocatedBody | null {
	if (!assertion?.actualText) return null;
	const actual = readLiteral(assertion.actualText)?.value;
	const expected = readLiteral(assertion.expectation)?.value;
	// An empty one turns up in too many places to say where it came from.
	if (!isContainer(actual) || !isContainer(expected) || Object.keys(actual).length === 0) return null;
	for (const call of calls.toReversed())
		for (const {path, value} of places(responseJson(call)))
			if (isContainer(value) && isDeepStrictEqual(value, actual)) return {call, path, actual, expected};
	return null;
}

const isContainer = (value: unknown): value is object => typeof value === 'object' && value !== null;
