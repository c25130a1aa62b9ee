import * as z from 'zod/mini';
import {evidenceKinds, executionStatuses, failureKinds, fixTargetKinds, open, testStatuses} from './enums.ts';
import {id, integer, timestamp} from './fields.ts';
import {advisory, blockedBy} from './run.ts';
import {testCode} from './test.ts';

const nullableString = z.nullable(z.string());

/** What to look at first; `reference` names a line, selector, record or setting. */
export const fixTarget = z.looseObject({
	kind: open(fixTargetKinds),
	reference: nullableString,
	rationale: nullableString,
});
export type FixTarget = z.infer<typeof fixTarget>;

/** A step of a test over all its runs. A last row with `action: "assertion"` and no media stands for an assertion that no step carries. */
export const testStep = z.looseObject({
	testId: id('tst'),
	/** 1-based. */
	stepIndex: integer,
	action: z.string(),
	description: z.string(),
	status: z.nullable(open(['passed', 'failed'])),
	screenshotUrl: nullableString,
	htmlSnapshotUrl: nullableString,
	runIdIfAvailable: nullableString,
	codeVersion: nullableString,
	capturedAt: nullableString,
	updatedAt: timestamp,
	outcomeContributesToFailure: z.optional(z.nullable(z.boolean())),
	error: z.optional(nullableString),
	stepType: z.optional(open(['action', 'assertion'])),
	/** Its element had changed and was found again. */
	healed: z.optional(z.boolean()),
	note: z.optional(nullableString),
	durationMs: z.optional(z.nullable(integer)),
	reading: z.optional(nullableString),
});
export type TestStep = z.infer<typeof testStep>;

/** The run in flight if any, else the latest with a verdict, else the latest. */
export const latestResult = z.looseObject({
	testId: id('tst'),
	testName: z.optional(z.string()),
	/** Null: the test has never run. */
	snapshotId: z.nullable(id('snp')),
	status: open(testStatuses),
	/** Null in flight and when cancelled. */
	verdict: z.nullable(open(['passed', 'failed', 'blocked'])),
	executionStatus: open(executionStatuses),
	summary: z.string(),
	startedAt: z.nullable(timestamp),
	finishedAt: z.nullable(timestamp),
	videoUrl: nullableString,
	failureAnalysisUrl: nullableString,
	runIdIfAvailable: nullableString,
	codeVersion: nullableString,
	targetUrl: nullableString,
	targetUrlSource: z.optional(nullableString),
	failedStepIndex: z.nullable(integer),
	failureKind: z.nullable(open(failureKinds)),
	/** Backend: in full up to 51,200 bytes each, the tail is kept. */
	apiOutput: z.optional(nullableString),
	trace: z.optional(nullableString),
	blockedBy: z.optional(z.nullable(blockedBy)),
	healedSteps: z.optional(z.array(integer)),
	/** What its author should look at although it passed; as of the run. */
	advisories: z.optional(z.array(advisory)),
	analysis: z.optional(
		z.looseObject({
			rootCauseHypothesis: nullableString,
			recommendedFixTarget: z.nullable(fixTarget),
			failureKind: nullableString,
			snapshotId: id('snp'),
		}),
	),
});
export type CliLatestResult = z.infer<typeof latestResult>;

/** What tells failures of one kind from others, and how this one stands in the history of its test. */
const grouping = {
	/** Endpoint, status and error without ids, numbers and times; failures with the same signature are of one kind. */
	signature: z.optional(nullableString),
	/** `new`, `flaky`. */
	badges: z.optional(z.array(z.string())),
};

export const failureSummary = z.looseObject({
	testId: id('tst'),
	status: open(testStatuses),
	failureKind: nullableString,
	snapshotId: id('snp'),
	rootCauseHypothesis: nullableString,
	recommendedFixTarget: z.nullable(fixTarget),
	...grouping,
});
export type FailureSummary = z.infer<typeof failureSummary>;

export const evidence = z.looseObject({
	kind: open(evidenceKinds),
	stepIndex: integer,
	url: z.string(),
	summary: z.string(),
});
export type Evidence = z.infer<typeof evidence>;

/** Everything about one failed run; all parts come from it and carry its `snapshotId`. */
export const failureContext = z.looseObject({
	snapshotId: id('snp'),
	testId: id('tst'),
	projectId: id('prj'),
	projectName: z.optional(nullableString),
	result: latestResult,
	steps: z.array(testStep),
	code: testCode,
	failure: z.looseObject({
		rootCauseHypothesis: nullableString,
		recommendedFixTarget: z.nullable(fixTarget),
		evidence: z.array(evidence),
		apiOutput: z.optional(nullableString),
		trace: z.optional(nullableString),
		...grouping,
	}),
});
export type FailureContext = z.infer<typeof failureContext>;
