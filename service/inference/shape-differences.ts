import {isObject} from './json-value.ts';

const deepest = 6;
const mostDifferences = 12;
const mostEntries = 20;
/** RFC 3339, as generated tests look for it. */
const moment =
	/^\d{4}-(?:0\d|1[0-2])-(?:[0-2]\d|3[01])[T ](?:[01]\d|2[0-3]):[0-5]\d:[0-6]\d(?:\.\d+)?(?:Z|[+-]\d\d:?\d\d)$/;

/**
 * Where a value differs from its schema in what people rely on: fields that are missing or not documented, other types,
 * null, values outside of an enumeration, moments without their offset. In words with the place, the first few.
 *
 * @param value undefined: the answer has none at that place
 * @param place where the value stands in its answer, `$.errors.body`
 */
export function shapeDifferences(schema: unknown, value: unknown, place = '$'): string[] {
	if (value === undefined) return [`${place} is missing`];
	const found = new Set<string>();
	walk(schema, value, place, 0, found);
	return [...found].slice(0, mostDifferences);
}

function walk(schema: unknown, value: unknown, place: string, depth: number, found: Set<string>): void {
	if (!isObject(schema) || depth > deepest || found.size >= mostDifferences) return;
	// What may be one of several shapes, or is only named, is not judged here.
	if (schema['oneOf'] || schema['anyOf'] || schema['not'] || schema['$ref']) return;
	if (Array.isArray(schema['allOf'])) return;
	const types = typesOf(schema);
	const actual = typeOf(value);
	if (types !== null && !types.some(type => fits(type, actual))) {
		found.add(value === null ? `${place} is null` : `${place} is ${actual}, not ${types.join(' or ')}`);
		return;
	}
	if (schema['format'] === 'date-time' && typeof value === 'string' && !moment.test(value))
		found.add(`${place} does not hold a date-time with its offset`);
	if (Array.isArray(schema['enum']) && typeof value === 'string' && !schema['enum'].includes(value))
		found.add(`${place} does not hold one of its values`);
	if (isObject(value)) {
		const properties = isObject(schema['properties']) ? schema['properties'] : {};
		const required = Array.isArray(schema['required']) ? schema['required'] : [];
		for (const name of required)
			if (typeof name === 'string' && !Object.hasOwn(value, name)) found.add(`${place}.${name} is missing`);
		if (Object.keys(properties).length > 0 && schema['additionalProperties'] === undefined)
			for (const name of Object.keys(value))
				if (!Object.hasOwn(properties, name)) found.add(`${place}.${name} is not documented`);
		for (const [name, one] of Object.entries(value))
			if (Object.hasOwn(properties, name)) walk(properties[name], one, `${place}.${name}`, depth + 1, found);
	} else if (Array.isArray(value))
		for (const entry of value.slice(0, mostEntries)) walk(schema['items'], entry, `${place}[*]`, depth + 1, found);
}

function typesOf(schema: Record<string, unknown>): string[] | null {
	const {type, nullable} = schema;
	const types =
		typeof type === 'string' ? [type] : Array.isArray(type) ? type.filter(one => typeof one === 'string') : [];
	if (types.length === 0) return null;
	return nullable === true ? [...types, 'null'] : types;
}

function typeOf(value: unknown): string {
	if (value === null) return 'null';
	if (Array.isArray(value)) return 'array';
	if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
	return typeof value;
}

const fits = (type: string, actual: string): boolean => type === actual || (type === 'number' && actual === 'integer');
