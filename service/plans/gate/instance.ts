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
const mostDepth = 5;

/** A value that fits a schema. */
export function instanceOf(schema: JsonSchema, seed: string, depth = 0): Json {
	if (typeof schema === 'boolean' || depth > mostDepth) return null;
	const options = schema['enum'];
	if (Array.isArray(options)) return (options.find(option => option !== null) ?? null) as Json;
	if (schema['const'] !== undefined) return schema['const'] as Json;
	const types = typesOf(schema);
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
