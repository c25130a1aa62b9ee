import * as z from 'zod/mini';
import {edge, edgeInput} from '../edge.ts';
import {edgeStates} from '../enums.ts';
import {cursor, id, pageSize, queryFlag, page} from '../fields.ts';
import {defineRoute} from '../route.ts';

export const listEdges = defineRoute({
	name: 'listEdges',
	summary: 'Where requests take their values from, in the order of the endpoints',
	method: 'GET',
	path: '/projects/{projectId}/edges',
	scope: 'read:projects',
	query: z.object({
		endpointId: z.optional(id('ep')),
		state: z.optional(z.enum(edgeStates)),
		ambiguous: z.optional(queryFlag),
		pageSize,
		cursor,
	}),
	response: page(edge),
});

export const setEdge = defineRoute({
	name: 'setEdge',
	summary: 'Pins, cuts or renames what feeds a place of a request, or takes that back',
	method: 'PUT',
	path: '/projects/{projectId}/edges/{edgeId}',
	keyPrefix: 'cli-endpoint-edge-',
	scope: 'write:tests',
	body: edgeInput,
	jsonFields: ['value'],
	response: edge,
	errors: ['CONFLICT', 'PRECONDITION_FAILED'],
});
