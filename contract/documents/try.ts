import * as z from 'zod/mini';
import {count, id} from '../fields.ts';
import {neededHelp} from '../run.ts';

/** A record that might still be there, with what a person needs who looks for it in the API. */
export const leftRecord = z.strictObject({
	label: z.string(),
	reason: z.nullable(z.string()),
	resourceId: id('res'),
	batchId: id('bat'),
	/** The call that made it. */
	method: z.string(),
	path: z.string(),
	/** Start of its handle; null: nothing says how it is named. */
	id: z.nullable(z.string()),
	/** The request that would delete it, as far as it is known. */
	deletion: z.nullable(z.strictObject({method: z.string(), url: z.string()})),
	/** What that request was answered when it was sent; null: it was not sent, or not answered. */
	answered: z.nullable(z.int()),
});
export type LeftRecord = z.infer<typeof leftRecord>;

const causes = z.array(z.strictObject({cause: z.string(), tests: count}));

/** What `svc try` has found. */
export const tryReport = z.strictObject({
	projectId: id('prj'),
	/** As it was given: an address or a file. */
	source: z.string(),
	targetUrl: z.string(),
	endpoints: count,
	families: count,
	tests: count,
	chains: count,
	/** Endpoints that got no test. */
	endpointsWithoutTests: count,
	/** Of each stage, in seconds. */
	seconds: z.strictObject({discover: z.number(), plan: z.number(), generate: z.number(), run: z.number()}),
	run: z.strictObject({
		passed: count,
		failed: count,
		blocked: count,
		cancelled: count,
		/** Tests without a verdict: the time was over. */
		notRun: count,
	}),
	/** `--max-time` ended it before every test had run. */
	isOutOfTime: z.boolean(),
	/** From the start of the command to its first test that passed; null: none did. */
	firstPassSeconds: z.nullable(z.number()),
	/** Failures by cause, with the words of the first; `endpoints`: how many show the same. */
	failures: z.array(
		z.strictObject({endpoint: z.string(), endpoints: count, error: z.string(), rows: count, runId: id('run')}),
	),
	/** Why tests were not carried out, by the test that they wait for or by what their set-up said; the most first. */
	blocked: causes,
	/** Rows that got no test because what was written for them did not do what it says, with the first of each reason. */
	rejected: causes,
	/** Requests that the API has never accepted, each with the command that gives an example; they are no failures. */
	needsHelp: z.array(z.looseObject({...neededHelp.shape, tests: count})),
	/** Open findings. */
	findings: count,
	/** The gravest of them, by name. */
	openFindings: z.array(z.strictObject({findingId: id('fnd'), kind: z.string(), title: z.string()})),
	cleanup: z.strictObject({deleted: count, marked: count, orphaned: z.array(leftRecord), orphanedTotal: count}),
	/** Values that nobody produces: `VAR_<key>` of an environment. */
	missingValues: z.array(z.string()),
	batchIds: z.array(id('bat')),
	/** The project is still there. */
	kept: z.boolean(),
	/** Commands that go on from here; none where the project is gone. */
	next: z.array(z.string()),
});
export type TryReport = z.infer<typeof tryReport>;
