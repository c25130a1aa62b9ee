import type {EndpointSource} from '../domain/endpoint-detail.ts';
import type {EndpointTable} from '../store/cleanup/cleanup-tables.ts';
import type {Told} from './merge-endpoint.ts';
import type {PackedEndpoint} from './pack-endpoint.ts';

/** What a source says of an endpoint, as the list keeps it. */
export type ToldColumns = Pick<EndpointTable, 'summary' | 'request_shape' | 'response_shape' | 'auth' | 'detail'>;

export const toldColumns = ({summary, requestShape, responseShape, auth, detail}: Told): ToldColumns => ({
	summary,
	request_shape: JSON.stringify(requestShape),
	response_shape: JSON.stringify(responseShape),
	auth: JSON.stringify(auth),
	detail: JSON.stringify(detail),
});

export const toldOf = (row: ToldColumns): Told => ({
	summary: row.summary,
	requestShape: JSON.parse(row.request_shape),
	responseShape: JSON.parse(row.response_shape),
	auth: JSON.parse(row.auth),
	detail: JSON.parse(row.detail),
});

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
