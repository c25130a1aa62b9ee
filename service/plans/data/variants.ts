import {runTag, sampleOf, upperTag} from './unique-shape.ts';
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
export const asOneWord = (value: Value): Value => withTexts(value, oneWord);

/** The value with every text of words in it made of letters and digits alone, which many codes are. */
export const asCode = (value: Value, isUpper: boolean): Value => withTexts(value, text => codeOf(text, isUpper));

/** The value with every text in it changed. */
function withTexts(value: Value, change: (text: string) => string): Value {
	if (value.is === 'array') return {is: 'array', items: value.items.map(one => withTexts(one, change))};
	if (value.is === 'object')
		return {
			is: 'object',
			fields: Object.fromEntries(Object.entries(value.fields).map(([name, one]) => [name, withTexts(one, change)])),
		};
	if (value.is === 'unique') return {is: 'unique', shape: change(value.shape)};
	return value.is === 'literal' ? {is: 'literal', value: jsonWith(value.value, change)} : value;
}

function jsonWith(value: Json, change: (text: string) => string): Json {
	if (typeof value === 'string') return change(value);
	if (Array.isArray(value)) return value.map(one => jsonWith(one, change));
	if (typeof value !== 'object' || value === null) return value;
	return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, jsonWith(one, change)]));
}

/** Words and tags with a low line between them; a text of another kind, such as an address, stays. */
const oneWord = (text: string): string =>
	/^[\w{}:]+(?:[ -][\w{}:]+)+$/.test(text) && (/ /.test(text) || text.includes(runTag))
		? text
				.split(/[ -]/)
				.map(word => (word.startsWith('{') ? word : word.toLowerCase()))
				.join('_')
		: text;

/** Words and tags with nothing between them; a text of another kind, such as an address or a date, stays. */
function codeOf(text: string, isUpper: boolean): string {
	if (!/^[a-z{][a-z\d{}:_ -]*$/i.test(text)) return text;
	const parts = text.split(/(\{[\w:]+\})/).map(part => {
		if (part.startsWith('{')) return isUpper && part === runTag ? upperTag : part;
		const plain = part.replace(/[ _-]/g, '');
		return isUpper ? plain.toUpperCase() : plain.toLowerCase();
	});
	const made = parts.join('');
	// The words in front say nothing that the tag does not, and a code is short.
	const isLong = text.includes(runTag) && sampleOf(made).length > longestCode;
	return isLong ? parts.map(part => (part.startsWith('{') ? part : part.slice(0, 4))).join('') : made;
}

const longestCode = 12;
