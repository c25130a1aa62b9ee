import {type JsonObject, scalarsOf, textsOf} from '../inference/json-value.ts';
import {plainName} from '../inference/word-form.ts';
import type {ObservedCall} from './observed-call.ts';

/** Whether an answer repeats a text that was sent, under its own name. */
export function repeatsSent({request}: ObservedCall, record: JsonObject): boolean {
	const pairs = (value: unknown) => [...scalarsOf(value)].map(({key, text}) => `${plainName(key)} ${text}`);
	const shown = new Set(pairs(record));
	return pairs(request).some(pair => !/ \d*$/.test(pair) && shown.has(pair));
}

/** Hexadecimal digits, numbers and mixed texts that nobody chooses twice. */
const madeUp = /^(?:(?=.*\d)(?=.*[a-f])[0-9a-f]{8,}|\d{6,}|(?=.*\d)(?=.*[a-z])[0-9a-z]{12,})$/i;
/** A date, or digits that somebody typed in a row. */
const chosenDigits = /^(?:(?:19|20)\d{6}|(\d)\1+|1234567?8?9?0?)$/;

/**
 * Whether an answer repeats a text that was made up for this call, such as a name with a random part.
 *
 * @param tag of its execution, which may have no digits, or nothing else; null: it has none
 */
export function repeatsMadeUp({request}: ObservedCall, record: JsonObject, tag: string | null): boolean {
	return repeated(request, record).some(
		text =>
			hasTag(text, tag) || text.split(/[^0-9A-Za-z]+/).some(part => madeUp.test(part) && !chosenDigits.test(part)),
	);
}

/** Whether an answer repeats a text that only the execution of the call has. */
export const repeatsTag = ({request}: ObservedCall, record: JsonObject, tag: string | null): boolean =>
	repeated(request, record).some(text => hasTag(text, tag));

/** Whether a text holds the tag of an execution. */
export const hasTag = (text: string, tag: string | null): boolean => tag !== null && text.toLowerCase().includes(tag);

/** Texts of what was sent that are in the answer as well. */
function repeated(request: unknown, record: JsonObject): string[] {
	const shown = new Set([...textsOf(record)]);
	return [...textsOf(request)].filter(text => shown.has(text));
}
