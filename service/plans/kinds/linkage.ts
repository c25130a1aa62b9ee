import {isEnvelope} from '../model/answer-form.ts';
import type {PlanOperation} from '../model/operation.ts';
import type {Schemas} from '../model/schema.ts';

const identifier = new Set(['type', 'id', 'meta']);

/**
 * `POST /articles/{id}/relationships/tags {data: [{type, id}]}`: the whole body says which records are meant, as JSON:API
 * does. What is there is related; nothing is made.
 */
export function isLinkage({endpoint}: PlanOperation, schemas: Schemas): boolean {
	const [only, ...others] = schemas.view(endpoint.body?.schema).properties;
	if (only === undefined || others.length > 0 || !isEnvelope(only[0])) return false;
	const held = schemas.view(only[1]);
	const {properties} = held.items === null ? held : schemas.view(held.items);
	return properties.has('type') && properties.has('id') && [...properties.keys()].every(name => identifier.has(name));
}
