import type {RequestBody} from '../domain/endpoint-detail.ts';
import {isObject, type JsonObject} from '../../source/documents/document-value.ts';
import {inlineSchema, resolved} from './inline-schema.ts';

const largestExample = 16_384;
const mostExamples = 3;
const mostBodies = 6;

/** The content that is sent or shown: JSON before all others. */
export function contentOf(
	root: JsonObject,
	content: unknown,
): {contentType: string | null; content: JsonObject | null} {
	if (!isObject(content)) return {contentType: null, content: null};
	const types = Object.keys(content);
	const contentType = types.find(type => /^application\/(?:[\w.+-]+\+)?json\b/i.test(type)) ?? types[0] ?? null;
	return {contentType, content: contentType === null ? null : resolved(root, content[contentType])};
}

/** Up to three examples that a document gives for a content, those of the content itself first. */
export function examplesOf(root: JsonObject, content: JsonObject | null): unknown[] {
	if (content === null) return [];
	const found: unknown[] = [];
	if (content['example'] !== undefined) found.push(content['example']);
	if (isObject(content['examples'])) {
		for (const one of Object.values(content['examples'])) {
			const value = resolved(root, one)?.['value'];
			if (value !== undefined) found.push(value);
		}
	}
	const schema = resolved(root, content['schema']);
	if (schema?.['example'] !== undefined) found.push(schema['example']);
	if (Array.isArray(schema?.['examples'])) found.push(...schema['examples']);
	return found.slice(0, mostExamples).filter(one => JSON.stringify(one).length <= largestExample);
}

/** Every way to send a body that an operation documents. */
export function bodiesOf(root: JsonObject, operation: JsonObject): {required: boolean; bodies: RequestBody[]} {
	const request = resolved(root, operation['requestBody']);
	if (!request || !isObject(request['content'])) return {required: false, bodies: []};
	const bodies = Object.entries(request['content'])
		.slice(0, mostBodies)
		.map(([contentType, value]): RequestBody => {
			const content = resolved(root, value);
			const schema = content ? inlineSchema(root, content['schema']) : null;
			return {contentType: contentType.slice(0, 200), schema, examples: examplesOf(root, content)};
		});
	return {required: request['required'] === true, bodies};
}
