import type {Answer} from '../domain/endpoint-detail.ts';
import {schemaOfSamples} from './sample-schema.ts';

/** Headers that say of a record where it is, which version it has, and what lies around it. */
const telling = ['location', 'etag', 'link'];

/**
 * Places and types of answers that were seen; never their values.
 *
 * @param headers of one of them, by names in lower case
 * @param values their bodies as JSON; empty: they have none, or not all of it is known
 */
export function seenAnswer(
	status: number,
	headers: Readonly<Record<string, string | undefined>>,
	values: readonly unknown[],
): Answer {
	return {
		status: String(status),
		description: null,
		contentType: headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase() || null,
		schema: values.length === 0 ? null : schemaOfSamples(values),
		examples: [],
		headers: telling
			.filter(name => headers[name] !== undefined)
			.map(name => ({name, required: false, schema: {type: 'string'}})),
		observed: true,
	};
}
