import type {FailureContext, FailureSummary} from '../result.ts';
import type * as routes from '../routes/failures.ts';
import {sampleIds} from './ids.ts';
import type {Samples} from './sample.ts';
import {testSamples} from './tests.ts';

const signature = 'POST /orders/{id}/payment 500 AssertionError: expected <n>, got <n>';

/** The failure behind the sample of the latest result: all parts of one run. */
function sampleFailure(testId: string, runId: string): FailureContext {
	const params = {testId};
	const {analysis, ...result} = testSamples.getTestResult({params, query: {includeAnalysis: true}});
	const {etag: _, ...code} = testSamples.getTestCode({params});
	const stepIndex = result.failedStepIndex ?? 1;
	return {
		snapshotId: result.snapshotId ?? sampleIds.snapshot,
		testId,
		projectId: sampleIds.project,
		projectName: 'Sample shop API',
		result: {...result, testName: 'an order can be paid', runIdIfAvailable: runId},
		steps: testSamples.listTestSteps({params}).items.map(step => ({...step, runIdIfAvailable: runId})),
		code,
		failure: {
			rootCauseHypothesis: analysis?.rootCauseHypothesis ?? null,
			recommendedFixTarget: analysis?.recommendedFixTarget ?? null,
			evidence: [
				{
					kind: 'network',
					stepIndex,
					url: 'https://svc.example.com/api/cli/v1/assets/ast_sample_call_3',
					summary: 'POST /orders/1/payment answered 500 in 34 ms',
				},
				{
					kind: 'log',
					stepIndex,
					url: 'https://svc.example.com/api/cli/v1/assets/ast_sample_trace',
					summary: 'AssertionError: expected 201, got 500',
				},
			],
			apiOutput: result.apiOutput,
			trace: result.trace,
			signature,
			badges: ['new'],
		},
	};
}

function sampleSummary(testId: string): FailureSummary {
	const {result, failure} = sampleFailure(testId, sampleIds.run);
	return {
		testId,
		status: result.status,
		failureKind: result.failureKind,
		snapshotId: result.snapshotId ?? sampleIds.snapshot,
		rootCauseHypothesis: failure.rootCauseHypothesis,
		recommendedFixTarget: failure.recommendedFixTarget,
		signature,
		badges: failure.badges,
	};
}

export const failureSamples: Samples<typeof routes> = {
	getTestFailure: ({params}) => sampleFailure(params?.testId ?? sampleIds.test, sampleIds.run),
	getTestFailureSummary: ({params}) => sampleSummary(params?.testId ?? sampleIds.test),
	getRunFailure: ({params}) => sampleFailure(sampleIds.test, params?.runId ?? sampleIds.run),
};
