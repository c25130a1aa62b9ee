import type {EndpointId} from '../../contract/ids.ts';
import {inferTemplate} from '../cleanup/observed-templates.ts';
import {isIdSegment, familyOfPath} from '../domain/endpoint-path.ts';
import {bestFit, parameterOf, segmentsOf, templateOf} from '../inference/path-template.ts';
import {pushTo} from '../domain/push-to.ts';

type Endpoint = {id: string; method: string; path: string; family: string};
type Addressed = {id: string; method: string; url: string};

/** An endpoint with the calls that went to it. */
export type Grouped<Call> = {
	groupKey: string;
	endpointId: EndpointId | null;
	method: string;
	path: string;
	family: string;
	calls: Call[];
};

/**
 * Calls by endpoint, groups in the order of their first call. The endpoint of a call is the one of the project that
 * fits its path best, else the template that the path shows.
 *
 * @param values captured values: where one stands in a path, it is a parameter
 */
export function groupCalls<Call extends Addressed>(
	calls: readonly Call[],
	endpoints: readonly Endpoint[],
	values: Iterable<string>,
): Grouped<Call>[] {
	const templates = templateFinder(endpoints, new Set(values));
	const groups = new Map<string, Grouped<Call>>();
	for (const call of calls) {
		const method = call.method.toUpperCase();
		const {path, endpoint} = templates(method, call.url);
		const groupKey = `${method} ${path}`;
		const group = groups.get(groupKey);
		if (group) group.calls.push(call);
		else
			groups.set(groupKey, {
				groupKey,
				endpointId: endpoint?.id ?? null,
				method,
				path,
				family: endpoint?.family ?? familyOfPath(path),
				calls: [call],
			});
	}
	return [...groups.values()];
}

type Found = {path: string; endpoint: Endpoint | null};

/** Finds templates; paths that differ in their ids only are looked at once. */
export function templateFinder(
	endpoints: readonly Endpoint[],
	values: ReadonlySet<string>,
): (method: string, url: string) => Found {
	const fixed = new Set(
		endpoints.flatMap(({path}) => templateOf(path).segments.filter(segment => parameterOf(segment) === null)),
	);
	const byMethod = new Map<string, Endpoint[]>();
	for (const endpoint of endpoints) {
		pushTo(byMethod, endpoint.method, endpoint);
	}
	const known = new Map<string, Found>();
	return (method, url) => {
		const segments = segmentsOf(pathOf(url));
		const shape = segments.map(segment =>
			!fixed.has(segment) && (isIdSegment(segment) || values.has(segment)) ? '{}' : segment,
		);
		const key = `${method} ${shape.join('/')}`;
		let found = known.get(key);
		if (!found) {
			const fit = bestFit(byMethod.get(method) ?? [], segments);
			found = fit
				? {path: fit.endpoint.path, endpoint: fit.endpoint}
				: {path: inferTemplate(segments, values), endpoint: null};
			known.set(key, found);
		}
		return found;
	};
}

/** Path of an absolute URL, as it was written. */
function pathOf(url: string): string {
	const from = url.indexOf('://');
	const start = url.indexOf('/', from < 0 ? 0 : from + 3);
	if (start < 0) return '/';
	const end = url.slice(start).search(/[?#]/);
	return end < 0 ? url.slice(start) : url.slice(start, start + end);
}
