import type {HttpMethod} from '../../contract/enums.ts';
import type {DocumentId} from '../../contract/ids.ts';

/** Kinds of source in the order in which they are believed; a person's own edits come before all of them. */
const sourceKinds = ['manual', 'probe', 'openapi', 'postman', 'har', 'text'] as const;
export type SourceKind = (typeof sourceKinds)[number];

/** Where an endpoint was read. */
export type EndpointSource = {
	kind: SourceKind;
	/** Null for a document that was read from an address, and for what was seen of the API itself. */
	documentId: DocumentId | null;
	/** Name of the document, for people. */
	name: string;
	/** Line of a text, from 1; null where the format has no lines that help. */
	line: number | null;
};

/** A header of an answer. */
export type AnswerHeader = {name: string; required: boolean; schema: unknown};

/** One documented or observed answer of an operation. */
export type Answer<Schema = unknown> = {
	/** `200`, `4XX` or `default`. */
	status: string;
	description: string | null;
	contentType: string | null;
	/** JSON Schema; null when none is known, which is not the same as an empty body. */
	schema: Schema;
	examples: unknown[];
	headers: AnswerHeader[];
	/** True: seen in an answer of the API itself. */
	observed: boolean;
};

/** One way to send a body. */
export type RequestBody = {contentType: string; schema: unknown; examples: unknown[]};

/** A value of an answer that the document itself hands to another operation. */
export type AnswerLink = {
	name: string;
	status: string;
	target: {method: HttpMethod; path: string};
	/** Place of the value in the other request (`path.userId`, or a bare name) → expression such as `$response.body#/id`. */
	parameters: Record<string, unknown>;
	/** Expression or constant that becomes the body; absent: none. */
	requestBody?: unknown;
};

/** A value that a test script of a collection keeps for later requests. */
export type AnswerCapture = {
	variable: string;
	from: {in: 'body' | 'header' | 'status'; pointer: string};
	source: string;
};

/** What a test script of a collection asserts: an expectation with the provenance `user`. */
export type AnswerCheck =
	| {type: 'status'; oneOf: number[]; source: string}
	| {type: 'equals'; pointer: string; value: unknown; source: string};

/** One way to prove who calls, as a document names it. */
export type SecurityScheme = {
	name: string;
	/** `http`, `apiKey`, `oauth2`, `openIdConnect`. */
	type: string;
	/** `basic`, `bearer`, … of type `http`. */
	scheme: string | null;
	/** Place of an API key. */
	in: string | null;
	/** Header, query parameter or cookie of an API key. */
	keyName: string | null;
	scopes: string[];
};

/** What planning wants to know of an operation beyond the lists that everybody sees. */
export type EndpointDetail<Schema = unknown> = {
	operationId: string | null;
	description: string | null;
	tags: string[];
	deprecated: boolean;
	bodyRequired: boolean;
	bodies: RequestBody[];
	answers: Array<Answer<Schema>>;
	links: AnswerLink[];
	captures: AnswerCapture[];
	checks: AnswerCheck[];
	/** Alternatives; each lists what is needed together. Empty with `auth.required` false or null. */
	security: SecurityScheme[][];
	/** `rest`; anything else gets no rows. */
	protocol: 'rest' | 'graphql' | 'json-rpc' | 'grpc';
	sources: EndpointSource[];
};

export const noDetail: EndpointDetail = {
	operationId: null,
	description: null,
	tags: [],
	deprecated: false,
	bodyRequired: false,
	bodies: [],
	answers: [],
	links: [],
	captures: [],
	checks: [],
	security: [],
	protocol: 'rest',
	sources: [],
};

/** A place of a request that a value went into: `path:userId`, `query:owner`, `body:$.items[*].productId`. */
export type TravelPlace = {in: 'path' | 'query' | 'header' | 'body'; pointer: string};

/** A value that was seen in an answer and later in a request. */
export type TravelledValue = {
	from: {method: string; path: string; pointer: string};
	to: {method: string; path: string; place: TravelPlace};
	score: number;
	/** What was seen, in words. */
	reason: string;
};
