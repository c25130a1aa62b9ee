import type * as routes from '../routes/reruns.ts';
import {sampleIds, sampleTimes} from './ids.ts';
import type {Samples} from './sample.ts';

const members = [
	{testId: sampleIds.producerTest, runId: sampleIds.producerRun, role: 'producer', name: 'an order can be placed'},
	{testId: sampleIds.test, runId: sampleIds.run, role: 'selected', name: 'an order can be paid'},
	{testId: sampleIds.teardownTest, runId: sampleIds.teardownRun, role: 'teardown', name: 'an order can be deleted'},
];

export const rerunSamples: Samples<typeof routes> = {
	rerunTest: ({params, body}) => ({
		runId: sampleIds.run,
		batchId: sampleIds.batch,
		status: 'queued',
		enqueuedAt: sampleTimes.enqueued,
		codeVersion: 'v1',
		targetUrl: 'https://api.example.com',
		autoHeal: false,
		closure: {
			members: members
				.filter(({role}) => role === 'selected' || !body?.skipDependencies)
				.map(member => ({
					...member,
					testId: member.role === 'selected' ? (params?.testId ?? member.testId) : member.testId,
				})),
			addedProducers: body?.skipDependencies ? [] : [sampleIds.producerTest],
			addedConsumers: [],
			addedTeardowns: body?.skipDependencies ? [] : [sampleIds.teardownTest],
			clearedCaptured: body?.skipDependencies ? 0 : 1,
		},
	}),
	rerunBatch: ({body}) => ({
		batchId: sampleIds.batch,
		accepted: members.map(member => ({...member, enqueuedAt: sampleTimes.enqueued})),
		conflicts: [],
		deferred: [],
		closure: {
			byProject: [
				{
					projectId: body?.projectId ?? sampleIds.project,
					projectName: 'Sample shop API',
					testIds: [sampleIds.test],
					addedProducers: [sampleIds.producerTest],
					addedConsumers: [],
					addedTeardowns: [sampleIds.teardownTest],
					clearedCaptured: 1,
				},
			],
		},
		notFound: [],
	}),
};
