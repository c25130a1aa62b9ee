import type {JsonSchema} from '../recipe.ts';

/** Names of the types a schema allows; empty when it does not say. */
export function typesOf(schema: JsonSchema): string[] {
	if (typeof schema === 'boolean') return [];
	const {type, properties, items} = schema;
	const types = Array.isArray(type) ? (type as string[]) : typeof type === 'string' ? [type] : [];
	if (types.length === 0) return properties ? ['object'] : items ? ['array'] : [];
	return schema['nullable'] === true && !types.includes('null') ? [...types, 'null'] : types;
}
