import type {RecordedCall} from '../../runners/runner.ts';
import {excerpt} from '../excerpt.ts';
import {testCode} from '../fix-target.ts';
import {type JsonType, jsonType, lastName, type Path, pathText, places, responseJson} from '../json-body.ts';
import type {Rule} from './rule.ts';

/** What Python says about a value of another type than the test takes it for, and which JSON types do that. */
const complaints: ReadonlyArray<{pattern: RegExp; types: readonly JsonType[]}> = [
	{pattern: /^'?NoneType'? (object|has)|'NoneType'|not NoneType/, types: ['null']},
	{pattern: /list indices must be|'list' object has no attribute/, types: ['array']},
	{pattern: /string indices must be|'str' object/, types: ['string']},
	{pattern: /'(int|float)' object/, types: ['number']},
	{pattern: /'bool' object/, types: ['boolean']},
	{pattern: /'dict' object|unhashable type: 'slice'/, types: ['object']},
];

/** TypeError or AttributeError: an answer holds another type of value than the test takes it for. */
export const wrongType: Rule = symptoms => {
	const {exception, run, statement, nameOf, atLine} = symptoms;
	if (exception?.name !== 'TypeError' && exception?.name !== 'AttributeError') return null;
	const types = complaints.find(({pattern}) => pattern.test(exception.message))?.types;
	if (!types) return null;
	for (const call of run.calls.toReversed()) {
		const place = placeOf(call, types, statement?.keys ?? []);
		if (!place) continue;
		const what = place.length === 0 ? 'The answer' : `\`${pathText(place)}\` in the answer`;
		return {
			cause: `${what} of ${nameOf(call)} (${call.status}) is ${nameOfType(types[0]!)}, which the test does not take it for${atLine}: ${exception.name}: ${excerpt(exception.message, 120)}.`,
			fix: testCode(symptoms, 'handle that form, unless the API should answer another one.'),
			call,
		};
	}
	return null;
};

/** A place the statement reads, or the answer itself, when it has the type. */
function placeOf(call: RecordedCall, types: readonly JsonType[], keys: readonly string[]): Path | null {
	const body = responseJson(call);
	if (body === undefined) return null;
	for (const {path, value} of places(body))
		if (types.includes(jsonType(value)) && keys.includes(lastName(path) ?? '') && typeof path.at(-1) === 'string')
			return path;
	return types.includes(jsonType(body)) ? [] : null;
}

const names: Record<JsonType, string> = {
	null: 'null',
	boolean: 'true or false',
	number: 'a number',
	string: 'a text',
	array: 'a list',
	object: 'an object',
};
const nameOfType = (type: JsonType) => names[type];
