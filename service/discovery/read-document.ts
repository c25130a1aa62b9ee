import {upgrade} from '@scalar/openapi-parser';
import type {DocFormat} from '../../contract/document.ts';
import type {SourceKind} from '../domain/endpoint-detail.ts';
import {alone, type DocumentParts, withParts, withPlainPaths} from './document-parts.ts';
import {documentEndpoints} from './document-endpoints.ts';
import {documentRemarks} from './document-remarks.ts';
import {formatOfValue, isGraphqlText, isHtml, looksLikeDescription} from './document-format.ts';
import {textOf, UnreadableDocument} from '../../source/documents/document-text.ts';
import {isObject, type JsonObject, parsedValue} from '../../source/documents/document-value.ts';
import {createDrafts, type Mention, noNotes, type SourceReading} from './sources/endpoint-drafts.ts';
import {readHar} from './sources/read-har.ts';
import {readPostman} from './sources/read-postman.ts';
import {readText} from './sources/text/read-text.ts';

/** An API with one address, for which planning makes no rows: what is asked for stands in the body. */
const oneEndpoint = (mention: Pick<Mention, 'path' | 'summary' | 'protocol'>): SourceReading => ({
	endpoints: {
		[Symbol.iterator]() {
			const drafts = createDrafts();
			drafts.add({...mention, method: 'POST', line: null, body: {contentType: 'application/json'}});
			return drafts.endpoints();
		},
	},
	notes: () => noNotes,
});

const graphqlEndpoint = oneEndpoint({path: '/graphql', summary: 'GraphQL', protocol: 'graphql'});
const rpcEndpoint = oneEndpoint({path: '/', summary: 'JSON-RPC', protocol: 'json-rpc'});

/** What a file turns out to be. `error` says why it cannot be read as what it is meant to be. */
export type Inspection = {format: DocFormat | null; error: string | null};

/** What was left out of a document: the first few in words, and how many. */
export type Leftovers = {said: string[]; count: number};

type Reading = SourceReading & {format: DocFormat; kind: SourceKind; leftovers: Leftovers};

const mostSaid = 10;

const pdfRefusal =
	'PDF is not read. Save its text as Markdown or plain text (pdftotext -layout file.pdf file.txt) and upload that.';
const htmlRefusal =
	'The document is an HTML page, not a description of an API. Upload the JSON or YAML that the page shows, or give its address.';

/** Format of a file, and whether it can be read. Text of no known kind is `text`. */
export function inspectDocument(bytes: Uint8Array, contentType: string): Inspection {
	if (contentType === 'application/pdf' || startsWithPdf(bytes)) return {format: 'text', error: pdfRefusal};
	return guarded((): Inspection => {
		const text = textOf(bytes);
		if (text.trim() === '') return {format: null, error: 'The document is empty.'};
		if (isHtml(text)) return {format: null, error: htmlRefusal};
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

/**
 * The endpoints of a document of any kind. Throws `UnreadableDocument`.
 *
 * @param baseUrl address of the API, which recordings and collections begin their paths with
 * @param parts the files that it refers to; absent: it came alone
 */
export function readDocument(bytes: Uint8Array, baseUrl: string | null = null, parts?: DocumentParts): Reading {
	if (startsWithPdf(bytes)) throw new UnreadableDocument(pdfRefusal);
	const leftovers: Leftovers = {said: [], count: 0};
	const skipped = (what: string) => {
		leftovers.count++;
		if (leftovers.said.length < mostSaid) leftovers.said.push(what.replace(/[\u0000-\u001f\u007f-\u009f]/g, '?'));
	};
	const text = textOf(bytes);
	const {format, value} = recognised(text);
	switch (format) {
		case 'openapi3':
		case 'swagger2': {
			checkShape(value);
			const whole = parts === undefined ? alone(value, skipped) : withParts(value, parts);
			const root = format === 'swagger2' ? upgraded(withPlainPaths(whole)) : whole;
			const endpoints = documentEndpoints(root, skipped);
			return {format, kind: 'openapi', leftovers, endpoints, notes: () => noNotes, remarks: documentRemarks(root)};
		}
		case 'postman':
			return {format, kind: 'postman', leftovers, ...readPostman(value, pathOf(baseUrl), skipped)};
		case 'har':
			return {format, kind: 'har', leftovers, ...readHar(value, baseUrl, skipped)};
		case 'graphql':
			return {format, kind: 'text', leftovers, ...graphqlEndpoint};
		case 'text':
			return {format, kind: 'text', leftovers, ...(isObject(value) ? rpcEndpoint : readText(text, skipped))};
	}
}

/** What a text is, and what it says when it is JSON or YAML. Throws for a description that cannot be read. */
function recognised(text: string): {format: DocFormat; value: unknown} {
	if (text.trim() === '') throw new UnreadableDocument('The document is empty.');
	if (isHtml(text)) throw new UnreadableDocument(htmlRefusal);
	if (isGraphqlText(text)) return {format: 'graphql', value: null};
	if (!looksLikeDescription(text)) return {format: 'text', value: null};
	const value = parsedValue(text);
	const format = formatOfValue(value);
	if (format === null && isObject(value) && value['openrpc'] !== undefined) return {format: 'text', value};
	if (format === null)
		throw new UnreadableDocument(
			'The document is neither OpenAPI 3.0 / 3.1, Swagger 2.0, a Postman 2.1 collection nor a HAR recording: it names no `openapi` or `swagger` version that is read.',
		);
	return {format, value};
}

function pathOf(baseUrl: string | null): string {
	return baseUrl !== null && URL.canParse(baseUrl) ? new URL(baseUrl).pathname.replace(/(?<!\/)\/+$/, '') : '';
}

/** Runs a reading and gives what it throws in words; also when the document is nested beyond the stack. */
function guarded(read: () => Inspection): Inspection {
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
