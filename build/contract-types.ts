import * as z from 'zod/mini';
import {bare, definitionOf} from './schema-parts.ts';

type Schema = z.ZodMiniType;

/** Writes schemas of the contract as types, every named object once. */
export type TypeWriter = {
	/** The type of an answer; objects with a name stand by it. */
	typeOf(schema: Schema): string;
	/** Fields of an object, one a line: name, type. */
	fieldsOf(schema: Schema): string[];
	/** Objects that were named so far and what they hold, until nothing new is named. */
	namedObjects(): Array<{name: string; fields: string[]}>;
};

/** @param names exported names of schemas by the schema */
export function createTypeWriter(names: ReadonlyMap<unknown, string>): TypeWriter {
	const wanted = new Map<string, Schema>();

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
		if (shape) return `{${fieldsOf(schema).join(', ')}}`;
		if (element) {
			const one = typeOf(element);
			return /[ |]/.test(one) && !one.startsWith('{') ? `(${one})[]` : `${one}[]`;
		}
		if (valueType) return `{[key]: ${typeOf(valueType)}}`;
		if (options) return options.map(option => typeOf(option)).join(' | ');
		if (entries) return alternatives(Object.values(entries));
		if (values) return alternatives(values);
		const known = (z.globalRegistry.get(schema) as {'x-values'?: string[]} | undefined)?.['x-values'];
		if (known) return alternatives(known);
		return type === 'unknown' || type === 'any' ? 'any' : type;
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

	return {typeOf, fieldsOf, namedObjects};
}

const alternatives = (values: readonly unknown[]) => values.map(value => JSON.stringify(value)).join(' | ');
