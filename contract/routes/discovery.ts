import * as z from 'zod/mini';
import {discovery, discoveryInput, discoveryTicket} from '../discovery.ts';
import {since, waitSeconds} from '../fields.ts';
import {defineRoute} from '../route.ts';

export const discoverEndpoints = defineRoute({
	name: 'discoverEndpoints',
	summary:
		'Reads the endpoints of the API out of its documents and probes it; replaces those that were discovered before',
	method: 'POST',
	path: '/projects/{projectId}/endpoints/discover',
	keyPrefix: 'cli-endpoint-discover-',
	scope: 'write:projects',
	status: 202,
	body: discoveryInput,
	bodyOptional: true,
	response: discoveryTicket,
	errors: ['CONFLICT', 'PRECONDITION_FAILED', 'UNSUPPORTED'],
});

export const getDiscovery = defineRoute({
	name: 'getDiscovery',
	summary: 'The latest discovery of a project',
	method: 'GET',
	path: '/projects/{projectId}/endpoints/discovery',
	scope: 'read:projects',
	query: z.object({since, waitSeconds}),
	response: discovery,
});

export const cancelDiscovery = defineRoute({
	name: 'cancelDiscovery',
	summary: 'Stops the discovery under way; the old list of endpoints stays',
	method: 'POST',
	path: '/projects/{projectId}/endpoints/discovery/cancel',
	scope: 'write:projects',
	response: discovery,
	errors: ['CONFLICT'],
});
