import * as z from 'zod/mini';
import {bare, definitionOf} from './schema-parts.ts';

type Schema = z.ZodMiniType;

/** Writes schemas of the contract as types, every named object once. */
export type TypeWriter = {
	/** The type of an answer; objects with a name stand by it. */
	typeOf(schema: Schema): string;
	/** Fields of an object, one a line: name, type. */
	fieldsOf(schema: Schema): string[];
	/**
	 * The same without its own name: every field, or what it adds to a named object that it repeats whole.
	 */
	wholeTypeOf(schema: Schema): string;
	/** Objects that were named so far and what they hold, until nothing new is named. */
	namedObjects(): Array<{name: string; fields: string[]}>;
};

/** @param names exported names of schemas by the schema */
export function createTypeWriter(names: ReadonlyMap<unknown, string>): TypeWriter {
	const wanted = new Map<string, Schema>();
	const objects = [...names].flatMap(([schema, name]) => {
		const {shape} = definitionOf(schema as Schema);
		return shape ? [{name, schema: schema as Schema, shape}] : [];
	});

	function typeOf(schema: Schema): string {
		const {schema: inner, isNullable} = bare(schema);
		const type = plainType(inner);
		return isNullable ? `${type} | null` : type;
	}

	function plainType(schema: Schema): string {
		const {type, shape, element, valueType, options, values, entries} = definitionOf(schema);
		const name = names.get(schema);
		if (shape && name !== undefined) {
			wanted.set(name, schema);
			return name;
		}
		if (shape) return unnamed(schema);
		if (element) {
			const one = typeOf(element);
			return / [|&] /.test(one) && !isOneObject(one) ? `(${one})[]` : `${one}[]`;
		}
		if (valueType) return `{[key]: ${typeOf(valueType)}}`;
		if (options) return options.map(option => typeOf(option)).join(' | ');
		if (entries) return alternatives(Object.values(entries));
		if (values) return alternatives(values);
		const known = (z.globalRegistry.get(schema) as {'x-values'?: string[]} | undefined)?.['x-values'];
		if (known) return alternatives(known);
		return type === 'unknown' || type === 'any' ? 'JSON' : type;
	}

	/** What an object without a name holds. One that was spread out of a named one has the very schemas of its fields. */
	function unnamed(schema: Schema): string {
		const {shape = {}} = definitionOf(schema);
		const [base] = objects
			.filter(one => one.schema !== schema && Object.keys(one.shape).length >= fewestShared)
			.filter(one => Object.entries(one.shape).every(([key, part]) => shape[key] === part))
			.sort((a, b) => Object.keys(b.shape).length - Object.keys(a.shape).length);
		const added = base ? fieldsOf(schema).filter((_, index) => !(Object.keys(shape)[index]! in base.shape)) : [];
		if (!base) return `{${fieldsOf(schema).join(', ')}}`;
		wanted.set(base.name, base.schema);
		return added.length === 0 ? base.name : `${base.name} & {${added.join(', ')}}`;
	}

	function fieldsOf(schema: Schema): string[] {
		return Object.entries(definitionOf(bare(schema).schema).shape ?? {}).map(
			([key, part]) => `${key}${bare(part).isOptional ? '?' : ''}: ${typeOf(part)}`,
		);
	}

	function namedObjects(): Array<{name: string; fields: string[]}> {
		const written = new Map<string, string[]>();
		for (;;) {
			const next = [...wanted].find(([name]) => !written.has(name));
			if (!next) break;
			written.set(next[0], fieldsOf(next[1]));
		}
		return [...written].map(([name, fields]) => ({name, fields})).sort((a, b) => (a.name < b.name ? -1 : 1));
	}

	const wholeTypeOf = (schema: Schema): string => {
		const {schema: inner, isNullable} = bare(schema);
		const type = definitionOf(inner).shape ? unnamed(inner) : typeOf(inner);
		return isNullable ? `${type} | null` : type;
	};

	return {typeOf, wholeTypeOf, fieldsOf, namedObjects};
}

/** Two objects may both have a name and an id; what shares that many fields repeats the other. */
const fewestShared = 3;

/** `{…}` whole, and not `{…} & {…}`. */
function isOneObject(type: string): boolean {
	let depth = 0;
	const end = [...type].findIndex(character => {
		if (character === '{') depth++;
		if (character === '}') depth--;
		return depth === 0;
	});
	return type.startsWith('{') && end === type.length - 1;
}

const alternatives = (values: readonly unknown[]) => values.map(value => JSON.stringify(value)).join(' | ');
