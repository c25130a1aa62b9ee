import type {Step, Value, Values} from '../recipe.ts';
import {isOnly} from './status.ts';

/** A secret that a request carries, by the name of its field. */
export type SentSecret = {name: string; value: Value};

const secretName =
	/passw(?:or)?d|passphrase|secret|(?:api|private)_?key|(?:^|access|refresh|session|auth|bearer)_?token$/i;
/** Shorter values, and those of letters alone, stand in the words of an answer by chance. */
const leastLength = 8;

/**
 * The secrets that a step sends in its JSON and that its refusal must not repeat: texts that the test itself has chosen,
 * of eight characters or more with something but letters among them. Empty for a step that may succeed, whose answer is
 * judged by its fields. An answer may repeat all else that was sent, as an API does that shows the input it refuses.
 */
export function secretsSent(step: Step): SentSecret[] {
	const {body} = step.call;
	if (!isOnly(step, 4) || body === null || !('value' in body)) return [];
	const fields = fieldsIn(body.value);
	const open = new Set(fields.filter(({name}) => !secretName.test(name)).map(({value}) => textOf(value)));
	const sent = fields.filter(({name, value}) => secretName.test(name) && isTelling(value) && !open.has(textOf(value)));
	return sent.filter(({value}, place) => sent.findIndex(one => textOf(one.value) === textOf(value)) === place);
}

function fieldsIn(value: Value): SentSecret[] {
	if (value.is === 'array') return value.items.flatMap(fieldsIn);
	return value.is === 'object' ? fieldsOf(value.fields) : [];
}

const fieldsOf = (fields: Values): SentSecret[] =>
	Object.entries(fields).flatMap(([name, value]) => [{name, value}, ...fieldsIn(value)]);

const textOf = (value: Value): string =>
	value.is === 'unique' ? value.shape : value.is === 'literal' && typeof value.value === 'string' ? value.value : '';

const isTelling = (value: Value): boolean => textOf(value).length >= leastLength && /[^a-z]/i.test(textOf(value));

/** Names that a login answers with, and APIs that say nothing of their answers. */
export const tokenNames = ['token', 'accessToken', 'access_token', 'refreshToken', 'refresh_token'];

/** Whether the runtime's `leaks` takes a field of this name for a secret (`svc_runtime/leaks.py`). */
export const isSecretField = (name: string): boolean =>
	/(?:passw(?:or)?d|passphrase|secret|(?:api|private)_?key)(?:_?(?:hash|key))?$|(?:^|(?:access|refresh|session)_?)token$/i.test(
		name,
	);
