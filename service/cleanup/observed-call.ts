import type {RunId, TestId} from '../../contract/ids.ts';
import type {RecordedCall} from '../runners/runner.ts';
import {parsedJson} from '../inference/json-value.ts';
import {closingOf, segmentsOf} from '../inference/path-template.ts';

/** A recorded call of a test as the search for created records reads it. */
export type ObservedCall = {
	id: string;
	runId: RunId;
	testId: TestId;
	attempt: number;
	/** Made by a test of category teardown or cleanup. */
	isTeardown: boolean;
	/** Upper case. */
	method: string;
	/** Scheme, host and port. */
	origin: string;
	/** Path below the origin, decoded, without query. */
	segments: string[];
	/** `/` where its path ends with one. */
	closing: string;
	/** What the query of the address says; of several values of one name, all. */
	query: Readonly<Record<string, readonly string[]>>;
	/** Null: no answer. */
	status: number | null;
	/** It was sent, may have changed something, and nobody knows what it did. */
	isUnanswered: boolean;
	/** Parsed JSON or form fields; undefined when there is none that can be read. */
	request: unknown;
	response: unknown;
	/** The body of the request as it was recorded, whatever it says; null: none, or binary. */
	requestText: string | null;
	/** False: the request had a body that was not recorded as a whole, so that what it named is not known. */
	isRequestKnown: boolean;
	/** The body of the answer, the same way. */
	responseText: string | null;
	/** True when the answer had a body at all. */
	hasResponseBody: boolean;
	/** `Location` header of the answer. */
	location: string | null;
	/** When the request was sent, and when its answer had come, by the clock of the machine that runs tests. */
	startedAt: number;
	answeredAt: number;
	/** The clock of the API at that moment, from its `Date` header; null: it does not tell. */
	targetClock: number | null;
	/** The answer set a cookie. */
	setsCookie: boolean;
	/** Names in lower case. Credentials are masked. */
	responseHeaders: Readonly<Record<string, string>>;
	/** Names in lower case. Credentials are masked. */
	requestHeaders: Readonly<Record<string, string>>;
	/** Its path said that it makes a record, before it was read in its form in REST: `POST /customer/add`. */
	saysThatItMakes?: boolean;
};

/** What the store keeps of a call. */
type StoredCall = {
	id: string;
	run_id: RunId;
	test_id: TestId;
	attempt: number;
	teardown: 0 | 1;
	method: string;
	url: string;
	status: number | null;
	started_at: number;
	latency_ms: number | null;
	detail: string;
};

type Detail = Partial<
	Pick<RecordedCall, 'requestHeaders' | 'requestBody' | 'requestEncoding' | 'responseHeaders' | 'responseBody'> &
		Pick<RecordedCall, 'responseEncoding' | 'requestBytes' | 'isUnanswered'>
>;

/** Null: its address cannot be read. */
export function observedCall(row: StoredCall): ObservedCall | null {
	if (!URL.canParse(row.url)) return null;
	const {origin, pathname, searchParams} = new URL(row.url);
	const detail = JSON.parse(row.detail) as Detail;
	const requestHeaders = lowerCased(detail.requestHeaders ?? {});
	const responseHeaders = lowerCased(detail.responseHeaders ?? {});
	const targetClock = Date.parse(responseHeaders['date'] ?? '');
	const requestText = detail.requestEncoding === 'base64' ? null : detail.requestBody || null;
	return {
		id: row.id,
		runId: row.run_id,
		testId: row.test_id,
		attempt: row.attempt,
		isTeardown: row.teardown === 1,
		method: row.method.toUpperCase(),
		origin,
		segments: segmentsOf(pathname),
		closing: closingOf(pathname),
		query: Object.fromEntries([...searchParams.keys()].map(name => [name, searchParams.getAll(name)])),
		status: row.status,
		isUnanswered: row.status === null && detail.isUnanswered === true,
		request: bodyOf(detail.requestBody, detail.requestEncoding, requestHeaders['content-type'] ?? ''),
		response: bodyOf(detail.responseBody, detail.responseEncoding, ''),
		requestText,
		responseText: detail.responseEncoding === 'base64' ? null : detail.responseBody || null,
		isRequestKnown: Buffer.byteLength(requestText ?? '') >= (detail.requestBytes ?? 0),
		hasResponseBody: Boolean(detail.responseBody),
		location: responseHeaders['location'] ?? null,
		responseHeaders,
		startedAt: row.started_at,
		answeredAt: row.started_at + (row.latency_ms ?? 0),
		targetClock: Number.isNaN(targetClock) ? null : targetClock,
		setsCookie: 'set-cookie' in responseHeaders,
		requestHeaders,
	};
}

const lowerCased = (headers: Record<string, string>): Record<string, string> =>
	Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));

function bodyOf(body: string | null | undefined, encoding: string | null | undefined, contentType: string): unknown {
	if (!body || encoding === 'base64') return undefined;
	if (/^application\/x-www-form-urlencoded\b/i.test(contentType)) return Object.fromEntries(new URLSearchParams(body));
	return parsedJson(body);
}

/** The address of a path on the host of a call, closed with a slash as the path of the call is. */
export const addressBeside = ({origin, closing}: ObservedCall, segments: readonly string[]): string =>
	`${origin}/${segments.map(encodeURIComponent).join('/')}${closing}`;
