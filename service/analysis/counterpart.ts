import type {RecordedCall} from '../runners/runner.ts';
import {endpointOf} from './endpoint.ts';

/**
 * The call of another run that stands for the same place in the test: same endpoint, and the same one among the calls of
 * that endpoint (the last one when there are fewer).
 */
export function counterpartOf(
	call: RecordedCall,
	calls: readonly RecordedCall[],
	others: readonly RecordedCall[],
): RecordedCall | null {
	const endpoint = endpointOf(call);
	const same = others.filter(other => endpointOf(other) === endpoint);
	const place = calls.filter(other => endpointOf(other) === endpoint).indexOf(call);
	return same[place] ?? same.at(-1) ?? null;
}
