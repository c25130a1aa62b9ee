import {isObject, type JsonObject} from './json-value.ts';

const deepest = 12;
const mostEntries = 50;
const mostProperties = 300;

/**
 * JSON Schema that all of some values fit: types, properties, what every one of them has, and how texts look. Nothing
 * of the values themselves goes into it.
 */
export function schemaOfSamples(samples: readonly unknown[]): Record<string, unknown> {
	return described(samples, 0);
}

function described(samples: readonly unknown[], depth: number): Record<string, unknown> {
	const types = new Set<string>();
	for (const sample of samples) types.add(typeOf(sample));
	if (types.has('number')) types.delete('integer');
	if (types.size === 0) return {};
	const schema: Record<string, unknown> = {type: types.size === 1 ? [...types][0] : [...types].sort()};
	if (depth >= deepest) return schema;
	const objects = samples.filter(isObject);
	if (objects.length > 0) Object.assign(schema, propertiesOf(objects, depth));
	const arrays = samples.filter(one => Array.isArray(one));
	if (arrays.length > 0) {
		const entries = arrays.flatMap(one => one.slice(0, mostEntries));
		schema['items'] = entries.length === 0 ? {} : described(entries.slice(0, 4 * mostEntries), depth + 1);
	}
	const texts = samples.filter(one => typeof one === 'string');
	const format = texts.length === 0 ? null : formatOf(texts[0]!);
	if (format !== null && texts.every(text => formatOf(text) === format)) schema['format'] = format;
	return schema;
}

function propertiesOf(objects: readonly JsonObject[], depth: number): Record<string, unknown> {
	const values = new Map<string, unknown[]>();
	for (const object of objects)
		for (const [name, value] of Object.entries(object)) {
			if (name === '__proto__') continue;
			const known = values.get(name);
			if (known) known.push(value);
			else if (values.size < mostProperties) values.set(name, [value]);
		}
	const required = [...values].filter(([, some]) => some.length === objects.length).map(([name]) => name);
	return {
		properties: Object.fromEntries([...values].map(([name, some]) => [name, described(some, depth + 1)])),
		...(required.length > 0 ? {required} : {}),
	};
}

function typeOf(value: unknown): string {
	if (value === null || value === undefined) return 'null';
	if (Array.isArray(value)) return 'array';
	if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
	return typeof value;
}

const formats: ReadonlyArray<readonly [string, RegExp]> = [
	['date-time', /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)?$/],
	['date', /^\d{4}-\d\d-\d\d$/],
	['uuid', /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i],
	['email', /^[^\s@]{1,64}@[^\s@]{1,255}\.[^\s@.]{1,63}$/],
	['uri', /^https?:\/\/\S+$/],
];

function formatOf(text: string): string | null {
	if (text.length > 400) return null;
	return formats.find(([, look]) => look.test(text))?.[0] ?? null;
}
