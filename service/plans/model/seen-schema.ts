import type {PlanAnswer, PlanEndpoint} from './plan-endpoint.ts';
import type {JsonType, Schemas, SchemaView} from './schema.ts';

/** Endpoints whose answers say what was seen of them and, of what was not, what their document says. */
export const withDocumented = (endpoints: readonly PlanEndpoint[], schemas: Schemas): readonly PlanEndpoint[] =>
	endpoints.map(endpoint =>
		endpoint.answers.some(({documented}) => documented !== undefined)
			? {...endpoint, answers: endpoint.answers.map(one => answerOf(one, schemas))}
			: endpoint,
	);

const answerOf = ({documented, ...answer}: PlanAnswer, schemas: Schemas): PlanAnswer =>
	documented === undefined ? answer : {...answer, schema: bothOf(schemas, documented, answer.schema)};

/**
 * The schema of what was seen, with what its document says beside it. Names and types are those that were seen where the
 * two differ; a field that may be left out stays so though every record that was seen had it, and one that no record had
 * is still known.
 */
export function bothOf(schemas: Schemas, documented: unknown, seen: unknown): unknown {
	const [said, shown] = [schemas.view(documented), schemas.view(seen)];
	if (said.variants.length > 0) return seen;
	// `null` alone tells nothing of the other values.
	if (shown.types.size === 0) return shown.nullable ? {allOf: [documented], nullable: true} : documented;
	if (said.types.size > 0 && ![...shown.types].every(type => isOneOf(type, said))) return seen;
	if (shown.types.has('array')) {
		if (said.items === null || shown.items === null) return said.items === null ? seen : documented;
		return {type: 'array', items: bothOf(schemas, said.items, shown.items)};
	}
	if (!shown.types.has('object')) return shown.nullable ? {allOf: [documented], nullable: true} : documented;
	if (said.properties.size === 0) return seen;
	const properties = Object.fromEntries(
		[...new Set([...said.properties.keys(), ...shown.properties.keys()])].map(name => {
			const [one, other] = [said.properties.get(name), shown.properties.get(name)];
			return [name, one !== undefined && other !== undefined ? bothOf(schemas, one, other) : (one ?? other)];
		}),
	);
	const required = Object.keys(properties).filter(
		name => shown.required.has(name) && (said.required.has(name) || !said.properties.has(name)),
	);
	const isClosed = said.closed && [...shown.properties.keys()].every(name => said.properties.has(name));
	return {
		type: 'object',
		...(said.name === null ? {} : {title: said.name}),
		properties,
		...(required.length > 0 ? {required} : {}),
		...(isClosed ? {additionalProperties: false} : {}),
		...(shown.nullable || said.nullable ? {nullable: true} : {}),
	};
}

const isOneOf = (type: JsonType, {types}: SchemaView): boolean =>
	types.has(type) || (type === 'integer' && types.has('number'));
