import type * as routes from '../routes/site-discovery.ts';
import type {SiteDiscovery} from '../site-discovery.ts';
import {sampleIds, sampleTimes} from './ids.ts';
import type {Samples} from './sample.ts';

const siteDiscovery: SiteDiscovery = {
	discoveryId: sampleIds.discovery,
	version: 5,
	status: 'done',
	progress: {pagesRead: 2, pagesFound: 2, linksSkipped: 1, page: null},
	pages: [
		{
			...{path: '/', title: 'Shop', heading: 'Products', depth: 0, status: 200, from: null},
			...{consoleErrors: 0, failedRequests: 0, error: null},
		},
		{
			...{path: '/orders', title: 'Orders', heading: 'Orders', depth: 1, status: 200, from: '/'},
			...{consoleErrors: 0, failedRequests: 0, error: null},
		},
	],
	skipped: [{address: 'https://shop.example/logout', from: '/', reason: 'unsafe_words'}],
	proposals: [
		{
			template: 'page_opens',
			page: '/orders',
			reason: 'The page opened with what tells it from others, without console errors.',
			sends: false,
			plan: {
				projectId: sampleIds.project,
				type: 'frontend',
				name: 'Orders opens',
				description: 'The page opened with what tells it from others, without console errors.',
				priority: 'p2',
				planSteps: [
					{type: 'action', description: 'Go to /orders'},
					{type: 'assertion', description: 'The heading "Orders" is visible'},
					{type: 'assertion', description: 'There are no console errors'},
				],
			},
		},
	],
	warnings: [],
	errorMessage: null,
	startedAt: sampleTimes.started,
	finishedAt: sampleTimes.finished,
};

export const siteDiscoverySamples: Samples<typeof routes> = {
	discoverSite: () => ({discoveryId: sampleIds.discovery, status: 'queued', enqueuedAt: sampleTimes.created}),
	getSiteDiscovery: () => siteDiscovery,
	cancelSiteDiscovery: () => ({...siteDiscovery, status: 'cancelled', proposals: []}),
};
