import {textOf} from '../../source/documents/document-text.ts';
import {isObject, type JsonObject, parsedValue} from '../../source/documents/document-value.ts';
import {joinedParts, outwardReferences} from '../../source/documents/outward-references.ts';
import {resolveAlone, resolveInOrigin} from '../../source/documents/resolve-part.ts';
import {resolved} from './inline-schema.ts';

/** The files that a document of an address refers to, named by path and query. */
export type DocumentParts = {origin: string; name: string; files: ReadonlyMap<string, Uint8Array>};

/** A document with the files that it refers to as one. Throws `UnreadableDocument` for a file that cannot be read. */
export function withParts(root: JsonObject, {origin, name, files}: DocumentParts): JsonObject {
	if (files.size === 0) return root;
	const values = new Map([...files].map(([file, bytes]) => [file, parsedValue(textOf(bytes))]));
	return joinedParts(root, name, values, resolveInOrigin(origin));
}

/** A document that came alone: what it refers to outside of itself is told, not read. */
export function alone(root: JsonObject, skipped: (what: string) => void): JsonObject {
	for (const {file, at} of outwardReferences(root)) {
		const found = resolveAlone('', file);
		if ('refused' in found)
			skipped(`${at.slice(0, 200)} refers to ${JSON.stringify(file.slice(0, 120))}: ${found.refused}`);
	}
	return root;
}

/**
 * Swagger 2.0 with its path items, parameters and answers where the library that brings it up to OpenAPI 3 looks for them:
 * in the paths, not behind a `$ref` to a part.
 */
export function withPlainPaths(root: JsonObject): JsonObject {
	const paths = resolved(root, root['paths']);
	if (paths === null) return root;
	const plain = (value: unknown): unknown => (isPartReference(value) ? (resolved(root, value) ?? value) : value);
	const operationOf = (value: unknown): unknown => {
		if (!isObject(value)) return value;
		const {parameters, responses} = value;
		return {
			...value,
			...(Array.isArray(parameters) ? {parameters: parameters.map(plain)} : {}),
			...(isObject(responses) ? {responses: mapped(responses, plain)} : {}),
		};
	};
	const itemOf = (value: unknown): unknown => {
		const item = plain(value);
		return isObject(item) ? mapped(operationOf(item) as JsonObject, one => operationOf(one)) : item;
	};
	return {...root, paths: mapped(paths, itemOf)};
}

const isPartReference = (value: unknown) =>
	isObject(value) && typeof value['$ref'] === 'string' && value['$ref'].startsWith('#/x-parts');

const mapped = (object: JsonObject, change: (value: unknown) => unknown): JsonObject =>
	Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value)]));
