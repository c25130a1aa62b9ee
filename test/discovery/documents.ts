import {readFileSync} from 'node:fs';
import {fileURLToPath} from 'node:url';
import type {DocumentEndpoint} from '../../service/discovery/document-endpoints.ts';
import {runDocumentJob} from '../../service/discovery/document-job.ts';
import type {Leftovers} from '../../service/discovery/read-document.ts';

/** Bytes of a fixture. */
export const fixture = (name: string): Uint8Array =>
	readFileSync(fileURLToPath(new URL(`../fixtures/documents/${name}`, import.meta.url)));

export type Read = {endpoints: DocumentEndpoint[]; leftovers: Leftovers | null; failed: string | null};

/** Reads a document as the worker does. */
export function read(bytes: Uint8Array | string): Read {
	const result: Read = {endpoints: [], leftovers: null, failed: null};
	for (const message of runDocumentJob({kind: 'read', bytes: Buffer.from(bytes)})) {
		if (message.kind === 'endpoints') result.endpoints.push(...message.endpoints);
		else if (message.kind === 'read') result.leftovers = message.leftovers;
		else if (message.kind === 'failed') result.failed = message.reason;
	}
	return result;
}

export const inspect = (bytes: Uint8Array | string, contentType = 'application/yaml') => {
	for (const message of runDocumentJob({kind: 'inspect', bytes: Buffer.from(bytes), contentType}))
		if (message.kind === 'inspected') return message.inspection;
	throw new Error('nothing was inspected');
};
