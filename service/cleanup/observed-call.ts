import type {RecordedCall} from '../runners/runner.ts';
import {parsedJson} from './json-value.ts';
import {segmentsOf} from './path-template.ts';

/** A recorded call of a test as the search for created records reads it. */
export type ObservedCall = {
	id: string;
	runId: string;
	testId: string;
	attempt: number;
	/** Made by a test of category teardown or cleanup. */
	isTeardown: boolean;
	/** Upper case. */
	method: string;
	/** Scheme, host and port. */
	origin: string;
	/** Path below the origin, decoded, without query. */
	segments: string[];
	/** Null: no answer. */
	status: number | null;
	/** Parsed JSON or form fields; undefined when there is none that can be read. */
	request: unknown;
	response: unknown;
	/** True when the answer had a body at all. */
	hasResponseBody: boolean;
	/** `Location` header of the answer. */
	location: string | null;
	/** Names in lower case. Credentials are masked. */
	requestHeaders: Readonly<Record<string, string>>;
};

/** What the store keeps of a call. */
export type StoredCall = {
	id: string;
	run_id: string;
	test_id: string;
	attempt: number;
	teardown: 0 | 1;
	method: string;
	url: string;
	status: number | null;
	detail: string;
};

type Detail = Partial<
	Pick<RecordedCall, 'requestHeaders' | 'requestBody' | 'requestEncoding' | 'responseHeaders' | 'responseBody'> &
		Pick<RecordedCall, 'responseEncoding'>
>;

/** Null: its address cannot be read. */
export function observedCall(row: StoredCall): ObservedCall | null {
	if (!URL.canParse(row.url)) return null;
	const {origin, pathname} = new URL(row.url);
	const detail = JSON.parse(row.detail) as Detail;
	const requestHeaders = lowerCased(detail.requestHeaders ?? {});
	return {
		id: row.id,
		runId: row.run_id,
		testId: row.test_id,
		attempt: row.attempt,
		isTeardown: row.teardown === 1,
		method: row.method.toUpperCase(),
		origin,
		segments: segmentsOf(pathname),
		status: row.status,
		request: bodyOf(detail.requestBody, detail.requestEncoding, requestHeaders['content-type'] ?? ''),
		response: bodyOf(detail.responseBody, detail.responseEncoding, ''),
		hasResponseBody: Boolean(detail.responseBody),
		location: lowerCased(detail.responseHeaders ?? {}).location ?? null,
		requestHeaders,
	};
}

const lowerCased = (headers: Record<string, string>) =>
	Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));

function bodyOf(body: string | null | undefined, encoding: string | null | undefined, contentType: string): unknown {
	if (!body || encoding === 'base64') return undefined;
	if (/^application\/x-www-form-urlencoded\b/i.test(contentType)) return Object.fromEntries(new URLSearchParams(body));
	return parsedJson(body);
}

export const isSuccess = (status: number | null): boolean => status !== null && status >= 200 && status < 300;

/** 2xx or 404: the record is gone. */
export const isGone = (status: number | null): boolean => isSuccess(status) || status === 404;
