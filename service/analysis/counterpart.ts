import {isIdSegment} from '../domain/endpoint-path.ts';
import type {RecordedCall} from '../runners/runner.ts';
import {endpointOf} from './endpoint.ts';
import type {GivenValue} from './facts.ts';
import {handlesOf, segmentsOf} from './handles.ts';

/** A run as far as its calls can be compared: what it asked, and what it was given to ask with. */
export type Asked = {calls: readonly RecordedCall[]; values: readonly GivenValue[]};

/**
 * The call of another run that stands for the same place in the test: same endpoint, and the same one among the calls of
 * that endpoint (the last one when there are fewer). Segments are ids by their form; where no call fits so, also those
 * that each run had from an answer or a producer, such as a slug.
 */
export function counterpartOf(call: RecordedCall, run: Asked, other: Asked): RecordedCall | null {
	const endpoint = endpointOf(call);
	return atSamePlace(call, run.calls, other.calls, one => endpointOf(one) === endpoint) ?? byHandles(call, run, other);
}

function byHandles(call: RecordedCall, run: Asked, other: Asked): RecordedCall | null {
	const names = nameOfRecord(call, run);
	const segments = segmentsOf(call.url);
	const fixed = segments.map(segment => (names(segment) ? null : segment));
	if (!fixed.includes(null)) return null;
	const fits = (one: RecordedCall, asked: Asked) => {
		const parts = segmentsOf(one.url);
		if (one.method !== call.method || parts.length !== fixed.length) return false;
		if (!fixed.every((segment, index) => segment === null || segment === parts[index])) return false;
		const isRecord = nameOfRecord(one, asked);
		return fixed.every((segment, index) => segment !== null || isRecord(parts[index]!));
	};
	const own = run.calls.filter(one => fits(one, run));
	return atSamePlace(
		call,
		own,
		other.calls.filter(one => fits(one, other)),
		() => true,
	);
}

/** Whether a segment of a call's path names a record. */
function nameOfRecord(call: RecordedCall, {calls, values}: Asked): (segment: string) => boolean {
	const handles = new Set(handlesOf(call, calls, values).map(({segment}) => segment));
	return segment => isIdSegment(segment) || handles.has(segment);
}

function atSamePlace(
	call: RecordedCall,
	calls: readonly RecordedCall[],
	others: readonly RecordedCall[],
	isSame: (one: RecordedCall) => boolean,
): RecordedCall | null {
	const same = others.filter(isSame);
	return same[calls.filter(isSame).indexOf(call)] ?? same.at(-1) ?? null;
}
