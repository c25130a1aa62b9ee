import * as z from 'zod/mini';
import {authTypes, changeSetStatuses, httpMethods, open} from './enums.ts';
import {outcome} from './outcome.ts';
import {count, id, integer, notEmpty, text, timestamp} from './fields.ts';

const jsonSchema = z.nullable(z.unknown());
/** `schema`: JSON Schema; `{}` when nothing is known of the value. */
const param = z.looseObject({
	name: z.string(),
	required: z.boolean(),
	schema: z.unknown(),
	/** As its document says. */
	description: z.optional(z.string()),
});

/** One operation of the API under test as a template, e.g. `DELETE /orders/{orderId}`. */
export const endpoint = z.looseObject({
	endpointId: id('ep'),
	method: open(httpMethods),
	path: z.string(),
	/** What its document has between the target of the project and the path, such as `/api/v1`; absent: nothing. */
	basePath: z.optional(z.string()),
	/** First fixed path segment after a version prefix, with slash. */
	family: z.string(),
	summary: z.nullable(z.string()),
	origin: open(['document', 'probe', 'manual']),
	confirmed: z.boolean(),
	unconfirmedReason: z.nullable(open(['not_probed', 'no_response', 'unreachable', 'auth_required', 'needs_state'])),
	requestShape: z.looseObject({
		contentType: z.nullable(z.string()),
		path: z.array(param),
		query: z.array(param),
		headers: z.array(param),
		body: jsonSchema,
		sample: z.unknown(),
		/** Fields that settling has found to work; absent: all are sent. */
		settledFields: z.optional(z.array(z.string())),
		/** Values in it that settling has found to work in the place of the planned ones, as in recipes. */
		settledValues: z.optional(z.record(z.string(), z.unknown())),
		/** What refusals have said of its fields, as a JSON Schema beside `body`: `{properties, required}`. */
		settledSchema: z.optional(
			z.looseObject({properties: z.record(z.string(), z.unknown()), required: z.array(z.string())}),
		),
		/** What refusals have said of its parameters, by their names: `{schema, required}` each. */
		settledQuery: z.optional(
			z.record(z.string(), z.looseObject({schema: z.record(z.string(), z.unknown()), required: z.boolean()})),
		),
		/** Operations that settling has found to bring a record into the state for this one: `METHOD /path`, in order. */
		settledBefore: z.optional(z.array(z.string())),
		/** Settling has found that refusals are answered with 2xx: the field that says so, and what it holds after a success. */
		settledOutcome: z.optional(outcome),
		/** Settling has found no body that is accepted. */
		isRefused: z.optional(z.boolean()),
	}),
	responseShape: z.looseObject({statuses: z.array(integer), body: jsonSchema, observed: z.boolean()}),
	drift: z.array(z.string()),
	auth: z.looseObject({
		required: z.nullable(z.boolean()),
		authType: z.nullable(open(authTypes)),
		/** Of an API key: the header that the document names for it. */
		headerName: z.optional(z.string()),
		/** Of an API key that is no header: where the document has it, and under which name. */
		keyIn: z.optional(open(['query', 'cookie'])),
		keyName: z.optional(z.string()),
		/** Of a credential in `Authorization`: the word in front of it where that is not `Bearer`, such as `Token`. */
		scheme: z.optional(z.string()),
	}),
	deleteEndpointId: z.nullable(id('ep')),
	planRows: count,
	createdAt: timestamp,
	updatedAt: timestamp,
});
export type Endpoint = z.infer<typeof endpoint>;

/** An endpoint after a change. */
export const changedEndpoint = z.looseObject({
	...endpoint.shape,
	/** What an example that was given makes of tests, applied unless something is in its way; null: of none. */
	changeSet: z.nullable(
		z.looseObject({
			changeSetId: id('chg'),
			status: open(changeSetStatuses),
			changed: count,
			errorMessage: z.nullable(z.string()),
		}),
	),
});
export type ChangedEndpoint = z.infer<typeof changedEndpoint>;

const path = z.string().check(z.trim(), z.minLength(1), z.maxLength(512), z.regex(/^\//, 'starts_with_slash'));

export const endpointInput = z.object({
	method: z.enum(httpMethods),
	path,
	sampleRequestBody: z.optional(z.unknown()),
	summary: z.optional(text(200)),
});
export type EndpointInput = z.infer<typeof endpointInput>;

export const endpointPatch = notEmpty(
	z.object({
		method: z.optional(z.enum(httpMethods)),
		path: z.optional(path),
		family: z.optional(path),
		summary: z.optional(text(200)),
		sampleRequestBody: z.optional(z.unknown()),
		confirmed: z.optional(z.boolean()),
	}),
);
export type EndpointPatch = z.infer<typeof endpointPatch>;

export const deletedEndpoint = z.looseObject({endpointId: id('ep'), deletedAt: timestamp, removedPlanRows: count});
export type DeletedEndpoint = z.infer<typeof deletedEndpoint>;
