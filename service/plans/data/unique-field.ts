import type {PlanOperation} from '../model/operation.ts';
import {numberIn, type Schemas, textIn} from '../model/schema.ts';
import {isUnique} from './unique-text.ts';

const tagLength = 8;

/**
 * The field that a creator may not get twice when its document speaks of a conflict (409) and of no unique field: its
 * first required text that a tag has room in. Null: some field is unique by its name, or there is no such text.
 */
export function uniqueField(schemas: Schemas, {method, statuses, endpoint}: PlanOperation): string | null {
	if (method !== 'POST' || !statuses.includes(409) || endpoint.body === null) return null;
	const {properties, required} = schemas.view(endpoint.body.schema);
	const fields = [...properties].map(([name, schema]) => ({name, view: schemas.view(schema)}));
	if (fields.some(({name, view}) => view.types.has('string') && isUnique(name, view))) return null;
	const free = fields.find(
		({name, view}) =>
			required.has(name) &&
			view.types.has('string') &&
			!view.types.has('object') &&
			view.enum === null &&
			(textIn(view.words, 'format') ?? 'email') === 'email' &&
			(numberIn(view.words, 'maxLength') ?? tagLength) >= tagLength,
	);
	return free?.name ?? null;
}
