import * as z from 'zod/mini';

type JsonSchema = {[key: string]: unknown};

/**
 * The JSON schema from which fast-json-stringify builds a route's serialiser. Unknown keys survive, because answers are
 * loose objects. `anyOf` with null becomes `nullable`: a union is resolved by validating at run time, a flag is not.
 */
export function responseSchema(response: z.ZodMiniType): JsonSchema {
	const schema = z.toJSONSchema(response, {target: 'draft-7', io: 'output', unrepresentable: 'any'});
	return simplify(schema as JsonSchema) as JsonSchema;
}

function simplify(node: unknown): unknown {
	if (Array.isArray(node)) return node.map(simplify);
	if (typeof node !== 'object' || node === null) return node;
	const {anyOf, $schema: _version, ...rest} = node as JsonSchema;
	const simple = Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, simplify(value)]));
	if (anyOf === undefined) return simple;
	const [only, ...others] = (anyOf as JsonSchema[]).filter(branch => branch['type'] !== 'null');
	if (only === undefined || others.length > 0) return {...simple, anyOf: simplify(anyOf)};
	return {...simple, ...(simplify(only) as JsonSchema), nullable: true};
}
