import type {Finding} from '../finding.ts';
import type * as routes from '../routes/findings.ts';
import {sampleIds, sampleTimes} from './ids.ts';
import type {Samples} from './sample.ts';

const finding: Finding = {
	findingId: sampleIds.finding,
	kind: 'status',
	scope: 'endpoint',
	endpointIds: [sampleIds.endpoint],
	count: 1,
	title: 'GET /orders: 200 documented, 206 answered',
	document: '200',
	observed: '206',
	evidence: [{callId: sampleIds.call, runId: null}],
	state: 'open',
	changeSetId: null,
	firstSeenAt: sampleTimes.started,
	lastSeenAt: sampleTimes.finished,
};

const decided =
	(state: Finding['state']) =>
	({params}: {params?: {findingId: string} | undefined}) => ({
		...finding,
		findingId: params?.findingId ?? finding.findingId,
		state,
	});

export const findingSamples: Samples<typeof routes> = {
	listFindings: () => ({items: [finding], nextToken: null}),
	getFinding: decided('open'),
	acceptFinding: decided('accepted'),
	failFinding: decided('failing'),
	muteFinding: decided('muted'),
	reopenFinding: decided('open'),
};
