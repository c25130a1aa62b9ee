import type {Edge} from '../edge.ts';
import type * as routes from '../routes/edges.ts';
import {sampleIds} from './ids.ts';
import type {Samples} from './sample.ts';

const edge: Edge = {
	edgeId: sampleIds.edge,
	consumerEndpointId: sampleIds.deleteEndpoint,
	consumerEndpointPath: 'DELETE /orders/{orderId}',
	place: 'path:orderId',
	producer: {
		endpointId: sampleIds.endpoint,
		endpointPath: 'POST /orders',
		pointer: '$.id',
		score: 1,
		reason: 'it stands behind /orders, where records are made',
	},
	variable: 'order_id',
	score: 1,
	renamed: false,
	state: 'inferred',
	guessed: false,
	ambiguous: false,
	confirmed: false,
	reason: 'it stands behind /orders, where records are made',
	alternatives: [],
	environmentKey: null,
};

export const edgeSamples: Samples<typeof routes> = {
	listEdges: () => ({items: [edge], nextToken: null}),
	setEdge: ({params, body}) => ({
		...edge,
		edgeId: params?.edgeId ?? edge.edgeId,
		...(body?.state === undefined ? {} : {state: body.state}),
		...(body?.state === 'cut' ? {producer: null, score: 0, reason: 'cut'} : {}),
		...(body?.variable === undefined ? {} : {variable: body.variable}),
	}),
};
