import {isObject, type JsonObject} from '../../source/documents/document-value.ts';

/** What one shape may hold: schemas below each other, and schemas together. */
const deepest = 12;
const mostSchemas = 400;
const longestText = 200;
const largestExample = 4096;
const mostEnumValues = 200;

/** Keywords that are copied as they are. */
const plainKeywords = new Set([
	...['type', 'format', 'pattern', 'const', 'minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
	...['minLength', 'maxLength', 'minItems', 'maxItems', 'uniqueItems', 'minProperties', 'maxProperties', 'required'],
	...['nullable', 'readOnly', 'writeOnly', 'deprecated', 'discriminator'],
]);
const listKeywords = new Set(['allOf', 'anyOf', 'oneOf', 'prefixItems']);
const schemaKeywords = new Set(['items', 'additionalProperties', 'not', 'contains']);
const exampleKeywords = new Set(['example', 'examples', 'default']);

/** Looks up `$ref` in one document. Never leaves it: null for files, addresses and names that are not there. */
export function resolveReference(root: JsonObject, reference: unknown): unknown {
	if (typeof reference !== 'string' || !reference.startsWith('#')) return null;
	let value: unknown = root;
	for (const part of reference.slice(1).split('/').slice(1)) {
		const key = unescaped(part);
		if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return null;
		value = (value as JsonObject)[key];
	}
	return value;
}

function unescaped(part: string): string {
	const pointer = part.replace(/~1/g, '/').replace(/~0/g, '~');
	try {
		return decodeURIComponent(pointer);
	} catch {
		return pointer;
	}
}

/** An object, or what its `$ref`s lead to; null when they lead nowhere or in a circle. */
export function resolved(root: JsonObject, value: unknown): JsonObject | null {
	let current = value;
	for (let step = 0; step < 32; step++) {
		if (!isObject(current)) return null;
		if (current['$ref'] === undefined) return current;
		current = resolveReference(root, current['$ref']);
	}
	return null;
}

/**
 * A schema with its references written out, as far as a shape may grow. What is circular, too deep or too much keeps its
 * `$ref` as a name; a reference out of the document is not followed. Null: there is no schema.
 */
export function inlineSchema(root: JsonObject, schema: unknown): unknown {
	if (schema === undefined || schema === null) return null;
	const left = {schemas: mostSchemas};
	return inlined(root, schema, [], left);
}

function inlined(root: JsonObject, schema: unknown, path: readonly string[], left: {schemas: number}): unknown {
	if (typeof schema === 'boolean') return schema;
	if (!isObject(schema)) return {};
	const reference = schema['$ref'];
	if (typeof reference === 'string') {
		const target = resolveReference(root, reference);
		const isOpen = path.includes(reference) || path.length >= deepest || left.schemas <= 0 || target === null;
		if (isOpen) return {$ref: reference.slice(0, longestText)};
		const whole = inlined(root, target, [...path, reference], left);
		return isObject(whole) ? titled(whole, reference) : whole;
	}
	left.schemas--;
	if (path.length >= deepest || left.schemas <= 0)
		return typeof schema['type'] === 'string' ? {type: schema['type']} : {};
	const below = [...path, ''];
	const result: JsonObject = {};
	for (const [key, value] of Object.entries(schema)) {
		if (plainKeywords.has(key)) result[key] = value;
		else if (key === 'enum' && Array.isArray(value)) result[key] = value.slice(0, mostEnumValues);
		else if (exampleKeywords.has(key)) {
			if (isSmall(value)) result[key] = value;
		} else if ((key === 'title' || key === 'description') && typeof value === 'string')
			result[key] = value.slice(0, longestText);
		else if (key === 'properties' && isObject(value)) result[key] = propertiesOf(root, value, below, left);
		else if (listKeywords.has(key) && Array.isArray(value))
			result[key] = value.map(one => inlined(root, one, below, left));
		else if (schemaKeywords.has(key)) result[key] = inlined(root, value, below, left);
	}
	return result;
}

/** A record keeps the name under which the document refers to it. */
const titled = (schema: JsonObject, reference: string): JsonObject =>
	schema['title'] === undefined && (schema['properties'] !== undefined || schema['allOf'] !== undefined)
		? {title: reference.slice(reference.lastIndexOf('/') + 1, longestText), ...schema}
		: schema;

function propertiesOf(root: JsonObject, properties: JsonObject, path: readonly string[], left: {schemas: number}) {
	const entries = Object.entries(properties).filter(([name]) => name !== '__proto__');
	return Object.fromEntries(entries.map(([name, value]) => [name, inlined(root, value, path, left)]));
}

const isSmall = (value: unknown): boolean => {
	const json = JSON.stringify(value);
	return json !== undefined && json.length <= largestExample;
};
