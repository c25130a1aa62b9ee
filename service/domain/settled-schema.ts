/** What refusals have said of the fields of a body, as a JSON Schema of the body. */
export type SettledSchema = {properties: Record<string, unknown>; required: string[]};

/** Two of them as one: of the same field the later word counts, of the fields within it both. */
export function bothSchemas(before: SettledSchema, later: SettledSchema): SettledSchema {
	const known = new Map(Object.entries(before.properties));
	const properties = Object.entries(later.properties).map(([name, one]): [string, unknown] => {
		const earlier = known.get(name);
		return [name, isRecord(earlier) && isRecord(one) ? bothSchemas(earlier, one) : one];
	});
	return {
		properties: {...before.properties, ...Object.fromEntries(properties)},
		required: [...new Set([...before.required, ...later.required])],
	};
}

const isRecord = (schema: unknown): schema is SettledSchema =>
	typeof schema === 'object' && schema !== null && 'properties' in schema && 'required' in schema;
