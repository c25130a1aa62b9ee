import {runTag} from '../data/unique-shape.ts';
import type {Json, Value, Values} from '../recipe.ts';

/** Whether a record is another one than before. */
export const isChanged = (one: Values, other: Values): boolean => JSON.stringify(one) !== JSON.stringify(other);

/** The value with every list in it emptied. */
export function withoutEntries(value: Value): Value {
	if (value.is === 'array') return {is: 'array', items: []};
	if (value.is === 'object')
		return {
			is: 'object',
			fields: Object.fromEntries(Object.entries(value.fields).map(([name, one]) => [name, withoutEntries(one)])),
		};
	return value.is === 'literal' && Array.isArray(value.value) ? {is: 'literal', value: []} : value;
}

/** The value with every text of several words in it as one: an identifier in most languages. */
export function asOneWord(value: Value): Value {
	if (value.is === 'array') return {is: 'array', items: value.items.map(asOneWord)};
	if (value.is === 'object')
		return {
			is: 'object',
			fields: Object.fromEntries(Object.entries(value.fields).map(([name, one]) => [name, asOneWord(one)])),
		};
	if (value.is === 'unique') return {is: 'unique', shape: oneWord(value.shape)};
	return value.is === 'literal' ? {is: 'literal', value: jsonOfOneWord(value.value)} : value;
}

function jsonOfOneWord(value: Json): Json {
	if (typeof value === 'string') return oneWord(value);
	if (Array.isArray(value)) return value.map(jsonOfOneWord);
	if (typeof value !== 'object' || value === null) return value;
	return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, jsonOfOneWord(one)]));
}

/** Words and tags with a low line between them; a text of another kind, such as an address, stays. */
const oneWord = (text: string): string =>
	/^[\w{}:]+(?:[ -][\w{}:]+)+$/.test(text) && (/ /.test(text) || text.includes(runTag))
		? text
				.split(/[ -]/)
				.map(word => (word.startsWith('{') ? word : word.toLowerCase()))
				.join('_')
		: text;
