import {isDeepStrictEqual} from 'node:util';
import {counted, valueText} from '../excerpt.ts';
import {apiCode} from '../fix-target.ts';
import {isObject, type Path, pathText} from '../json-body.ts';
import type {Rule} from './rule.ts';

/** An assertion compared a whole object or list of an answer: where the two differ. */
export const wrongBody: Rule = symptoms => {
	const {body, nameOf, atLine} = symptoms;
	if (!body) return null;
	const {call} = body;
	const found = differences(body.actual, body.expected, body.path);
	const [first] = found;
	if (!first) return null;
	const more = found.length > 1 ? ` and ${counted(found.length - 1, 'more difference')}` : '';
	return {
		cause: `${nameOf(call)} answered ${call.status} ${words(first)}${more}${atLine}.`,
		fix: apiCode(symptoms, call, `look at how its handler fills \`${pathText(first.path)}\`.`),
		call,
	};
};

type Difference = {path: Path; kind: 'value' | 'missing' | 'extra'; actual?: unknown; expected?: unknown};

/** Places at which two values differ, outer ones first. */
function differences(actual: unknown, expected: unknown, path: Path): Difference[] {
	if (isDeepStrictEqual(actual, expected)) return [];
	if (isObject(actual) && isObject(expected)) {
		const keys = [...new Set([...Object.keys(expected), ...Object.keys(actual)])];
		return keys.flatMap((key): Difference[] => {
			const place = [...path, key];
			if (!Object.hasOwn(actual, key)) return [{path: place, kind: 'missing', expected: expected[key]}];
			if (!Object.hasOwn(expected, key)) return [{path: place, kind: 'extra', actual: actual[key]}];
			return differences(actual[key], expected[key], place);
		});
	}
	if (Array.isArray(actual) && Array.isArray(expected) && actual.length === expected.length)
		return actual.flatMap((item, index) => differences(item, expected[index], [...path, index]));
	return [{path, kind: 'value', actual, expected}];
}

function words({path, kind, actual, expected}: Difference): string {
	const place = `\`${pathText(path)}\``;
	if (kind === 'missing') return `without ${place}; the test expected ${valueText(expected)} there`;
	if (kind === 'extra') return `with ${valueText(actual)} at ${place}, which the test did not expect`;
	if (Array.isArray(actual) && Array.isArray(expected))
		return `with a list of ${actual.length} at ${place}; the test expected ${expected.length}`;
	return `with ${valueText(actual)} at ${place}; the test expected ${valueText(expected)}`;
}
