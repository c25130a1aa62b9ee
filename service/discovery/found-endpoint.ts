import type {EndpointSource} from '../domain/endpoint-detail.ts';
import type {PackedEndpoint} from './pack-endpoint.ts';
import {type ToldColumns, toldColumns} from './told-columns.ts';

/**
 * An endpoint on its way to the list: what decides about its place, and the rest as the list keeps it. It is written as text
 * where it was read: thousands of them as objects would fill the memory of the service.
 */
export type FoundEndpoint = Pick<PackedEndpoint, 'method' | 'path' | 'basePath' | 'serverOrigin'> & {told: ToldColumns};

/** @param source where it was found; the line is the endpoint's own */
export function foundEndpoint(endpoint: PackedEndpoint, source: Omit<EndpointSource, 'line'>): FoundEndpoint {
	const {method, path, basePath, serverOrigin, detail} = endpoint;
	const [own = {line: null}] = detail.sources;
	const told = toldColumns({...endpoint, detail: {...detail, sources: [{...source, line: own.line}]}});
	return {method, path, basePath, serverOrigin, told};
}
