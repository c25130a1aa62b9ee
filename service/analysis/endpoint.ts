import {isIdSegment, originOf, pathnameOf} from '../domain/endpoint-path.ts';
import type {RecordedCall} from '../runners/runner.ts';
import {excerpt} from './excerpt.ts';

type Addressed = Pick<RecordedCall, 'method' | 'url'> & Partial<Pick<RecordedCall, 'query'>>;

/** Paths are shown, not called: a longer one says nothing more. */
const longestPath = 160;

/** An address without its query and fragment. */
export const withoutQuery = (url: string): string => url.split(/[?#]/, 1)[0]!;

/** The path of an address; what is no URL as it is. */
export const pathOfUrl = (url: string): string => pathnameOf(url) ?? url;

const pathOf = ({url}: Addressed): string => {
	const path = pathOfUrl(withoutQuery(url));
	return path === '' ? '/' : excerpt(path, longestPath);
};

/** `GET /orders/{id}`: the endpoint behind a call, the same for every record. */
export function endpointOf(call: Addressed): string {
	const path = pathOf(call)
		.split('/')
		.map(segment => (isIdSegment(segment) ? '{id}' : segment))
		.join('/');
	return `${call.method.toUpperCase()} ${path}`;
}

/** `GET /orders/17?full=1`, with the origin in front of the path when it is not the one of the target. */
export function callName(call: Addressed, targetUrl: string | null): string {
	const origin = originOf(call.url);
	const isElsewhere = origin !== null && targetUrl !== null && origin !== originOf(targetUrl);
	return `${call.method.toUpperCase()} ${isElsewhere ? origin : ''}${pathOf(call)}${queryText(call)}`;
}

/** What a call asked with behind the `?`, in its order. */
export const queryOf = ({query, url}: Addressed): Array<[name: string, value: string]> =>
	query?.map(({name, value}): [string, string] => [name, value]) ??
	(URL.canParse(url) ? [...new URL(url).searchParams] : []);

const longestQuery = 80;

/** `?limit=2`, as people write it. */
function queryText(call: Addressed): string {
	const pairs = queryOf(call);
	return pairs.length === 0
		? ''
		: excerpt(`?${pairs.map(([name, value]) => `${name}=${value}`).join('&')}`, longestQuery);
}

/** The segments of a call's path that look like ids. */
export const idsInPath = (call: Addressed): string[] => pathOf(call).split('/').filter(isIdSegment);
