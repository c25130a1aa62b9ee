import * as z from 'zod/mini';
import {count, id, integer, timestamp} from '../fields.ts';
import {acceptedHeal, heal} from '../heal.ts';
import type {planFile} from '../plan-file.ts';
import {testStep} from '../result.ts';
import {run, runTicket} from '../run.ts';
import {siteDiscovery} from '../site-discovery.ts';
import {createdTest, testCode} from '../test.ts';
import {createdTestBatch} from '../plan-steps.ts';
import {partialRun} from './run.ts';

/** What commands write about tests and their files where it is not what a route has answered. */

const nullableString = z.nullable(z.string());
const link = z.optional(nullableString);
/** Of a rehearsal only. */
const action = z.optional(z.literal('dry-run'));

/** With its run, as far as that was followed; absent: it could not be started. */
export const createdAndRun = z.looseObject({
	...createdTest.shape,
	run: z.optional(z.union([run, runTicket, partialRun])),
});

/** Tests made of several plans, in the order of the plans. */
export const createdBatch = z.looseObject({
	results: z.array(z.looseObject({...createdTestBatch.shape.results.def.element.shape, dashboardUrl: link})),
	summary: createdTestBatch.shape.summary,
});
export type CreatedBatch = z.infer<typeof createdBatch>;

/** The same, run at once. */
export const createdBatchRuns = z.strictObject({
	results: z.array(
		z.strictObject({
			testId: id('tst'),
			name: z.string(),
			/** Null: it was not started. */
			runId: z.nullable(id('run')),
			/** Of the run; `timeout` or `error:<CODE>` where its end is not known. */
			status: z.string(),
			codeVersion: nullableString,
			videoUrl: z.optional(z.string()),
			failureKind: z.optional(z.string()),
			error: z.optional(z.strictObject({code: z.string(), message: z.string(), exitCode: integer})),
			dashboardUrl: link,
		}),
	),
	created: createdBatch,
});
export type CreatedBatchRuns = z.infer<typeof createdBatchRuns>;

export const deletedTests = z.strictObject({
	results: z.array(
		z.strictObject({
			testId: id('tst'),
			/** Where the test was found by a filter. */
			name: z.optional(z.string()),
			/** `skipped`: it was gone already. */
			status: z.enum(['deleted', 'skipped', 'error']),
			deletedAt: z.optional(timestamp),
			error: z.optional(z.strictObject({code: z.string(), message: z.string()})),
		}),
	),
	/** `total` counts those that were never tried too. */
	summary: z.strictObject({total: count, deleted: count, skipped: count, failed: count}),
});
export type DeletedTests = z.infer<typeof deletedTests>;

export const acceptedHeals = z.strictObject({testId: id('tst'), results: z.array(acceptedHeal)});
export const refusedHeals = z.strictObject({testId: id('tst'), results: z.array(heal)});

/** Steps of one run. */
export const stepsOfRun = z.strictObject({items: z.array(testStep), nextToken: z.null()});

/** The start of a Python test. */
export const scaffoldedCode = z.strictObject({
	type: z.literal('backend'),
	language: z.literal('python'),
	code: z.string(),
});
/** With `--out`. */
export const writtenScaffold = z.strictObject({out: z.string(), type: z.enum(['frontend', 'backend'])});
export type Scaffold = z.infer<typeof planFile> | z.infer<typeof scaffoldedCode> | z.infer<typeof writtenScaffold>;

/** Identity card of a failure bundle: `meta.json`. */
export const bundleMeta = z.strictObject({
	schemaVersion: z.literal('cli-v1'),
	snapshotId: id('snp'),
	runId: z.nullable(id('run')),
	testId: id('tst'),
	/** Absent where the service does not tell it. */
	testName: z.optional(z.string()),
	projectId: id('prj'),
	projectName: z.optional(z.string()),
	codeVersion: nullableString,
	runIdIfAvailable: nullableString,
	targetUrl: nullableString,
	failedStepIndex: z.nullable(integer),
	failureKind: nullableString,
	capturedAt: nullableString,
	fetchedAt: z.string(),
});
export type BundleMeta = z.infer<typeof bundleMeta>;

/** A failure bundle on disk. */
export const failureBundle = z.strictObject({
	ok: z.literal(true),
	action,
	dir: z.string(),
	meta: bundleMeta,
	/** Below `dir`. */
	files: z.array(z.string()),
});
export type FailureBundle = z.infer<typeof failureBundle>;

/** The bundle of one run on disk. */
export const runBundle = z.strictObject({
	action,
	out: z.string(),
	snapshotId: id('snp'),
	/** Of the answer that it was made of. */
	requestId: z.string(),
	meta: bundleMeta,
	/** Below `out`. */
	files: z.array(z.string()),
});
export type RunBundle = z.infer<typeof runBundle>;

/** The source as text, whatever the service has sent in its place. */
export const sourceCode = z.looseObject({...testCode.shape, code: z.string()});
/** With `--out`. */
export const writtenCode = z.looseObject({...sourceCode.shape, path: z.string(), action});

export const openedLink = z.strictObject({
	url: z.string(),
	/** A browser was started. */
	opened: z.boolean(),
});

/** With `--out`: the files that were written. */
export const writtenProposals = z.looseObject({...siteDiscovery.shape, files: z.array(z.string())});
