import type {Listed} from '../../source/documents/gather-parts.ts';
import {listReferences} from '../../source/documents/list-references.ts';
import type {EndpointSource, SourceKind} from '../domain/endpoint-detail.ts';
import {type FoundEndpoint, foundEndpoint} from './found-endpoint.ts';
import {createPacker} from './pack-endpoint.ts';
import type {DocumentParts} from './document-parts.ts';
import {inspectDocument, type Inspection, type Leftovers, messageOf, readDocument} from './read-document.ts';
import {maskRecording} from './sources/mask-recording.ts';
import type {SourceNotes} from './sources/endpoint-drafts.ts';

/** Work on one document that is too long for the event loop of the service. */
export type DocumentJob =
	| {kind: 'mask'; bytes: Uint8Array; contentType: string | null}
	| {kind: 'inspect'; bytes: Uint8Array; contentType: string}
	| {kind: 'references'; files: ReadonlyMap<string, Uint8Array>; rootName: string}
	| {kind: 'read'; bytes: Uint8Array; origin: DocumentOrigin; baseUrl?: string | null; parts?: DocumentParts};

/** What the endpoints of a document name as their source. */
type DocumentOrigin = Pick<EndpointSource, 'documentId' | 'name'>;

/** What a job says on its way: endpoints some at a time, and how it ended. */
export type JobMessage =
	| {kind: 'endpoints'; source: SourceKind; endpoints: FoundEndpoint[]; shapes: ReadonlyMap<string, string>}
	| {
			kind: 'read';
			format: string;
			source: SourceKind;
			leftovers: Leftovers;
			notes: SourceNotes;
			remarks: readonly string[];
	  }
	| {kind: 'masked'; bytes: Uint8Array}
	| {kind: 'inspected'; inspection: Inspection}
	| {kind: 'references'; listed: ReadonlyMap<string, Listed>}
	| {kind: 'failed'; reason: string};

/** Endpoints of one message: few enough to be stored without keeping anybody waiting. */
const perMessage = 25;

/** Does a job step by step; the next step is made when it is asked for. */
export function* runDocumentJob(job: DocumentJob): Generator<JobMessage> {
	try {
		if (job.kind === 'mask') {
			yield {kind: 'masked', bytes: maskRecording(job.bytes, job.contentType)};
			return;
		}
		if (job.kind === 'inspect') {
			yield {kind: 'inspected', inspection: inspectDocument(job.bytes, job.contentType)};
			return;
		}
		if (job.kind === 'references') {
			yield {kind: 'references', listed: listReferences(job.files, job.rootName)};
			return;
		}
		const {
			format,
			kind: source,
			endpoints,
			leftovers,
			notes,
			remarks = [],
		} = readDocument(maskRecording(job.bytes), job.baseUrl ?? null, job.parts);
		const packer = createPacker();
		let some: FoundEndpoint[] = [];
		for (const endpoint of endpoints) {
			some.push(foundEndpoint(packer.pack(endpoint), {kind: source, ...job.origin}));
			if (some.length < perMessage) continue;
			yield {kind: 'endpoints', source, endpoints: some, shapes: packer.newShapes()};
			some = [];
		}
		if (some.length > 0) yield {kind: 'endpoints', source, endpoints: some, shapes: packer.newShapes()};
		yield {kind: 'read', format, source, leftovers, notes: notes(), remarks};
	} catch (error) {
		yield {kind: 'failed', reason: messageOf(error)};
	}
}
