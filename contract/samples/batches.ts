import type {Batch, BatchMember, BatchSummary} from '../batch.ts';
import type * as routes from '../routes/batches.ts';
import {sampleIds, sampleTimes} from './ids.ts';
import type {Samples} from './sample.ts';

const noSteps = {total: 0, completed: 0, passedCount: 0, failedCount: 0};

const member: BatchMember = {
	testId: sampleIds.test,
	runId: sampleIds.run,
	projectId: sampleIds.project,
	projectName: 'Sample shop API',
	name: 'an order can be paid',
	type: 'backend',
	kind: 'endpoint',
	priority: 'p1',
	role: 'selected',
	wave: 2,
	status: 'passed',
	label: 'Pass',
	note: null,
	startedAt: sampleTimes.started,
	finishedAt: sampleTimes.finished,
	durationMs: 12_000,
	failureKind: null,
	error: null,
	blockedBy: null,
	waitingFor: [],
	produces: ['payment_id'],
	consumes: ['order_id'],
	stepSummary: noSteps,
	previousRunId: null,
	previousStatus: null,
	rev: 5,
};

const producer: BatchMember = {
	...member,
	testId: sampleIds.producerTest,
	runId: sampleIds.producerRun,
	name: 'an order can be placed',
	role: 'producer',
	wave: 1,
	produces: ['order_id'],
	consumes: [],
	rev: 3,
};

const teardown: BatchMember = {
	...member,
	testId: sampleIds.teardownTest,
	runId: sampleIds.teardownRun,
	name: 'an order can be deleted',
	kind: 'cleanup',
	role: 'teardown',
	wave: 3,
	startedAt: sampleTimes.finished,
	finishedAt: sampleTimes.cleaned,
	durationMs: 2000,
	produces: [],
	rev: 7,
};

const members = [producer, member, teardown];

const summary: BatchSummary = {
	projectName: 'Sample shop API',
	batchId: sampleIds.batch,
	projectId: sampleIds.project,
	projectIds: [sampleIds.project],
	trigger: 'run',
	wholeProject: true,
	source: 'cli',
	phase: 'done',
	status: 'passed',
	outcome: 'passed',
	skipDependencies: false,
	environment: 'default',
	targetUrl: 'https://api.example.com',
	scheduleId: null,
	testListId: null,
	previousBatchId: null,
	summary: {
		total: 3,
		selected: 1,
		closure: 2,
		queued: 0,
		running: 0,
		passed: 3,
		failed: 0,
		blocked: 0,
		cancelled: 0,
		skipped: 0,
	},
	orphaned: 0,
	credits: {held: 0, charged: 0.6},
	createdAt: sampleTimes.enqueued,
	startedAt: sampleTimes.started,
	finishedAt: sampleTimes.cleaned,
};

const batch: Batch = {
	...summary,
	version: 8,
	delta: false,
	waves: [
		{wave: 1, kind: 'tests', status: 'done', total: 1, finished: 1, rev: 3},
		{wave: 2, kind: 'tests', status: 'done', total: 1, finished: 1, rev: 5},
		{wave: 3, kind: 'cleanup', status: 'done', total: 1, finished: 1, rev: 7},
	],
	currentWave: 3,
	members,
	cleanup: {
		state: 'done',
		captured: 1,
		cleaned: 1,
		orphaned: 0,
		kept: 0,
		dismissed: 0,
		pending: 0,
		startedAt: sampleTimes.finished,
		finishedAt: sampleTimes.cleaned,
	},
	auth: null,
	advisories: [],
};

export const batchSamples: Samples<typeof routes> = {
	runBatch: () => ({
		batchId: sampleIds.batch,
		accepted: members.map(({testId, runId, role, name}) => ({
			...{testId, runId, role, name},
			enqueuedAt: sampleTimes.enqueued,
		})),
		conflicts: [],
		deferred: [],
		skippedFrontend: [],
		skippedIntegration: [],
	}),
	listBatches: ({params}) => ({
		items: [{...summary, projectId: params?.projectId ?? summary.projectId}],
		nextToken: null,
	}),
	getBatch: ({params}) => ({...batch, batchId: params?.batchId ?? batch.batchId}),
	cancelBatch: ({params}) => ({
		batchId: params?.batchId ?? summary.batchId,
		status: 'cancelled',
		cancelled: [sampleIds.run, sampleIds.teardownRun],
		alreadyFinished: [sampleIds.producerRun],
		alreadyCancelled: false,
	}),
};
