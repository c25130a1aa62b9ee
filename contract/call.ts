import * as z from 'zod/mini';
import {callKinds, open} from './enums.ts';
import {count, id, integer, timestamp} from './fields.ts';

const nullableString = z.nullable(z.string());
const headers = z.record(z.string(), z.string());
const encoding = z.nullable(open(['utf8', 'base64']));

/** A completed HTTP request: answered, or failed without an answer (`status` null). */
export const call = z.looseObject({
	callId: id('cal'),
	seq: integer,
	kind: open(callKinds),
	testId: z.nullable(id('tst')),
	runId: z.nullable(id('run')),
	chainId: z.nullable(id('chn')),
	testTitle: nullableString,
	step: z.nullable(integer),
	method: z.string(),
	url: z.string(),
	query: z.nullable(z.array(z.looseObject({name: z.string(), value: z.string()}))),
	requestHeaders: headers,
	requestBody: nullableString,
	requestEncoding: encoding,
	responseEncoding: encoding,
	requestBytes: z.nullable(count),
	responseBytes: z.nullable(count),
	error: nullableString,
	status: z.nullable(integer),
	/** Colours: 2xx green, 3xx neutral, 4xx yellow, 5xx red, none without an answer. */
	statusClass: z.nullable(open(['2xx', '3xx', '4xx', '5xx'])),
	responseHeaders: z.nullable(headers),
	responseBody: nullableString,
	truncated: z.boolean(),
	latencyMs: z.nullable(integer),
	startedAt: timestamp,
	passed: z.nullable(z.boolean()),
	produces: z.array(z.looseObject({name: z.string(), variableId: id('var')})),
	uses: z.array(
		z.looseObject({
			name: z.string(),
			variableId: id('var'),
			fromTestId: z.nullable(id('tst')),
			fromTitle: nullableString,
		}),
	),
});
export type Call = z.infer<typeof call>;

/** The calls of one endpoint: planned ones, and the other observed behaviours below them. */
export const callGroup = z.looseObject({
	/** `METHOD /path/{template}`. */
	groupKey: z.string(),
	endpointId: z.nullable(id('ep')),
	method: z.string(),
	path: z.string(),
	family: z.string(),
	calls: count,
	passed: count,
	failed: count,
	items: z.array(call),
	other: z.looseObject({
		count,
		counts: z.looseObject({discovery: count, auth: count, cleanup: count, prerequisite: count}),
		items: z.array(call),
	}),
});
export type CallGroup = z.infer<typeof callGroup>;

export const callsView = z.looseObject({
	batchId: z.nullable(id('bat')),
	/** False: the project has no completed batch yet. */
	available: z.boolean(),
	summary: z.looseObject({tests: count, calls: count, endpoints: count, cleanupDeletes: count}),
	/** In the order of their first call. */
	items: z.array(callGroup),
	/** Arrows of the Flow form, one per variable and pair of groups. */
	edges: z.array(
		z.looseObject({
			variable: z.string(),
			fromGroup: z.string(),
			toGroup: z.string(),
			fromTestId: id('tst'),
			toTestIds: z.array(id('tst')),
		}),
	),
	nextToken: nullableString,
});
export type CallsView = z.infer<typeof callsView>;
