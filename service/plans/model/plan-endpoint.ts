import type {DocumentId, EndpointId} from '../../../contract/ids.ts';
import type {Outcome} from '../../../contract/outcome.ts';
import type {Values} from '../../../contract/recipe.ts';
import type {RestForm} from '../../inference/verb-style/rest-form.ts';
import type {HttpMethod} from '../../../contract/enums.ts';

/** One documented or observed answer of an operation. */
export type PlanAnswer = {
	/** `200`, `4XX` or `default`. */
	status: string;
	contentType: string | null;
	/** JSON Schema; null when none is known, which is not the same as an empty body. */
	schema: unknown;
	headers: ReadonlyArray<{name: string}>;
	/** Seen in an answer of the API itself. */
	observed: boolean;
	/** Headers of the answer that was seen, where those of the document are another matter; absent: it was not seen. */
	seen?: ReadonlyArray<{name: string}>;
	/** What the document says where `schema` is what was seen; absent: nothing, or it was not seen. */
	documented?: unknown;
	/** What tests expect where `schema` is known to be wrong; absent: that. */
	wanted?: unknown;
};

export type PlanParameter = {
	in: 'path' | 'query' | 'header';
	name: string;
	required: boolean;
	schema: unknown;
	description?: string | null | undefined;
	example?: unknown;
};

/** A value of an answer that the document itself hands to another operation. */
export type PlanLink = {
	status: string;
	target: {method: HttpMethod; path: string};
	/** Place of the value in the other request (`path.userId`, or a bare name) → expression such as `$response.body#/id`. */
	parameters: Readonly<Record<string, unknown>>;
	/** Expression that becomes the body; absent: none. */
	requestBody?: unknown;
};

export type PlanBody = {
	contentType: string;
	required: boolean;
	schema: unknown;
	sample: unknown;
	/** A person has given the sample: it is sent as it is. */
	isGiven?: boolean;
	/** Fields that were seen to work, where not all of them do; absent: all. */
	only?: readonly string[] | undefined;
	/** Values that were seen to work where the planned ones do not; absent: none. */
	values?: Values | undefined;
	/** No body was accepted: what it would make cannot be had until a person gives an example. */
	isRefused?: boolean;
};

/** An endpoint of an API in verb style as it is called, and the form in REST that planning reads. */
export type Spoken = {method: HttpMethod; path: string; form: RestForm};

/** One operation of the API under test with everything that planning reads of it. */
export type PlanEndpoint = {
	endpointId: EndpointId;
	method: HttpMethod;
	path: string;
	/** Path of the document's server; empty for most. */
	basePath: string;
	/** Operations that have been seen to bring a record into the state for this one, `METHOD /path`, in their order. */
	before: readonly string[];
	/** How its answers say that they refuse, where their status does not. */
	outcome?: Outcome | undefined;
	family: string;
	summary: string | null;
	description: string | null;
	operationId: string | null;
	tags: readonly string[];
	deprecated: boolean;
	/** `rest`; anything else gets no rows. */
	protocol: string;
	confirmed: boolean;
	unconfirmedReason: string | null;
	parameters: readonly PlanParameter[];
	/** Null: the operation takes none. */
	body: PlanBody | null;
	answers: readonly PlanAnswer[];
	links: readonly PlanLink[];
	/** Values that a test script keeps for later requests. */
	captures: ReadonlyArray<{variable: string; pointer: string}>;
	/** What a test script asserts. */
	checks?: ReadonlyArray<
		| {type: 'status'; oneOf: readonly number[]; source: string}
		| {type: 'equals'; pointer: string; value: unknown; source: string}
	>;
	/** Whether a credential is declared to be needed; null: nothing is declared. */
	secure: boolean | null;
	/** The header that carries a credential, and what stands in it before it; absent: it is carried otherwise. */
	carrier?: {header: string; prefix: string} | undefined;
	documentId: DocumentId | null;
	/** How its API has it, where this is its form in REST; absent: it is as it stands in the API. */
	spoken?: Spoken | undefined;
};
