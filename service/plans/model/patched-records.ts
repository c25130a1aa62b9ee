import {isParameter, shapeOf} from './operation.ts';
import {segmentsOf} from '../../inference/path-template.ts';
import type {PlanEndpoint} from './plan-endpoint.ts';
import type {Schemas} from './schema.ts';

/** RFC 6902: a list of operations in the place of a record. */
export const isJsonPatch = (contentType: string): boolean => /^application\/json-patch\+json\b/i.test(contentType);

/**
 * Endpoints whose JSON Patch bodies are described by the record that they change: that of the PUT of the same path, else
 * that of the POST in front of it. A document says of such a body only what an operation looks like. Tests plan with the
 * fields of the record, and write them as operations.
 */
export function withPatchedRecords(endpoints: readonly PlanEndpoint[], schemas: Schemas): readonly PlanEndpoint[] {
	if (!endpoints.some(({body}) => body !== null && isJsonPatch(body.contentType))) return endpoints;
	const addressOf = ({path}: PlanEndpoint) => segmentsOf(path);
	const bodies = new Map(
		endpoints.map(one => [
			`${one.method} ${shapeOf(addressOf(one))}`,
			isJsonPatch(one.body?.contentType ?? '') ? null : one.body,
		]),
	);
	return endpoints.map(endpoint => {
		const {body} = endpoint;
		if (body === null || !isJsonPatch(body.contentType) || body.isGiven) return endpoint;
		const address = addressOf(endpoint);
		const collection = isParameter(address.at(-1) ?? '') ? address.slice(0, -1) : address;
		// A value that both of them allow is allowed, whatever the change is checked by.
		const known = [bodies.get(`PUT ${shapeOf(address)}`), bodies.get(`POST ${shapeOf(collection)}`)].flatMap(one =>
			one ? [schemas.view(one.schema).properties] : [],
		);
		const [properties = new Map<string, unknown>()] = known;
		if (properties.size === 0) return endpoint;
		const fields = [...properties.keys()].map(name => {
			const said = known.flatMap(one => (one.has(name) ? [one.get(name)] : []));
			return [name, said.length > 1 ? {allOf: said} : said[0]];
		});
		const schema = {type: 'object', properties: Object.fromEntries(fields)};
		return {...endpoint, body: {...body, schema, sample: null}};
	});
}
