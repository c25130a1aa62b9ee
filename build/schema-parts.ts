import type * as z from 'zod/mini';

type Schema = z.ZodMiniType;

/** What zod keeps of a schema, as far as a walk needs it. */
export type Definition = {
	type: string;
	shape?: Record<string, Schema>;
	catchall?: Schema;
	element?: Schema;
	innerType?: Schema;
	valueType?: Schema;
	options?: Schema[];
	values?: unknown[];
	entries?: Record<string, string>;
	getter?: () => Schema;
	in?: Schema;
};

export const definitionOf = (schema: Schema): Definition => (schema as unknown as {_zod: {def: Definition}})._zod.def;

/** A schema below what makes it optional or nullable, and which of both it is. */
export function bare(schema: Schema): {schema: Schema; isOptional: boolean; isNullable: boolean} {
	let inner = schema;
	let [isOptional, isNullable] = [false, false];
	for (;;) {
		const {type, innerType, getter, in: input} = definitionOf(inner);
		if ((type === 'optional' || type === 'nullable') && innerType) {
			isOptional ||= type === 'optional';
			isNullable ||= type === 'nullable';
			inner = innerType;
		} else if (type === 'lazy' && getter) inner = getter();
		else if (type === 'pipe' && input) inner = input;
		else return {schema: inner, isOptional, isNullable};
	}
}
