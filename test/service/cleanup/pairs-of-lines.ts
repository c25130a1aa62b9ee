import {expect, it} from 'vitest';
import {findRecords} from '../../../service/cleanup/find-records.ts';
import type {KnownEndpoint} from '../../../service/cleanup/known-endpoint.ts';
import {observedCall} from '../../../service/cleanup/observed-call.ts';

type Given = {
	status?: number;
	sent?: unknown;
	answer?: unknown;
	headers?: Record<string, string>;
};
type Line = [request: string, given?: Given];
/** What an API does, its DELETE endpoints, the calls of a test, and the DELETEs that take away what it made. */
export type Case = [what: string, deletes: string[], calls: Line[], wanted: string[]];

export const origin = 'http://api.test';
export const uuid = '0c4a6f2e-6d1b-4c0e-9a9d-1f2e3d4c5b6a';
export const made = (answer: unknown, sent?: unknown): Given => ({status: 201, answer, sent});

/** A test for each case: the DELETE calls that are found for the records of its lines. */
export function finds(cases: readonly Case[]): void {
	it.each(cases)('%s', (_what, deletes, calls, wanted) => {
		expect(deletionsOf(deletes, calls)).toEqual(wanted);
	});
}

function deletionsOf(deletes: readonly string[], lines: readonly Line[]): string[] {
	const calls = lines.map(([request, {status = 200, sent, answer, headers = {}} = {}], place) => {
		const [method = '', path = ''] = request.split(' ');
		const call = observedCall({
			...{id: `cal_${place}`, run_id: 'run_1', test_id: 'tst_1', attempt: 1, teardown: 0, method, status},
			...{url: origin + path, started_at: place * 10, latency_ms: 5},
			detail: JSON.stringify({
				requestHeaders: {'Content-Type': 'application/json'},
				requestBody: sent === undefined ? null : JSON.stringify(sent),
				requestEncoding: 'utf8',
				responseHeaders: headers,
				responseBody: answer === undefined ? null : JSON.stringify(answer),
				responseEncoding: 'utf8',
			}),
		});
		if (!call) throw new Error(`not a call: ${request}`);
		return call;
	});
	const endpoints = deletes.map(
		(path, place): KnownEndpoint => ({endpointId: `ep_${place}`, method: 'DELETE', path, basePath: ''}),
	);
	return findRecords({calls, endpoints, base: []}).records.flatMap(({deletion}) =>
		deletion ? [deletion.url.slice(origin.length)] : [],
	);
}
