import type {Call} from '../../contract/call.ts';
import {timestamp} from '../domain/timestamp.ts';
import type {CallDetail, IndexedCall} from '../store/calls/read-calls.ts';

/** What was sent and answered, as the store keeps it. */
type Detail = Partial<
	Pick<
		Call,
		| 'query'
		| 'requestHeaders'
		| 'requestBody'
		| 'requestEncoding'
		| 'requestBytes'
		| 'responseHeaders'
		| 'responseBody'
		| 'responseEncoding'
		| 'responseBytes'
		| 'truncated'
		| 'error'
	>
>;

export type CallContext = Pick<Call, 'chainId' | 'testTitle' | 'step' | 'passed' | 'produces' | 'uses'>;

/** A probe is part of no test, and nothing flows through it. */
export const noContext: CallContext = {
	chainId: null,
	testTitle: null,
	step: null,
	passed: null,
	produces: [],
	uses: [],
};

/** A recorded call as it is shown. @param mask hides secret values */
export function callView(
	call: IndexedCall,
	row: CallDetail,
	context: CallContext,
	{mask, bodies}: {mask: <Text extends string | null>(text: Text) => Text; bodies: boolean},
): Call {
	const detail = JSON.parse(row.detail) as Detail;
	const url = mask(call.url);
	return {
		callId: call.id,
		seq: row.seq,
		kind: call.kind,
		testId: call.test_id,
		runId: call.run_id,
		chainId: context.chainId,
		testTitle: context.testTitle,
		step: context.step,
		method: call.method.toUpperCase(),
		url,
		query: queryOf(url),
		requestHeaders: maskAll(detail.requestHeaders ?? {}, mask),
		requestBody: bodies ? mask(detail.requestBody ?? null) : null,
		requestEncoding: detail.requestEncoding ?? null,
		responseEncoding: detail.responseEncoding ?? null,
		requestBytes: detail.requestBytes ?? null,
		responseBytes: detail.responseBytes ?? null,
		error: mask(detail.error ?? null),
		status: call.status,
		statusClass: statusClassOf(call.status),
		responseHeaders: detail.responseHeaders ? maskAll(detail.responseHeaders, mask) : null,
		responseBody: bodies ? mask(detail.responseBody ?? null) : null,
		truncated: detail.truncated ?? false,
		latencyMs: row.latency_ms,
		startedAt: timestamp(row.started_at),
		passed: context.passed,
		produces: context.produces,
		uses: context.uses,
	};
}

const maskAll = (headers: Record<string, string>, mask: (text: string) => string): Record<string, string> =>
	Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, mask(value)]));

/** "Query parameters parsed from the URL (when present)". */
function queryOf(url: string): Call['query'] {
	const query = url.split('#', 1)[0]!.split('?').slice(1).join('?');
	if (query === '') return null;
	return [...new URLSearchParams(query)].map(([name, value]) => ({name, value}));
}

/** "2xx green, 3xx neutral, 4xx yellow, 5xx red, null none" */
function statusClassOf(status: number | null): Call['statusClass'] {
	const first = status === null ? 0 : Math.floor(status / 100);
	return first >= 2 && first <= 5 ? (`${first}xx` as Call['statusClass']) : null;
}
