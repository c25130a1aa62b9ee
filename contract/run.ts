import * as z from 'zod/mini';
import {batchPhases, blockedReasons, failureKinds, labels, open, roles, runStatuses, sources} from './enums.ts';
import {locator} from './locator.ts';
import {count, credits, httpUrl, id, integer, ref, timestamp} from './fields.ts';

/** Why a member never ran: the missing variable and the root producer (the first failed one). */
export const blockedBy = z.looseObject({
	variable: z.nullable(z.string()),
	reason: open(blockedReasons),
	producer: z.nullable(ref),
	/** Closest captured name when only case or separators differ. */
	didYouMean: z.nullable(z.string()),
});
export type BlockedBy = z.infer<typeof blockedBy>;

export const advisory = z.looseObject({feature: z.string(), message: z.string()});
export type Advisory = z.infer<typeof advisory>;

export const stepSummary = z.looseObject({total: count, completed: count, passedCount: count, failedCount: count});
export type StepSummary = z.infer<typeof stepSummary>;

const nullableString = z.nullable(z.string());

/** One step as `GET /runs/{runId}?includeSteps=true` shows it. */
export const runStep = z.looseObject({
	stepIndex: z.string(),
	type: open(['action', 'assertion']),
	action: z.string(),
	status: z.nullable(open(['passed', 'failed'])),
	description: z.string(),
	error: nullableString,
	screenshotUrl: nullableString,
	htmlSnapshotUrl: nullableString,
	healed: z.boolean(),
	createdAt: timestamp,
	/** What a reader should know of how it was done. */
	note: z.optional(nullableString),
	durationMs: z.optional(z.nullable(count)),
	/** One line: what the step was understood to mean. */
	reading: z.optional(nullableString),
	locator: z.optional(z.nullable(locator)),
	captured: z.optional(z.nullable(z.looseObject({name: z.string(), value: z.string()}))),
	/** The page as an outline of roles and names; console and network as JSON; the interpreter's own account. */
	outlineUrl: z.optional(nullableString),
	consoleUrl: z.optional(nullableString),
	networkUrl: z.optional(nullableString),
	logUrl: z.optional(nullableString),
});
export type RunStep = z.infer<typeof runStep>;

/** What a person can do about a request that the API has never accepted. */
export const neededHelp = z.looseObject({
	/** `METHOD /path` of the refused request. */
	endpoint: z.string(),
	/** What the API answers, in one line. */
	said: z.string(),
	/** A command that gives the request what it needs; `<…>` stands for what only a person knows. */
	command: z.string(),
	/** A command that looks for what the API accepts by itself, as long as that has not been tried. */
	settle: z.optional(z.string()),
});
export type NeededHelp = z.infer<typeof neededHelp>;

/** One execution of one test. */
export const run = z.looseObject({
	runId: id('run'),
	testId: id('tst'),
	projectId: id('prj'),
	projectName: z.optional(nullableString),
	userId: id('usr'),
	batchId: z.optional(id('bat')),
	testTitle: z.optional(nullableString),
	createdAt: timestamp,
	status: open(runStatuses),
	label: z.optional(open(labels)),
	batchPhase: z.optional(open(batchPhases)),
	source: open(sources),
	startedAt: z.nullable(timestamp),
	finishedAt: z.nullable(timestamp),
	codeVersion: nullableString,
	targetUrl: nullableString,
	environment: z.optional(nullableString),
	isRerun: z.optional(z.boolean()),
	/** `rerun:<priorRunId>` on reruns. */
	createdFrom: nullableString,
	wave: z.optional(integer),
	role: z.optional(open(roles)),
	failedStepIndex: z.nullable(integer),
	failureKind: z.nullable(open(failureKinds)),
	/** With `failureKind` `input_refused`. */
	neededHelp: z.optional(z.nullable(neededHelp)),
	error: nullableString,
	videoUrl: nullableString,
	blockedBy: z.optional(z.nullable(blockedBy)),
	stepSummary,
	creditsCharged: z.optional(credits),
	/** Of a plan: steps that were repaired, and what the run says of that. */
	healedSteps: z.optional(z.array(integer)),
	note: z.optional(nullableString),
	/** What made-up values were derived from. */
	seed: z.optional(nullableString),
	viewport: z.optional(nullableString),
	browser: z.optional(z.nullable(z.looseObject({name: z.string(), version: z.string()}))),
	retryAfterSeconds: z.optional(z.number()),
	dashboardUrl: z.optional(nullableString),
	executionUrl: z.optional(nullableString),
	steps: z.optional(z.array(runStep)),
	/** What its author should look at although it passed, such as an answer of 500 that no assertion looked at. */
	advisories: z.optional(z.array(advisory)),
});
export type Run = z.infer<typeof run>;

export const cancelledRun = z.looseObject({...run.shape, alreadyCancelled: z.boolean()});
export type CancelledRun = z.infer<typeof cancelledRun>;

export const closure = z.looseObject({
	members: z.array(
		z.looseObject({testId: id('tst'), runId: id('run'), role: open(roles), name: z.optional(z.string())}),
	),
	addedProducers: z.array(id('tst')),
	addedConsumers: z.array(id('tst')),
	addedTeardowns: z.array(id('tst')),
	/** Captures of the previous batch dropped because their producer runs again. */
	clearedCaptured: count,
	/** Of a rerun: tests that take a value from a member and are none themselves. */
	leftOut: z.optional(z.array(ref)),
});
export type Closure = z.infer<typeof closure>;

/** What made-up values of a batch are derived from; the same seed gives the same ones. */
export const batchSeed = z.string().check(z.regex(/^[A-Za-z0-9._-]{1,64}$/, 'seed'));

/** What a trigger may say. `schedule` is set only by the service. */
export const triggerInput = z.object({
	source: z.optional(z.enum(sources)),
	targetUrl: z.optional(httpUrl),
	environment: z.optional(z.string().check(z.minLength(1), z.maxLength(64))),
	seed: z.optional(batchSeed),
});
export type TriggerInput = z.infer<typeof triggerInput>;

/** The answer of a single trigger, 202. */
export const runTicket = z.looseObject({
	runId: id('run'),
	batchId: id('bat'),
	status: open(runStatuses),
	enqueuedAt: timestamp,
	codeVersion: nullableString,
	targetUrl: nullableString,
	/** Null for frontend and for a backend test without dependencies. */
	closure: z.optional(z.nullable(closure)),
	advisories: z.optional(z.array(advisory)),
	dashboardUrl: z.optional(nullableString),
	executionUrl: z.optional(nullableString),
});
export type RunTicket = z.infer<typeof runTicket>;

export const runHistoryItem = z.looseObject({
	runId: id('run'),
	batchId: z.optional(id('bat')),
	status: open(runStatuses),
	source: open(sources),
	isRerun: z.boolean(),
	createdFrom: nullableString,
	createdAt: timestamp,
	startedAt: z.nullable(timestamp),
	finishedAt: z.nullable(timestamp),
	codeVersion: nullableString,
	failureKind: z.nullable(open(failureKinds)),
	targetUrl: z.optional(nullableString),
	targetUrlSource: z.optional(nullableString),
});
export type RunHistoryItem = z.infer<typeof runHistoryItem>;

export const runHistory = z.looseObject({
	runs: z.array(runHistoryItem),
	nextCursor: nullableString,
	meta: z.looseObject({
		testKind: z.optional(z.string()),
		historyStartsAt: z.optional(timestamp),
		note: z.optional(z.string()),
		portalUrl: z.optional(z.string()),
	}),
});
export type RunHistory = z.infer<typeof runHistory>;

/** How a run of a test ended, and which version of its code it executed. */
export type Ending = {status: string; codeVersion: string | null};

/** Runs that decide whether a test is flaky. */
export const flakyWindow = 10;

/** Turns of the verdict from which on a test is flaky: one is a change of the API or of what it stands on. */
const turns = 2;

/**
 * Whether a test passed and failed by turns: with the code of its newest run its verdict changed at least twice among the
 * last ten runs, so that neither a repair nor a new fault explains it.
 *
 * @param endings newest first
 */
export function isFlaky(endings: readonly Ending[]): boolean {
	const verdicts = endings
		.slice(0, flakyWindow)
		.filter(({status, codeVersion}) => isVerdict(status) && codeVersion === endings[0]?.codeVersion);
	return verdicts.filter(({status}, index) => index > 0 && status !== verdicts[index - 1]?.status).length >= turns;
}

const isVerdict = (status: string): boolean => status === 'passed' || status === 'failed';
