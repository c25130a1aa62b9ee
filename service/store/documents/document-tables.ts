import type {Discovery, DiscoveryInput, DiscoveryStatus} from '../../../contract/discovery.ts';
import type {DocFormat, DocRole} from '../../../contract/document.ts';
import type {DiscoveryId, DocumentId, ProjectId} from '../../../contract/ids.ts';
import type {TravelledValue} from '../../domain/endpoint-detail.ts';
import type {Requirement} from '../../domain/requirement.ts';
import type {EndpointTable} from '../cleanup/cleanup-tables.ts';
import type {Bit, Json, Millis} from '../columns.ts';

/** Tables of documents and discovery. */
export type DocumentTables = {
	uploads: UploadTable;
	document_chunks: DocumentChunkTable;
	documents: DocumentTable;
	discoveries: DiscoveryTable;
	found_endpoints: EndpointTable & {discovery_id: DiscoveryId};
	endpoint_shapes: {project_id: ProjectId; hash: string; shape: Json<unknown>};
	discovery_notes: DiscoveryNoteTable;
};

/** A signed address that takes the bytes of one document. */
export type UploadTable = {
	id: string;
	project_id: ProjectId;
	content_type: string;
	/** What was sent, complete; null before. */
	content_id: string | null;
	size_bytes: number | null;
	expires_at: Millis;
};

/** A part of a document. One part is written at a time, so that a large document keeps nobody waiting. */
export type DocumentChunkTable = {content_id: string; place: number; project_id: ProjectId; bytes: Uint8Array};

export type DocumentTable = {
	id: DocumentId;
	project_id: ProjectId;
	content_id: string;
	name: string;
	role: DocRole;
	format: DocFormat | null;
	status: 'ready' | 'failed';
	size_bytes: number;
	error: string | null;
	/** 0: stored by a version that kept the secrets of recordings. */
	is_clean: Bit;
	created_at: Millis;
};

export type DiscoveryTable = {
	id: DiscoveryId;
	project_id: ProjectId;
	status: Exclude<DiscoveryStatus, 'idle'>;
	/** Grows with every change. */
	version: number;
	input: Json<StoredDiscoveryInput>;
	documents: number;
	endpoints_found: number;
	families: number;
	endpoints: number;
	unconfirmed: number;
	added: number;
	changed: number;
	removed: number;
	warnings: Json<string[]>;
	endpoints_probed: number;
	endpoints_total: number;
	/** Requirement sentences. */
	sentences: number;
	change_list: Json<Discovery['changeList']>;
	error: string | null;
	enqueued_at: Millis;
	started_at: Millis | null;
	finished_at: Millis | null;
};

/** Something that the latest discovery has read and that is no endpoint. */
export type DiscoveryNoteTable = {project_id: ProjectId; place: number} & (
	| {kind: 'requirement'; note: Json<Requirement>}
	| {kind: 'travelled'; note: Json<TravelledValue>}
);

/** What a discovery reads; a credential for probes is never kept. */
export type StoredDiscoveryInput = Pick<DiscoveryInput, 'documentUrl' | 'hint' | 'baseUrl'> & {
	documentIds: DocumentId[];
	/** Absent in discoveries of versions that did not probe. */
	probe?: boolean;
};
