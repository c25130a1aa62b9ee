import {handleAt, type PointerSources} from '../inference/pointer.ts';
import {bestFit} from '../inference/path-template.ts';
import type {ObservedCall} from './observed-call.ts';

/** Where a person has said that the handle of what an endpoint creates stands. */
export type HandlePlace = {method: string; path: string; pointer: string};

/** Where a person has said that the handle of what a call creates stands; null: nobody has. */
export function handlePlaceOf(
	{method, segments}: Pick<ObservedCall, 'method' | 'segments'>,
	places: readonly HandlePlace[],
	base: readonly string[],
): string | null {
	const own = places.filter(place => place.method === method);
	return own.length === 0 ? null : (bestFit(own, segments, base)?.endpoint.pointer ?? null);
}

/**
 * The value at that place: in the answer, for `$.secret` else in the request. Of several records in one answer each has
 * the value that stands at its own number.
 */
export function explicitHandle(
	call: ObservedCall,
	pointer: string,
	path: ReadonlyMap<string, string>,
	number = 0,
): string | null {
	const sources: PointerSources = {
		answer: call.response,
		request: call.request,
		headers: call.responseHeaders,
		query: call.query,
		path: Object.fromEntries(path),
	};
	const own = number === 0 ? pointer : pointer.replace(/\[(?:0|\*)\]/, `[${number}]`);
	return handleAt(own, sources) ?? (/^\$[.[]/.test(own) ? handleAt(`$request${own.slice(1)}`, sources) : null);
}
