import type {Json, JsonSchema} from '../recipe.ts';

type Bound = 'min' | 'max' | 'below' | 'above' | undefined;

/**
 * A value of a schema, the same for the same seed; with a bound: exactly at its limit, or one beyond. Templates choose
 * values with a meaning themselves; this is for recipes that say no more than a schema.
 */
export function generatedValue(schema: JsonSchema, bound: Bound, seed: string, depth = 0): Json {
	if (typeof schema === 'boolean') return null;
	const {type, enum: options, const: only, example, default: preset} = schema as Record<string, unknown>;
	if (bound === undefined) {
		for (const given of [only, example, preset, Array.isArray(options) ? options[0] : undefined])
			if (given !== undefined) return given as Json;
	}
	const kinds = (Array.isArray(type) ? type : [type]).filter(kind => kind !== 'null');
	const numbers = schema as Record<string, number | undefined>;
	switch (kinds[0]) {
		case 'integer':
		case 'number':
			return boundedNumber(numbers, bound, kinds[0] === 'integer');
		case 'boolean':
			return true;
		case 'array': {
			const size = bounded(numbers['minItems'] ?? 0, numbers['maxItems'], bound, 1);
			const item = generatedValue((schema['items'] as JsonSchema | undefined) ?? true, undefined, seed, depth + 1);
			return Array.from({length: depth > 3 ? 0 : size}, () => item);
		}
		case 'object': {
			const properties = (schema['properties'] as Record<string, JsonSchema> | undefined) ?? {};
			const required = new Set((schema['required'] as string[] | undefined) ?? []);
			return Object.fromEntries(
				Object.entries(properties)
					.filter(([name]) => required.has(name) || depth === 0)
					.map(([name, part]) => [name, generatedValue(part, undefined, seed, depth + 1)]),
			);
		}
		default: {
			const word = wordOf(seed);
			const wanted = bounded(numbers['minLength'] ?? 0, numbers['maxLength'], bound, word.length);
			return bound === undefined ? word.padEnd(wanted, 'x').slice(0, Math.max(wanted, 1)) : 'x'.repeat(wanted);
		}
	}
}

function boundedNumber(schema: Record<string, number | undefined>, bound: Bound, isInteger: boolean): number {
	const step = schema['multipleOf'] ?? (isInteger ? 1 : 0.5);
	const low =
		schema['minimum'] ?? (schema['exclusiveMinimum'] === undefined ? undefined : schema['exclusiveMinimum'] + step);
	const high =
		schema['maximum'] ?? (schema['exclusiveMaximum'] === undefined ? undefined : schema['exclusiveMaximum'] - step);
	if (bound === 'min') return low ?? 0;
	if (bound === 'below') return (low ?? 0) - step;
	if (bound === 'max') return high ?? 1;
	if (bound === 'above') return (high ?? 1) + step;
	return Math.min(Math.max(low ?? 1, step), high ?? Number.POSITIVE_INFINITY);
}

function bounded(low: number, high: number | undefined, bound: Bound, usual: number): number {
	if (bound === 'min') return low;
	if (bound === 'below') return Math.max(low - 1, 0);
	if (bound === 'max') return high ?? low;
	if (bound === 'above') return (high ?? low) + 1;
	return Math.min(Math.max(low, usual), high ?? Number.POSITIVE_INFINITY);
}

const words = ['amber', 'cedar', 'copper', 'harbor', 'linden', 'meadow', 'marsh', 'willow'];

function wordOf(seed: string): string {
	let sum = 0;
	for (const character of seed) sum = (sum * 31 + character.codePointAt(0)!) >>> 0;
	return words[sum % words.length]!;
}
