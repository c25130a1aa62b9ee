import {generatedValue} from '../code/generated-value.ts';
import {typesOf} from '../code/value-rules.ts';
import {fitsPattern} from '../data/pattern.ts';
import type {Json, JsonSchema} from '../recipe.ts';

const formats: Record<string, string> = {
	'date-time': '2024-05-06T07:08:09Z',
	date: '2024-05-06',
	uuid: '0b0e6f6e-7d3c-4c1e-9d52-0f7a3f1d2b11',
	email: 'amber@example.com',
	uri: 'http://example.com/',
};

const samples = [
	'abc',
	'ABC-1',
	'abc_1',
	'1',
	'ord_1',
	'usr_1',
	'2024-05-06',
	'12345',
	'#a1b2c3',
	'a@example.com',
	'+4612345678',
];
const mostDepth = 8;

/** A value that fits a schema. */
export function instanceOf(schema: JsonSchema, seed: string, depth = 0): Json {
	if (typeof schema === 'boolean' || depth > mostDepth) return null;
	const options = schema['enum'];
	if (Array.isArray(options)) return (options.find(option => option !== null) ?? null) as Json;
	if (schema['const'] !== undefined) return schema['const'] as Json;
	const types = typesOf(schema);
	if (types.length > 0 && types.every(type => type === 'null')) return null;
	if (types.includes('object')) {
		const properties = Object.entries((schema['properties'] as Record<string, JsonSchema> | undefined) ?? {});
		const required = new Set((schema['required'] as string[] | undefined) ?? []);
		// A record of which all may be left out has its first field, so that it is one.
		const known = properties.filter(([name], place) => required.has(name) || (required.size === 0 && place === 0));
		const more = [...required].filter(name => !properties.some(([key]) => key === name));
		return Object.fromEntries([
			...known.map(([name, part]) => [name, instanceOf(part, seed, depth + 1)] as const),
			...more.map(name => [name, 'any'] as const),
		]);
	}
	if (types.includes('array')) {
		const items = (schema['items'] as JsonSchema | undefined) ?? true;
		const count = Math.max(Number(schema['minItems'] ?? 0), 1);
		return Array.from({length: count}, () => instanceOf(items, seed, depth + 1));
	}
	if (types.includes('string')) {
		const {pattern, format} = schema as {pattern?: string; format?: string};
		if (format !== undefined && formats[format] !== undefined) return formats[format];
		if (typeof pattern === 'string') return samples.find(sample => fits(pattern, sample)) ?? patternSample(pattern);
		return String(generatedValue({...schema, type: 'string'}, undefined, seed));
	}
	if (types.length === 0) return 'any';
	return generatedValue(schema, undefined, seed);
}

/**
 * A text or number that names a record and fits the schema of its field: the usual one where it does, else one of that
 * form, another for another place.
 *
 * @param usual what it is where the schema has no form for it
 */
export function handleLike(schema: JsonSchema | undefined, usual: string, place: number): Json {
	if (schema === undefined || typeof schema === 'boolean') return usual;
	const types = typesOf(schema);
	if ((types.includes('integer') || types.includes('number')) && !types.includes('string')) return 7001 + place;
	const {pattern, format} = schema as {pattern?: string; format?: string};
	if (format === 'uuid') return `${formats['uuid']!.slice(0, -4)}${String(1000 + place)}`;
	if (typeof pattern !== 'string' || fits(pattern, usual)) return usual;
	const likely = [...samples.slice(place % samples.length), ...samples].find(sample => fits(pattern, sample));
	return likely ?? instanceOf(schema, usual);
}

/** A schema of which whatever fits it fits both; where they exclude each other the second one counts. */
export function bothOf(one: JsonSchema, other: JsonSchema): JsonSchema {
	if (typeof one === 'boolean') return other;
	if (typeof other === 'boolean') return one;
	const {nullable: _one, type: _first, ...before} = one;
	const {nullable: _other, type: _second, ...after} = other;
	const types = commonTypes(typesOf(one), typesOf(other));
	const [parts, more] = [before, after].map(({properties}) => (properties ?? {}) as Record<string, JsonSchema>);
	const required = [before, after].flatMap(({required: names}) => (names ?? []) as string[]);
	const least = Math.max(...[before, after].map(({minItems}) => Number(minItems ?? 0)));
	return {
		...before,
		...after,
		...(types.length === 0 ? {} : {type: types.length === 1 ? types[0]! : types}),
		...(before['properties'] || after['properties']
			? {
					properties: {
						...parts,
						...Object.fromEntries(
							Object.entries(more!).map(([name, part]) => [name, bothOf(parts![name] ?? true, part)] as const),
						),
					},
				}
			: {}),
		...(required.length > 0 ? {required: [...new Set(required)]} : {}),
		...(before['items'] !== undefined && after['items'] !== undefined
			? {items: bothOf(before['items'] as JsonSchema, after['items'] as JsonSchema)}
			: {}),
		...(least > 0 ? {minItems: least} : {}),
	} as JsonSchema;
}

/** A schema at the end of a way of names: each of them has to be there. */
export const within = (segments: readonly unknown[], schema: JsonSchema): JsonSchema =>
	segments.reduceRight<JsonSchema>(
		(inner, name) => ({type: 'object', properties: {[String(name)]: inner}, required: [String(name)]}),
		schema,
	);

/** Whether there is a type that two schemas both allow. */
export function mayBothBe(one: JsonSchema, other: JsonSchema): boolean {
	if (typeof one === 'boolean' || typeof other === 'boolean') return true;
	const [types, others] = [typesOf(one), typesOf(other)];
	return types.length === 0 || others.length === 0 || sharedTypes(types, others).length > 0;
}

/** Types in both lists. A whole number is a number as well. */
function sharedTypes(one: readonly string[], other: readonly string[]): string[] {
	const isIn = (type: string, types: readonly string[]) =>
		types.includes(type) || (type === 'integer' && types.includes('number'));
	const common = [...one.filter(type => isIn(type, other)), ...other.filter(type => isIn(type, one))];
	return [...new Set(common)];
}

/** The same; where they exclude each other those of the second one. */
function commonTypes(one: readonly string[], other: readonly string[]): readonly string[] {
	if (one.length === 0) return other;
	if (other.length === 0) return one;
	const common = sharedTypes(one, other);
	return common.length > 0 ? common : other;
}

/** Whether a text fits a pattern; nothing fits one that is no regular expression, or that would take too long. */
const fits = (pattern: string, text: string): boolean => fitsPattern(pattern, text) === true;

/** Something that fits a simple pattern: its fixed letters, one of each set. */
function patternSample(pattern: string): string {
	return pattern
		.replace(/^\^|\$$/g, '')
		.replace(/\\d/g, '0')
		.replace(/\\w/g, 'a')
		.replace(/\[\^?(.)[^\]]{0,500}\]/g, '$1')
		.replace(/(.)\{(\d+)(?:,\d*)?\}/g, (_, one: string, times: string) => one.repeat(Number(times)))
		.replace(/(.)[+*?]/g, '$1');
}
