import * as z from 'zod/mini';
import {changedEndpoint, deletedEndpoint, endpoint, endpointInput, endpointPatch} from '../endpoint.ts';
import {cursor, page, pageSize, queryFlag} from '../fields.ts';
import {defineRoute} from '../route.ts';

export const listEndpoints = defineRoute({
	name: 'listEndpoints',
	summary: 'Endpoints of the API under test, by family, path and method',
	method: 'GET',
	path: '/projects/{projectId}/endpoints',
	scope: 'read:projects',
	query: z.object({
		family: z.optional(z.string().check(z.minLength(1))),
		confirmed: z.optional(queryFlag),
		q: z.optional(z.string().check(z.minLength(1))),
		pageSize,
		cursor,
	}),
	response: page(endpoint),
});

export const createEndpoint = defineRoute({
	name: 'createEndpoint',
	summary: 'Adds an endpoint by hand',
	method: 'POST',
	path: '/projects/{projectId}/endpoints',
	keyPrefix: 'cli-endpoint-add-',
	scope: 'write:projects',
	status: 201,
	body: endpointInput,
	jsonFields: ['sampleRequestBody'],
	response: endpoint,
	errors: ['CONFLICT'],
});

export const updateEndpoint = defineRoute({
	name: 'updateEndpoint',
	summary:
		'Changes some fields of an endpoint; a later discovery leaves them as they are, tests take a given example over',
	method: 'PATCH',
	path: '/projects/{projectId}/endpoints/{endpointId}',
	keyPrefix: 'cli-endpoint-edit-',
	scope: 'write:projects',
	body: endpointPatch,
	jsonFields: ['sampleRequestBody'],
	response: changedEndpoint,
	errors: ['CONFLICT'],
});

export const deleteEndpoint = defineRoute({
	name: 'deleteEndpoint',
	summary: 'Removes an endpoint from the list',
	method: 'DELETE',
	path: '/projects/{projectId}/endpoints/{endpointId}',
	keyPrefix: 'cli-endpoint-remove-',
	scope: 'write:projects',
	response: deletedEndpoint,
});
