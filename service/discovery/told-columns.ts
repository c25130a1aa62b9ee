import type {EndpointTable} from '../store/cleanup/cleanup-tables.ts';
import type {Told} from './merge-endpoint.ts';

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
