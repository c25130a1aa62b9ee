import type * as routes from '../routes/runs.ts';
import type {Run, RunHistoryItem, RunStep} from '../run.ts';
import {sampleIds, sampleTimes} from './ids.ts';
import type {Samples} from './sample.ts';

const run: Run = {
	runId: sampleIds.run,
	testId: sampleIds.test,
	projectId: sampleIds.project,
	projectName: 'Sample shop API',
	userId: sampleIds.user,
	batchId: sampleIds.batch,
	testTitle: 'an order can be paid',
	createdAt: sampleTimes.enqueued,
	status: 'passed',
	label: 'Pass',
	batchPhase: 'done',
	source: 'cli',
	startedAt: sampleTimes.started,
	finishedAt: sampleTimes.finished,
	codeVersion: 'v1',
	targetUrl: 'https://api.example.com',
	isRerun: false,
	createdFrom: null,
	wave: 2,
	role: 'selected',
	failedStepIndex: null,
	failureKind: null,
	error: null,
	videoUrl: null,
	blockedBy: null,
	stepSummary: {total: 8, completed: 8, passedCount: 8, failedCount: 0},
	creditsCharged: 0.2,
};

const step = (index: number): RunStep => ({
	stepIndex: String(index).padStart(4, '0'),
	type: index === run.stepSummary.total ? 'assertion' : 'action',
	action: index === run.stepSummary.total ? 'expect' : 'click',
	status: 'passed',
	description: `sample step ${index}`,
	error: null,
	screenshotUrl: null,
	htmlSnapshotUrl: null,
	healed: false,
	createdAt: sampleTimes.started,
});

const steps = Array.from({length: run.stepSummary.total}, (_, index) => step(index + 1));

const historyItem: RunHistoryItem = {
	runId: sampleIds.run,
	batchId: sampleIds.batch,
	status: 'failed',
	source: 'cli',
	isRerun: false,
	createdFrom: null,
	createdAt: sampleTimes.enqueued,
	startedAt: sampleTimes.started,
	finishedAt: sampleTimes.finished,
	codeVersion: 'v1',
	failureKind: 'assertion',
};

const rerunItem: RunHistoryItem = {
	...historyItem,
	runId: sampleIds.earlierRun,
	batchId: sampleIds.earlierBatch,
	status: 'passed',
	isRerun: true,
	createdFrom: `rerun:${sampleIds.run}`,
	failureKind: null,
};

export const runSamples: Samples<typeof routes> = {
	triggerRun: ({body}) => ({
		runId: sampleIds.run,
		batchId: sampleIds.batch,
		status: 'queued',
		enqueuedAt: sampleTimes.enqueued,
		codeVersion: 'v1',
		targetUrl: body?.targetUrl ?? run.targetUrl,
		closure: null,
	}),
	getRun: ({params, query}) => ({
		...run,
		runId: params?.runId ?? run.runId,
		...(query?.includeSteps ? {steps} : {}),
	}),
	listTestRuns: () => ({runs: [historyItem, rerunItem], nextCursor: null, meta: {testKind: 'endpoint'}}),
	cancelRun: ({params}) => ({
		...run,
		runId: params?.runId ?? run.runId,
		status: 'cancelled',
		label: 'Cancelled',
		stepSummary: {total: 8, completed: 4, passedCount: 4, failedCount: 0},
		alreadyCancelled: false,
	}),
};
