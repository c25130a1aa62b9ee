import type * as z from 'zod/mini';
import {bare, definitionOf} from '../../build/schema-parts.ts';

type Schema = z.ZodMiniType;
type Fields = Record<string, unknown>;
/** What is done to every field that an answer can do without. */
export const variations = ['left out', 'left out within', 'null', 'null within', 'with extras'] as const;
export type Variation = (typeof variations)[number];

const canBeMissing = (schema: Schema): boolean => bare(schema).isOptional || bare(schema).isNullable;

const isNested = (value: unknown): boolean =>
	Array.isArray(value) ? value.some(isNested) : typeof value === 'object' && value !== null;

/**
 * An answer changed as a service of the same API may send it: `left out` and `null` change every field that may be
 * missing, `… within` keeps those that hold objects and changes what is inside of them, `with extras` adds a field to
 * every object that allows others.
 * @param only changes nothing but the fields of that path (list places are `[]`)
 */
export function varied(schema: Schema, value: unknown, how: Variation, only?: string, path = ''): unknown {
	const {schema: inner} = bare(schema);
	const {type, shape, element, valueType, options} = definitionOf(inner);
	if (value === null || value === undefined) return value;
	if (type === 'array' && Array.isArray(value) && element)
		return value.map(one => varied(element, one, how, only, `${path}[]`));
	if (typeof value !== 'object' || Array.isArray(value)) return value;
	if (type === 'union' && options) {
		const fitting = options.find(option => option.safeParse(value).success);
		return fitting ? varied(fitting, value, how, only, path) : value;
	}
	const fields = value as Fields;
	if (type === 'record' && valueType)
		return Object.fromEntries(
			Object.entries(fields).map(([key, one]) => [key, varied(valueType, one, how, only, `${path}{}`)]),
		);
	if (type !== 'object' || !shape) return value;
	const changed: Fields = {...fields};
	for (const [key, part] of Object.entries(shape)) {
		const place = `${path}.${key}`;
		const isChosen = only === undefined ? !how.endsWith('within') || !isNested(fields[key]) : only === place;
		if (!canBeMissing(part) || how === 'with extras' || !isChosen) {
			if (Object.hasOwn(fields, key)) changed[key] = varied(part, fields[key], how, only, place);
		} else if (how.startsWith('null')) changed[key] = null;
		else delete changed[key];
	}
	if (how === 'with extras' && definitionOf(inner).catchall)
		Object.assign(changed, {aFieldOfTheirs: {of: ['any', 'shape', null]}, another: null});
	return changed;
}

/** Paths of all fields of a value that its schema lets be missing, as `varied` takes them. */
export function missable(schema: Schema, value: unknown, path = ''): string[] {
	const {schema: inner} = bare(schema);
	const {type, shape, element, valueType, options} = definitionOf(inner);
	if (value === null || value === undefined) return [];
	if (type === 'array' && Array.isArray(value) && element)
		return [...new Set(value.flatMap(one => missable(element, one, `${path}[]`)))];
	if (typeof value !== 'object' || Array.isArray(value)) return [];
	if (type === 'union' && options) {
		const fitting = options.find(option => option.safeParse(value).success);
		return fitting ? missable(fitting, value, path) : [];
	}
	if (type === 'record' && valueType)
		return [...new Set(Object.values(value).flatMap(one => missable(valueType, one, `${path}{}`)))];
	if (type !== 'object' || !shape) return [];
	return Object.entries(shape).flatMap(([key, part]) => [
		...(canBeMissing(part) ? [`${path}.${key}`] : []),
		...missable(part, (value as Fields)[key], `${path}.${key}`),
	]);
}
