import type {CliLatestResult, TestStep} from '../result.ts';
import type * as stepRoutes from '../routes/plan-steps.ts';
import type * as resultRoutes from '../routes/results.ts';
import type * as routes from '../routes/tests.ts';
import type {Test} from '../test.ts';
import {sampleIds, sampleTimes} from './ids.ts';
import type {Samples} from './sample.ts';

const test: Test = {
	id: sampleIds.test,
	projectId: sampleIds.project,
	projectName: 'Sample shop API',
	name: 'an order can be paid',
	type: 'backend',
	createdFrom: 'cli',
	status: 'failed',
	createdAt: sampleTimes.created,
	updatedAt: sampleTimes.finished,
	priority: 'p1',
	produces: ['payment_id'],
	consumes: ['order_id'],
	after: [],
	kind: 'endpoint',
	lastRunId: sampleIds.run,
};

const code = `import requests

BASE_URL = "https://api.example.com"


def test_health():
    response = requests.get(f"{BASE_URL}/health", timeout=30)
    assert response.status_code == 200, response.status_code


test_health()
`;

const failedStep = 5;

const step = (stepIndex: number): TestStep => ({
	testId: sampleIds.test,
	stepIndex,
	action: stepIndex === failedStep ? 'expect' : 'click',
	description: `sample step ${stepIndex}`,
	status: stepIndex === failedStep ? 'failed' : 'passed',
	screenshotUrl: null,
	htmlSnapshotUrl: null,
	runIdIfAvailable: sampleIds.run,
	codeVersion: 'v1',
	capturedAt: sampleTimes.finished,
	updatedAt: sampleTimes.finished,
	outcomeContributesToFailure: stepIndex === failedStep,
	stepType: stepIndex === failedStep ? 'assertion' : 'action',
});

const result: CliLatestResult = {
	testId: sampleIds.test,
	snapshotId: sampleIds.snapshot,
	status: 'failed',
	verdict: 'failed',
	executionStatus: 'completed',
	summary: 'An assertion failed.',
	startedAt: sampleTimes.started,
	finishedAt: sampleTimes.finished,
	videoUrl: null,
	failureAnalysisUrl: null,
	runIdIfAvailable: sampleIds.run,
	codeVersion: 'v1',
	targetUrl: 'https://api.example.com',
	targetUrlSource: 'project-default',
	failedStepIndex: failedStep,
	failureKind: 'assertion',
	apiOutput: 'POST /orders/1/payment -> 500\n',
	trace: 'AssertionError: expected 201, got 500\n',
};

const analysis: CliLatestResult['analysis'] = {
	rootCauseHypothesis: 'POST /orders/{id}/payment answers 500 for an order that exists.',
	recommendedFixTarget: {kind: 'code', reference: 'POST /orders/{id}/payment', rationale: 'The request is valid.'},
	failureKind: 'assertion',
	snapshotId: sampleIds.snapshot,
};

export const testSamples: Samples<typeof routes & typeof resultRoutes> = {
	listTests: ({query}) => ({
		items: [{...test, projectId: String(query?.projectId ?? test.projectId)}],
		nextToken: null,
	}),
	createTest: ({body}) => ({
		testId: sampleIds.test,
		type: body?.type ?? 'backend',
		codeVersion: 'v1',
		createdAt: sampleTimes.created,
	}),
	getTest: ({params}) => ({...test, id: params?.testId ?? test.id, description: null}),
	updateTest: ({params, body}) => ({
		testId: params?.testId ?? test.id,
		updatedFields: Object.keys(body ?? {}),
		updatedAt: sampleTimes.finished,
	}),
	deleteTest: ({params}) => ({testId: params?.testId ?? test.id, deletedAt: sampleTimes.finished}),
	getTestCode: ({params}) => ({
		testId: params?.testId ?? test.id,
		language: 'python',
		framework: 'pytest',
		code,
		codeVersion: 'v1',
		etag: '"v1"',
	}),
	putTestCode: ({params}) => ({
		testId: params?.testId ?? test.id,
		codeVersion: 'v2',
		updatedAt: sampleTimes.finished,
	}),
	listTestSteps: ({params}) => ({
		items: [1, 2, 3, 4, failedStep].map(index => ({...step(index), testId: params?.testId ?? test.id})),
		nextToken: null,
	}),
	getTestResult: ({params, query}) => ({
		...result,
		testId: params?.testId ?? test.id,
		...(query?.includeAnalysis ? {analysis} : {}),
	}),
};

export const planStepSamples: Samples<typeof stepRoutes> = {
	createTestBatch({body}) {
		const total = body?.tests.length ?? 1;
		return {
			results: Array.from({length: total}, (_, specIndex) => ({
				specIndex,
				status: 'created',
				testId: sampleIds.test,
			})),
			summary: {total, created: total, failed: 0},
		};
	},
	putPlanSteps: ({params, body}) => ({
		testId: params?.testId ?? sampleIds.test,
		planStepsHash: `sha256:${'0'.repeat(64)}`,
		stepCount: body?.planSteps.length ?? 1,
		updatedAt: sampleTimes.finished,
	}),
};
