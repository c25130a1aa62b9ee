import {readFileSync} from 'node:fs';
import {fileURLToPath} from 'node:url';
import type {DocumentEndpoint} from '../../../service/discovery/document-endpoints.ts';
import {type JobMessage, runDocumentJob} from '../../../service/discovery/document-job.ts';
import {toldOf} from '../../../service/discovery/found-endpoint.ts';
import type {Leftovers} from '../../../service/discovery/read-document.ts';
import type {SourceNotes} from '../../../service/discovery/sources/endpoint-drafts.ts';
import {familyOfPath} from '../../../service/domain/endpoint-path.ts';

/** Bytes of a fixture. */
export const fixture = (name: string): Uint8Array =>
	readFileSync(fileURLToPath(new URL(`../../fixtures/documents/${name}`, import.meta.url)));

export type Read = {
	endpoints: DocumentEndpoint[];
	leftovers: Leftovers | null;
	failed: string | null;
	remarks: readonly string[];
	notes: SourceNotes | null;
};

const origin = {documentId: null, name: 'a document'};

/** Reads a document as the worker does. */
export function read(bytes: Uint8Array | string, baseUrl: string | null = null): Read {
	const result: Read = {endpoints: [], leftovers: null, failed: null, notes: null, remarks: []};
	for (const message of runDocumentJob({kind: 'read', bytes: Buffer.from(bytes), origin, baseUrl})) {
		if (message.kind === 'endpoints') result.endpoints.push(...unpacked(message));
		else if (message.kind === 'read') {
			result.leftovers = message.leftovers;
			result.notes = message.notes;
			result.remarks = message.remarks;
		} else if (message.kind === 'failed') result.failed = message.reason;
	}
	return result;
}

const shapes = new Map<string, string>();

/** Endpoints with the schemas of their answers in place of the names. */
function unpacked(message: Extract<JobMessage, {kind: 'endpoints'}>): DocumentEndpoint[] {
	for (const [name, json] of message.shapes) shapes.set(name, json);
	return message.endpoints.map(({told, ...endpoint}) => {
		const {detail, ...own} = toldOf(told);
		const answers = detail.answers.map(answer => ({
			...answer,
			schema: answer.schema === null ? null : JSON.parse(shapes.get(answer.schema)!),
		}));
		return {...endpoint, ...own, family: familyOfPath(endpoint.path), detail: {...detail, answers}};
	});
}

export const inspect = (bytes: Uint8Array | string, contentType = 'application/yaml') => {
	for (const message of runDocumentJob({kind: 'inspect', bytes: Buffer.from(bytes), contentType}))
		if (message.kind === 'inspected') return message.inspection;
	throw new Error('nothing was inspected');
};
