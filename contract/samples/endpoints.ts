import type {Endpoint} from '../endpoint.ts';
import type * as routes from '../routes/endpoints.ts';
import {sampleIds, sampleTimes} from './ids.ts';
import type {Samples} from './sample.ts';

const endpoint: Endpoint = {
	endpointId: sampleIds.endpoint,
	method: 'POST',
	path: '/orders',
	family: '/orders',
	summary: 'Place an order',
	origin: 'document',
	confirmed: true,
	unconfirmedReason: null,
	requestShape: {
		contentType: 'application/json',
		path: [],
		query: [],
		headers: [],
		body: {type: 'object'},
		sample: null,
	},
	responseShape: {statuses: [201, 422], body: {type: 'object'}, observed: false},
	drift: [],
	auth: {required: true, authType: 'Bearer token'},
	deleteEndpointId: sampleIds.deleteEndpoint,
	planRows: 0,
	createdAt: sampleTimes.created,
	updatedAt: sampleTimes.created,
};

const noShape = {contentType: null, path: [], query: [], headers: [], body: null, sample: null};

export const endpointSamples: Samples<typeof routes> = {
	listEndpoints: () => ({items: [endpoint], nextToken: null}),
	createEndpoint: ({body}) => ({
		...endpoint,
		...(body
			? {
					method: body.method,
					path: body.path,
					family: `/${body.path.split('/')[1] ?? ''}`,
					summary: body.summary ?? null,
					requestShape: {...noShape, sample: body.sampleRequestBody ?? null},
				}
			: {}),
		origin: 'manual',
		deleteEndpointId: null,
	}),
	updateEndpoint: ({params, body}) => ({
		...endpoint,
		endpointId: params?.endpointId ?? endpoint.endpointId,
		...(body?.method === undefined ? {} : {method: body.method}),
		...(body?.path === undefined ? {} : {path: body.path}),
		updatedAt: sampleTimes.finished,
		changeSet:
			body?.sampleRequestBody === undefined
				? null
				: {changeSetId: sampleIds.changeSet, status: 'applied', changed: 3, errorMessage: null},
	}),
	deleteEndpoint: ({params}) => ({
		endpointId: params?.endpointId ?? endpoint.endpointId,
		deletedAt: sampleTimes.finished,
		removedPlanRows: 0,
	}),
};
