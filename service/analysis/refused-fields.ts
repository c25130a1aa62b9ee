import type {RecordedCall} from '../runners/runner.ts';
import {isObject, type JsonObject, responseJson} from './json-body.ts';

/** One field that an API did not accept, as its answer names it. */
type RefusedField = {name: string; message: string | null};

const nameKeys = [
	'field',
	'loc',
	'path',
	'pointer',
	'property',
	'propertyPath',
	'param',
	'parameter',
	'name',
	'attribute',
	'key',
];
const messageKeys = ['message', 'msg', 'detail', 'reason', 'error', 'description', 'title'];
const listKeys = [
	'detail',
	'errors',
	'error',
	'violations',
	'issues',
	'invalid-params',
	'invalidParams',
	'invalid_params',
	'fields',
	'details',
	'fieldErrors',
];

/**
 * The fields a refusal names, in the usual forms: `detail[].loc`, `errors: {name: [text]}`, `errors[].source.pointer`,
 * `error.field`, `invalid-params[].name`, `violations[].propertyPath`, `issues[].path`. Empty when it names none.
 */
export function refusedFields(call: RecordedCall): RefusedField[] {
	const body = responseJson(call);
	return fieldsIn(body, 3);
}

function fieldsIn(value: unknown, depth: number): RefusedField[] {
	if (depth === 0) return [];
	if (Array.isArray(value)) return value.flatMap(item => ofItem(item) ?? fieldsIn(item, depth - 1));
	if (!isObject(value)) return [];
	const own = ofItem(value);
	if (own) return own;
	for (const key of listKeys) {
		const inner = value[key];
		if (isObject(inner) && (isMap(inner) || (plural.has(key) && isTextMap(inner)))) return entriesOf(inner);
		const found = fieldsIn(inner, depth - 1);
		if (found.length > 0) return found;
	}
	return isMap(value) ? entriesOf(value) : [];
}

/** `{field: "email", message: "…"}` in one of its spellings. */
function ofItem(item: unknown): RefusedField[] | null {
	if (!isObject(item)) return null;
	const source = isObject(item['source']) ? item['source'] : {};
	const names = [...nameKeys.map(key => item[key]), source['pointer'], source['parameter']];
	const message = messageKeys.map(key => item[key]).find(text => typeof text === 'string') as string | undefined;
	const name = names.map(nameOf).find(text => text !== null);
	return name && message !== undefined ? [{name, message}] : null;
}

/** `["body", "items", 0, "id"]` and `/data/attributes/email` as `items[0].id` and `email`. */
function nameOf(value: unknown): string | null {
	if (typeof value === 'string' && value !== '')
		return value.startsWith('/') ? (value.split('/').filter(Boolean).at(-1) ?? null) : value;
	if (!Array.isArray(value)) return null;
	const keys = ['body', 'query', 'path', 'header'].includes(String(value[0])) ? value.slice(1) : value;
	const text = keys.reduce<string>(
		(name, key) => (typeof key === 'number' ? `${name}[${key}]` : name === '' ? String(key) : `${name}.${key}`),
		'',
	);
	return text === '' ? null : text;
}

/** `{email: ["is taken"], name: "is blank"}`: names with what is wrong, and nothing else. */
const isMap = (value: JsonObject): boolean => {
	const entries = Object.entries(value);
	return (
		entries.length > 0 &&
		entries.every(
			([key, text]) =>
				Array.isArray(text) && text.length > 0 && text.every(item => typeof item === 'string') && key !== '',
		)
	);
};

/** Members that hold fields by name, so that one text each is enough: `errors: {email: "is taken"}`. */
const plural = new Set(['errors', 'fields', 'fieldErrors', 'details']);

const isTextMap = (value: JsonObject): boolean => {
	const entries = Object.entries(value);
	return entries.length > 0 && entries.every(([key, text]) => typeof text === 'string' && !messageKeys.includes(key));
};

const entriesOf = (value: JsonObject): RefusedField[] =>
	Object.entries(value).map(([name, text]) => {
		const first: unknown = Array.isArray(text) ? text[0] : text;
		return {name, message: typeof first === 'string' ? first : null};
	});
