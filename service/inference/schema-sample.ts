import {isObject, type JsonObject} from './json-value.ts';

/** Objects below each other that a sample writes out. */
const deepest = 4;

/** Fields that are never answered, or never sent. */
type Skipped = 'writeOnly' | 'readOnly';

/**
 * A value that a JSON Schema allows, with every property that it names: what an answer of that schema looks like. The
 * schema's own example of a scalar is taken, else a value of its type. Undefined: the schema says nothing.
 *
 * @param skip fields to leave out: those that are never answered, or, for what is sent, those that are only answered
 */
export function schemaSample(schema: unknown, skip: Skipped = 'writeOnly', depth = 0): unknown {
	if (!isObject(schema) || depth > deepest || schema[skip] === true) return undefined;
	if (Array.isArray(schema['allOf'])) return joined([withoutKey(schema, 'allOf'), ...schema['allOf']], skip, depth);
	const choices = [schema['oneOf'], schema['anyOf']].find(Array.isArray);
	if (choices && !isObject(schema['properties'])) return joined(choices, skip, depth);
	const type = Array.isArray(schema['type']) ? schema['type'].find(one => one !== 'null') : schema['type'];
	if (isObject(schema['properties']) || type === 'object') return objectSample(schema, skip, depth);
	if (type === 'array' || isObject(schema['items'])) {
		const item = schemaSample(schema['items'], skip, depth + 1);
		return item === undefined ? [] : [item];
	}
	return scalarSample(schema, type);
}

function objectSample(schema: JsonObject, skip: Skipped, depth: number): JsonObject {
	const properties = isObject(schema['properties']) ? schema['properties'] : {};
	return Object.fromEntries(
		Object.entries(properties).flatMap(([name, one]) =>
			isObject(one) && one[skip] === true ? [] : [[name, schemaSample(one, skip, depth + 1)]],
		),
	);
}

function joined(parts: readonly unknown[], skip: Skipped, depth: number): unknown {
	const samples = parts.map(part => schemaSample(part, skip, depth)).filter(one => one !== undefined);
	const objects = samples.filter(isObject);
	return objects.length > 0 ? Object.assign({}, ...objects) : samples[0];
}

function scalarSample(schema: JsonObject, type: unknown): unknown {
	const given = schema['example'] ?? (Array.isArray(schema['examples']) ? schema['examples'][0] : undefined);
	const value = given ?? schema['const'] ?? (Array.isArray(schema['enum']) ? schema['enum'][0] : undefined);
	if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value;
	if (type === 'integer' || type === 'number') return 1;
	if (type === 'boolean') return true;
	return type === 'string' ? 'text' : undefined;
}

const withoutKey = (schema: JsonObject, key: string): JsonObject =>
	Object.fromEntries(Object.entries(schema).filter(([name]) => name !== key));
