import {upgrade} from '@scalar/openapi-parser';
import type {DocFormat} from '../../source/contract/document.ts';
import {documentEndpoints, type DocumentEndpoint} from './document-endpoints.ts';
import {formatOfValue, isGraphqlText, looksLikeDescription} from './document-format.ts';
import {textOf, UnreadableDocument} from './document-text.ts';
import {isObject, type JsonObject, parsedValue} from './document-value.ts';

/** What a file turns out to be. `error` says why it cannot be read as what it is meant to be. */
export type Inspection = {format: DocFormat | null; error: string | null};

/** What was left out of a document: the first few in words, and how many. */
export type Leftovers = {said: string[]; count: number};

export type Reading = {format: 'openapi3' | 'swagger2'; endpoints: Iterable<DocumentEndpoint>; leftovers: Leftovers};

const mostSaid = 10;

/** Format of a file, and whether it can be read. Text of no known kind is `text`. */
export function inspectDocument(bytes: Uint8Array, contentType: string): Inspection {
	if (contentType === 'application/pdf' || startsWithPdf(bytes)) return {format: 'text', error: null};
	return guarded((): Inspection => {
		const text = textOf(bytes);
		if (text.trim() === '') return {format: null, error: 'The document is empty.'};
		if (contentType === 'application/graphql' || isGraphqlText(text)) return {format: 'graphql', error: null};
		const isMeantAsDescription = looksLikeDescription(text);
		if (!isMeantAsDescription && (contentType === 'text/markdown' || contentType === 'text/plain'))
			return {format: 'text', error: null};
		try {
			const value = parsedValue(text);
			const format = formatOfValue(value);
			if (format === 'openapi3' || format === 'swagger2') {
				checkShape(value);
				return {format, error: null};
			}
			return {format: format ?? 'text', error: null};
		} catch (error) {
			if (!isMeantAsDescription && error instanceof UnreadableDocument) return {format: 'text', error: null};
			throw error;
		}
	});
}

/** The endpoints of an OpenAPI 3 or Swagger 2.0 document. Throws `UnreadableDocument`. */
export function readDocument(bytes: Uint8Array): Reading {
	const value = parsedValue(textOf(bytes));
	const format = formatOfValue(value);
	if (format !== 'openapi3' && format !== 'swagger2')
		throw new UnreadableDocument(
			'The document is neither OpenAPI 3.0 / 3.1 nor Swagger 2.0: it names no `openapi` or `swagger` version that is read.',
		);
	checkShape(value);
	const leftovers: Leftovers = {said: [], count: 0};
	const skipped = (what: string) => {
		leftovers.count++;
		if (leftovers.said.length < mostSaid) leftovers.said.push(what);
	};
	const root = format === 'swagger2' ? upgraded(value) : value;
	return {format, endpoints: documentEndpoints(root, skipped), leftovers};
}

/** Runs a reading and gives what it throws in words; also when the document is nested beyond the stack. */
export function guarded(read: () => Inspection): Inspection {
	try {
		return read();
	} catch (error) {
		return {format: null, error: messageOf(error)};
	}
}

/** Why a document cannot be read. */
export function messageOf(error: unknown): string {
	if (error instanceof UnreadableDocument) return error.message.replace(/[\u0000-\u001f\u007f-\u009f]/g, '?');
	if (error instanceof RangeError) return 'The document cannot be read: it is nested too deeply.';
	return 'The document cannot be read: it is not built as its format asks.';
}

function checkShape(value: unknown): asserts value is JsonObject {
	if (!isObject(value)) throw new UnreadableDocument('The document is no object.');
	const {paths} = value;
	if (paths !== undefined && paths !== null && !isObject(paths))
		throw new UnreadableDocument('The document cannot be read: `paths` is not an object.');
}

/** Swagger 2.0 as OpenAPI 3, by the library. */
function upgraded(value: JsonObject): JsonObject {
	const {specification} = upgrade(value);
	if (!isObject(specification)) throw new UnreadableDocument('The document cannot be read as Swagger 2.0.');
	return specification;
}

const startsWithPdf = (bytes: Uint8Array) => Buffer.from(bytes.subarray(0, 5)).toString('latin1') === '%PDF-';
