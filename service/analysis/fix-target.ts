import type {FixTarget} from '../../contract/result.ts';
import type {RecordedCall} from '../runners/runner.ts';
import {sourceName} from './exception.ts';
import {originOf} from '../domain/endpoint-path.ts';
import {endpointOf} from './endpoint.ts';
import type {Symptoms} from './symptoms.ts';

/** The code of the API behind an endpoint, where that is certain also of a test that has never passed. */
export const certainApiCode = (call: RecordedCall, rationale: string): FixTarget => ({
	kind: 'code',
	reference: endpointOf(call),
	rationale: `Code of the API: ${rationale}`,
});

/**
 * The code of the API behind an endpoint. A test that has never passed says as little of the API as of itself: its
 * expectation is looked at first, unless the API answered 5xx, which is a fault whoever asked.
 */
export function apiCode({lastPassed, atLine}: Symptoms, call: RecordedCall, rationale: string): FixTarget {
	const fix = certainApiCode(call, rationale);
	if (lastPassed !== null || (call.status ?? 0) >= 500) return fix;
	const first = `This test has never passed: check first what it expects${atLine}.`;
	return {...fix, rationale: `${first} Where that is right, code of the API: ${rationale}`};
}

/** The source of the test at the line where it failed. */
export const testCode = ({place, run}: Symptoms, rationale: string): FixTarget => ({
	kind: 'code',
	reference: place ?? sourceName(run.testName),
	rationale: `Code of the test: ${rationale}`,
});

/** Records that are there, or missing, in the system under test. */
export const data = (reference: string | null, rationale: string): FixTarget => ({kind: 'data', reference, rationale});

/** What surrounds test and API: addresses, credentials, limits, machines. */
export const environment = (reference: string | null, rationale: string): FixTarget => ({
	kind: 'env',
	reference,
	rationale,
});

/** The address a call went to, as a reference. */
export const addressOf = (call: RecordedCall): string => originOf(call.url) ?? call.url;
