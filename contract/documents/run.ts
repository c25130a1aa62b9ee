import * as z from 'zod/mini';
import {batchCleanup, batchRunTicket, batchTicket} from '../batch.ts';
import {failureKinds, open} from '../enums.ts';
import {count, id, integer, ref, timestamp} from '../fields.ts';
import {batchRerunTicket} from '../rerun.ts';
import {advisory, closure, neededHelp, run, runHistory} from '../run.ts';

/** What commands write about runs where it is not what a route has answered. */

const nullableString = z.nullable(z.string());
const link = z.optional(nullableString);

/**
 * How tests ended. Each counts once: `total` is the sum of `passed` to `errors`, and that of `selected` and `closure`.
 */
export const outcomeCounts = z.strictObject({
	total: count,
	/** Asked for. */
	selected: count,
	/** Came along: producers, consumers, teardown tests. */
	closure: count,
	passed: count,
	failed: count,
	/** A value, a login or the API was missing: it says nothing of the test. */
	blocked: count,
	cancelled: count,
	/** Not run: nothing to remove, deferred, in conflict, not found; or not known when the wait broke off. */
	skipped: count,
	/** Not ended when the time of the wait was up. */
	timedOut: count,
	/** Could not be followed. */
	errors: count,
});
export type OutcomeCounts = z.infer<typeof outcomeCounts>;

/** Every batch, when it took several; `batchId` is the first one. */
const batchIds = z.optional(z.array(id('bat')));

/** Several tests triggered and not waited for, whichever of the routes answered. */
export const startedBatch = z.looseObject({
	...batchTicket.shape,
	batchIds,
	skippedFrontend: z.optional(batchRunTicket.shape.skippedFrontend),
	skippedIntegration: z.optional(batchRunTicket.shape.skippedIntegration),
	notFound: z.optional(batchRerunTicket.shape.notFound),
	closure: z.optional(batchRerunTicket.shape.closure),
});
export type StartedBatch = z.infer<typeof startedBatch>;

/** By `test run`: `notFound` is no part of it. */
export const startedRuns = z.looseObject({...batchRunTicket.shape, batchIds});
/** By `testlist run`. `notFound`: tests that were named and are not in the list. */
export const startedList = z.looseObject({
	...batchRunTicket.shape,
	notFound: z.optional(batchRerunTicket.shape.notFound),
});
/** By `test rerun`. */
export const startedReruns = z.looseObject({...batchRerunTicket.shape, batchIds});

/** A run that was waited for: one row for each accepted test, and for each whose earlier run was joined. */
export const acceptedOutcome = z.strictObject({
	testId: id('tst'),
	/** Name of the test and why it is in the batch, where the service has said so. */
	name: z.optional(z.string()),
	runId: id('run'),
	role: z.optional(z.string()),
	/** `status` of the run, or `timeout`, or `error:<CODE>`. */
	status: z.string(),
	/** Why it did not pass, whole. */
	error: z.optional(z.string()),
	neededHelp: z.optional(neededHelp),
	advisories: z.optional(z.array(advisory)),
	dashboardUrl: link,
});

const outcomeFields = {
	batchId: batchTicket.shape.batchId,
	batchIds,
	accepted: z.array(acceptedOutcome),
	conflicts: batchTicket.shape.conflicts,
	deferred: batchTicket.shape.deferred,
	skippedFrontend: batchRunTicket.shape.skippedFrontend,
	skippedIntegration: batchRunTicket.shape.skippedIntegration,
	/** `deferred` and `conflicts` are part of `skipped`. */
	summary: z.strictObject({...outcomeCounts.shape, deferred: count, conflicts: count}),
	cleanup: z.strictObject({state: batchCleanup.shape.state, captured: count, cleaned: count, orphaned: count}),
};

/** Several tests triggered and waited for. */
export const batchOutcome = z.strictObject({
	...outcomeFields,
	/** Tests that were named and do not exist; where there are some. */
	notFound: z.optional(batchRerunTicket.shape.notFound),
	/** What a rerun has brought along, by project. */
	closure: z.optional(batchRerunTicket.shape.closure),
});
export type BatchOutcome = z.infer<typeof batchOutcome>;

/** By `test run --wait` and `testlist run --wait`. */
export const runsOutcome = z.strictObject({...outcomeFields, notFound: z.optional(batchRerunTicket.shape.notFound)});
/** By `test rerun --wait`. */
export const rerunsOutcome = z.strictObject({
	...outcomeFields,
	notFound: batchRerunTicket.shape.notFound,
	closure: batchRerunTicket.shape.closure,
});

/** Rerun of one test with what it depends on, waited for. */
export const rerunOutcome = z.strictObject({
	runId: id('run'),
	testId: id('tst'),
	autoHeal: z.boolean(),
	closure,
	/** Status of the named test; those of the others decide nothing. */
	namedStatus: z.string(),
	/** Other members that did not pass, where there are some; they only warn. */
	closureFailures: z.optional(z.array(z.strictObject({testId: id('tst'), runId: id('run'), status: z.string()}))),
	batchId: id('bat'),
});
export type RerunOutcome = z.infer<typeof rerunOutcome>;

/** Rerun of one test that stands alone, waited for: its run, read as the other form is. */
export const rerunAlone = z.looseObject({
	...run.shape,
	autoHeal: z.boolean(),
	closure: z.null(),
	namedStatus: z.string(),
});

/** What is known of a run when the wait for it ended before the run did. */
export const partialRun = z.strictObject({
	runId: id('run'),
	/** `unknown`: nothing was heard of it. */
	status: z.string(),
	enqueuedAt: z.optional(timestamp),
	codeVersion: z.optional(nullableString),
	targetUrl: z.optional(nullableString),
});
export type PartialRun = z.infer<typeof partialRun>;

/** Several runs waited for by their ids. */
export const waitedRuns = z.strictObject({
	results: z.array(
		z.strictObject({
			runId: id('run'),
			/** `status` of the run, or `timeout`, or `error:<CODE>`. */
			status: z.string(),
			/** Where the run was seen. */
			testId: z.optional(id('tst')),
			name: z.optional(z.string()),
		}),
	),
	summary: outcomeCounts,
});
export type WaitedRuns = z.infer<typeof waitedRuns>;

/** Several runs cancelled: each id in one of the lists. */
export const runsCancelled = z.strictObject({
	cancelled: z.array(id('run')),
	alreadyCancelled: z.array(id('run')),
	/** Those that had ended, with their status. */
	conflicts: z.array(z.strictObject({runId: id('run'), status: z.string()})),
	notFound: z.array(id('run')),
	errors: z.array(z.strictObject({runId: id('run'), message: z.string()})),
});
export type RunsCancelled = z.infer<typeof runsCancelled>;

/** Runs of a test, newest first. */
export const readHistory = z.strictObject({runs: runHistory.shape.runs, nextCursor: runHistory.shape.nextCursor});

export const flakyAttempt = z.strictObject({
	/** From 1. */
	attempt: count,
	/** Null when the attempt could not be started. */
	runId: z.nullable(id('run')),
	/** Status of the run, or `timeout`, or `error`. */
	outcome: z.string(),
	failureKind: nullableString,
});
export type FlakyAttempt = z.infer<typeof flakyAttempt>;

/** How often a test passes. */
export const flakyReport = z.strictObject({
	testId: id('tst'),
	testName: z.string(),
	/** Attempts made. */
	runs: count,
	passed: count,
	failed: count,
	/** 0 to 1, four decimals. */
	stableRatio: z.number(),
	verdict: z.enum(['stable', 'flaky', 'failing']),
	/** Attempts that did not pass. */
	failures: z.array(flakyAttempt),
	/** Tests that use the same values and took no part in the attempts: what they do was not repeated. */
	notRepeated: z.array(ref),
});
export type FlakyReport = z.infer<typeof flakyReport>;

/** One side of a comparison. */
export const comparedRun = z.strictObject({
	runId: id('run'),
	testId: id('tst'),
	testTitle: z.optional(z.string()),
	status: run.shape.status,
	failureKind: z.nullable(open(failureKinds)),
	failedStepIndex: z.nullable(integer),
	codeVersion: nullableString,
});

export const changedStep = z.strictObject({
	stepIndex: integer,
	/** `absent`: the run has no such step. */
	statusA: nullableString,
	statusB: nullableString,
	errorA: z.optional(z.string()),
	errorB: z.optional(z.string()),
});
export type ChangedStep = z.infer<typeof changedStep>;

/** What the answers of one call say otherwise in two runs. */
export const changedAnswer = z.strictObject({
	/** `GET /config` */
	call: z.string(),
	/** By JSON path, the values cut to 60 characters. */
	changes: z.array(z.strictObject({path: z.string(), before: z.string(), after: z.string()})),
	/** Changes that are not listed. */
	more: count,
});
export type ChangedAnswer = z.infer<typeof changedAnswer>;

/** What differs between two runs. */
export const runDiff = z.strictObject({
	runA: comparedRun,
	runB: comparedRun,
	verdictChanged: z.boolean(),
	failedStepIndexChanged: z.boolean(),
	failureKindChanged: z.boolean(),
	codeVersionChanged: z.boolean(),
	/** The runs are of different tests. */
	crossTest: z.boolean(),
	changedSteps: z.array(changedStep),
	/** What the answers of their calls say otherwise; absent: the calls are not known. */
	changedAnswers: z.optional(z.array(changedAnswer)),
});
export type RunDiff = z.infer<typeof runDiff>;
