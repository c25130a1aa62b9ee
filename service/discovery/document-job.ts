import type {DocumentEndpoint} from './document-endpoints.ts';
import {inspectDocument, type Inspection, type Leftovers, messageOf, readDocument} from './read-document.ts';

/** Work on one document that is too long for the event loop of the service. */
export type DocumentJob = {kind: 'inspect'; bytes: Uint8Array; contentType: string} | {kind: 'read'; bytes: Uint8Array};

/** What a job says on its way: endpoints some at a time, and how it ended. */
export type JobMessage =
	| {kind: 'endpoints'; endpoints: DocumentEndpoint[]}
	| {kind: 'read'; format: string; leftovers: Leftovers}
	| {kind: 'inspected'; inspection: Inspection}
	| {kind: 'failed'; reason: string};

/** Endpoints of one message: few enough to be stored without keeping anybody waiting. */
const perMessage = 25;

/** Does a job step by step; the next step is made when it is asked for. */
export function* runDocumentJob(job: DocumentJob): Generator<JobMessage> {
	try {
		if (job.kind === 'inspect') {
			yield {kind: 'inspected', inspection: inspectDocument(job.bytes, job.contentType)};
			return;
		}
		const {format, endpoints, leftovers} = readDocument(job.bytes);
		let some: DocumentEndpoint[] = [];
		for (const endpoint of endpoints) {
			some.push(endpoint);
			if (some.length < perMessage) continue;
			yield {kind: 'endpoints', endpoints: some};
			some = [];
		}
		if (some.length > 0) yield {kind: 'endpoints', endpoints: some};
		yield {kind: 'read', format, leftovers};
	} catch (error) {
		yield {kind: 'failed', reason: messageOf(error)};
	}
}
