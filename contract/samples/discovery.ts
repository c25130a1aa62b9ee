import type {Discovery} from '../discovery.ts';
import type * as routes from '../routes/discovery.ts';
import {sampleIds, sampleTimes} from './ids.ts';
import type {Samples} from './sample.ts';

const discovery: Discovery = {
	discoveryId: sampleIds.discovery,
	version: 3,
	status: 'done',
	progress: {documents: 1, endpointsFound: 24, endpointsProbed: 0, endpointsTotal: 24},
	families: 6,
	endpoints: 24,
	unconfirmed: 11,
	changes: {added: 24, changed: 0, removed: 0},
	changeList: {added: ['GET /orders', 'POST /orders'], changed: [], removed: []},
	requirements: 0,
	warnings: [],
	errorMessage: null,
	startedAt: sampleTimes.started,
	finishedAt: sampleTimes.finished,
};

export const discoverySamples: Samples<typeof routes> = {
	discoverEndpoints: () => ({
		discoveryId: sampleIds.discovery,
		status: 'queued',
		enqueuedAt: sampleTimes.created,
		warnings: [],
	}),
	getDiscovery: () => discovery,
	cancelDiscovery: () => ({...discovery, status: 'cancelled'}),
};
