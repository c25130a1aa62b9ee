import * as z from 'zod/mini';
import {since, waitSeconds} from '../fields.ts';
import {defineRoute} from '../route.ts';
import {siteDiscovery, siteDiscoveryInput, siteDiscoveryTicket} from '../site-discovery.ts';

export const discoverSite = defineRoute({
	name: 'discoverSite',
	summary: 'Reads the pages of a site by following its links, and proposes plans; nothing is pressed or sent',
	method: 'POST',
	path: '/projects/{projectId}/site-discovery',
	keyPrefix: 'cli-plan-propose-',
	scope: 'write:projects',
	status: 202,
	body: siteDiscoveryInput,
	bodyOptional: true,
	response: siteDiscoveryTicket,
	errors: ['CONFLICT', 'PRECONDITION_FAILED', 'FEATURE_GATED'],
});

export const getSiteDiscovery = defineRoute({
	name: 'getSiteDiscovery',
	summary: 'The latest discovery of the site of a project, with the plans it proposes',
	method: 'GET',
	path: '/projects/{projectId}/site-discovery',
	scope: 'read:projects',
	query: z.object({since, waitSeconds}),
	response: siteDiscovery,
});

export const cancelSiteDiscovery = defineRoute({
	name: 'cancelSiteDiscovery',
	summary: 'Stops the discovery of a site under way',
	method: 'POST',
	path: '/projects/{projectId}/site-discovery/cancel',
	scope: 'write:projects',
	response: siteDiscovery,
	errors: ['CONFLICT'],
});
