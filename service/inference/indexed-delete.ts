import type {EndpointId} from '../../contract/ids.ts';
import type {ApiOperation} from './api-operation.ts';
import type {Template} from './path-template.ts';
import type {FieldNames} from './record-fields.ts';

/** A DELETE endpoint of the API under test. */
export type DeleteEndpoint = {
	/** Null: seen in recorded calls only. */
	endpointId: EndpointId | null;
	/** Template, with `?id={id}` when the record is named in the query. */
	path: string;
	/** Path of the document's server, such as `/api/v3`: stands in front of the template. */
	basePath?: string;
};

/** A DELETE endpoint with what the other operations of the API say about the record that it deletes. */
export type IndexedDelete<Endpoint extends DeleteEndpoint = DeleteEndpoint> = {
	endpoint: Endpoint;
	template: Template;
	/** Its own description, where a document gives one. */
	operation: ApiOperation | null;
	/** What a read, update or list of the record answers by its schema; undefined: nobody says. */
	sample(): unknown;
	/** The kind of record, from the last fixed segment. */
	kind: string;
	/**
	 * Kinds of its last two fixed segments: a request whose path has none of them can only be its creator by its answer. Empty
	 * where its path does not say so: the words of a revision, and `Products({id})`.
	 */
	lastKinds: readonly string[];
	/** Fields of the record in it; null: nobody says. */
	fields(): FieldNames | null;
	/** Whether its path is one thing and no collection: a GET of it answers an object, and nothing lies below it. */
	isOneThing(): boolean;
	/** Whether its path can be read: a path that only links two records often cannot. */
	isReadable: boolean;
	/** Whether the record can be created where it lies: a POST on the path in front of its parameter. */
	hasCreator: boolean;
};

/** DELETE endpoints made ready to be searched for many requests, those with the most fixed segments first. */
export type DeleteIndex<Endpoint extends DeleteEndpoint = DeleteEndpoint> = ReadonlyArray<IndexedDelete<Endpoint>>;
