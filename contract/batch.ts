import * as z from 'zod/mini';
import {
	authHealths,
	batchPhases,
	batchTriggers,
	cleanupStates,
	credentialModes,
	failureKinds,
	labels,
	memberConflicts,
	open,
	priorities,
	roles,
	runStatuses,
	sources,
	terminalRunStatuses,
	testKinds,
	testTypes,
	type BatchTrigger,
} from './enums.ts';
import {count, credits, id, integer, ref, timestamp} from './fields.ts';
import {advisory, blockedBy, closure, neededHelp, stepSummary, triggerInput} from './run.ts';

const nullableString = z.nullable(z.string());

/** Counts over all members, each in one of `queued` to `skipped`; `skipped` = cleanup tests with label `Skipped`. */
export const batchCounts = z.looseObject({
	total: count,
	/** Asked for, and come along: together they are `total`. Absent on services that do not say. */
	selected: z.optional(count),
	closure: z.optional(count),
	queued: count,
	running: count,
	passed: count,
	failed: count,
	blocked: count,
	cancelled: count,
	skipped: count,
});

/** What one trigger started: the selected tests, their closure, and the cleanup. */
export const batchSummary = z.looseObject({
	batchId: id('bat'),
	/** Null when the batch spans several projects; `projectIds` always names all. */
	projectId: z.nullable(id('prj')),
	projectIds: z.array(id('prj')),
	/** Null as `projectId`. */
	projectName: z.optional(nullableString),
	trigger: open(batchTriggers),
	/**
	 * It ran every test that its projects had then and still have, however it was asked for; else it says nothing of the
	 * project as a whole. Absent on services that do not say.
	 */
	wholeProject: z.optional(z.boolean()),
	/**
	 * In lists: members that failed or were blocked and whose tests have not run again since. Absent on services that do
	 * not say.
	 */
	unresolved: z.optional(count),
	source: open(sources),
	phase: open(batchPhases),
	/** `queued` or `running` until `phase` is `done`, then the outcome. */
	status: open(runStatuses),
	/** The worst member outside the cleanup wave, in the order failed, blocked, cancelled, passed. */
	outcome: z.nullable(open(terminalRunStatuses)),
	skipDependencies: z.boolean(),
	environment: nullableString,
	/** What `RUN_TAG` of its tests is derived from; empty for a batch that is older than seeds. */
	seed: z.optional(z.string()),
	targetUrl: nullableString,
	scheduleId: z.nullable(id('sch')),
	testListId: z.nullable(id('lst')),
	previousBatchId: z.nullable(id('bat')),
	summary: batchCounts,
	/** Records that it made and that are still there as far as is known. Absent on services that do not say. */
	orphaned: z.optional(count),
	credits: z.looseObject({held: credits, charged: credits}),
	createdAt: timestamp,
	startedAt: z.nullable(timestamp),
	/** After cleanup. */
	finishedAt: z.nullable(timestamp),
});
export type BatchSummary = z.infer<typeof batchSummary>;

export const wave = z.looseObject({
	wave: integer,
	kind: open(['tests', 'cleanup']),
	status: open(['pending', 'running', 'done']),
	total: count,
	finished: count,
	rev: integer,
});
export type Wave = z.infer<typeof wave>;

export const batchMember = z.looseObject({
	testId: id('tst'),
	runId: id('run'),
	projectId: id('prj'),
	projectName: z.optional(z.nullable(z.string())),
	name: z.string(),
	type: open(testTypes),
	kind: z.nullable(open(testKinds)),
	priority: z.nullable(open(priorities)),
	role: open(roles),
	wave: integer,
	status: open(runStatuses),
	label: open(labels),
	/** Missing variable, the two tests of a cycle, or the healed steps. */
	note: nullableString,
	startedAt: z.nullable(timestamp),
	finishedAt: z.nullable(timestamp),
	durationMs: z.nullable(integer),
	/** The version of the code that it executed. Absent on services that do not say. */
	codeVersion: z.optional(nullableString),
	failureKind: z.nullable(open(failureKinds)),
	/** With `failureKind` `input_refused`. */
	neededHelp: z.optional(z.nullable(neededHelp)),
	/** First line, at most 200 characters. */
	error: nullableString,
	blockedBy: z.nullable(blockedBy),
	/** Unfinished producers while Pending. */
	waitingFor: z.array(ref),
	produces: z.array(z.string()),
	consumes: z.array(z.string()),
	stepSummary,
	/** What its author should look at although it passed. */
	advisories: z.optional(z.array(advisory)),
	/** Latest earlier run with a verdict. */
	previousRunId: z.nullable(id('run')),
	previousStatus: z.nullable(open(runStatuses)),
	/** Version at which the row last changed. */
	rev: integer,
});
export type BatchMember = z.infer<typeof batchMember>;

export const batchCleanup = z.looseObject({
	state: open(cleanupStates),
	captured: count,
	cleaned: count,
	orphaned: count,
	kept: count,
	dismissed: count,
	pending: count,
	startedAt: z.nullable(timestamp),
	finishedAt: z.nullable(timestamp),
});
export type BatchCleanup = z.infer<typeof batchCleanup>;

/** A batch with its members; with `since`, only waves and members changed after that version and `delta: true`. */
export const batch = z.looseObject({
	...batchSummary.shape,
	version: integer,
	delta: z.boolean(),
	waves: z.array(wave),
	currentWave: integer,
	members: z.array(batchMember),
	cleanup: batchCleanup,
	auth: z.nullable(z.looseObject({mode: open(credentialModes), health: open(authHealths), refreshes: count})),
	advisories: z.array(advisory),
});
export type Batch = z.infer<typeof batch>;

export const batchTicket = z.looseObject({
	/** Null when nothing was accepted. */
	batchId: z.nullable(id('bat')),
	/** Closure members included, in wave order. */
	accepted: z.array(
		z.looseObject({
			testId: id('tst'),
			runId: id('run'),
			enqueuedAt: timestamp,
			role: open(roles),
			/** Of the test. */
			name: z.optional(z.string()),
			dashboardUrl: z.optional(nullableString),
		}),
	),
	conflicts: z.array(
		z.looseObject({
			testId: id('tst'),
			currentRunId: z.optional(id('run')),
			reason: open(memberConflicts),
			message: z.string(),
		}),
	),
	deferred: z.array(z.looseObject({testId: id('tst'), reason: z.string()})),
	advisories: z.optional(z.array(advisory)),
	dashboardUrl: z.optional(nullableString),
});
export type BatchTicket = z.infer<typeof batchTicket>;

export const batchRunTicket = z.looseObject({
	...batchTicket.shape,
	skippedFrontend: z.array(id('tst')),
	skippedIntegration: z.array(z.looseObject({testId: id('tst')})),
});
export type BatchRunTicket = z.infer<typeof batchRunTicket>;

/** Body of `POST /tests/batch/run`; without `testIds` the whole project runs. */
export const batchRunInput = z.object({
	projectId: id('prj'),
	testIds: z.optional(z.array(id('tst')).check(z.minLength(1), z.maxLength(1000))),
	...triggerInput.shape,
});

export const batchCancelInput = z.object({skipCleanup: z.optional(z.boolean())});

export const cancelledBatch = z.looseObject({
	batchId: id('bat'),
	status: open(runStatuses),
	cancelled: z.array(id('run')),
	alreadyFinished: z.array(id('run')),
	alreadyCancelled: z.boolean(),
});
export type CancelledBatch = z.infer<typeof cancelledBatch>;

export {closure};

/** What asks for every test of a project by itself; a test list and a schedule of one name some. */
const wholeTriggers: readonly BatchTrigger[] = ['run_all', 'rerun_all', 'schedule'];

/** Whether a batch was asked to run every test of its projects. @param testListId the list that named its tests */
export const asksForAll = ({trigger, testListId}: {trigger: string; testListId?: string | null | undefined}): boolean =>
	(wholeTriggers as readonly string[]).includes(trigger) && !testListId;

/** Whether a batch ran some tests of its project alone; by how it was asked for where the service does not say. */
export const isPartial = ({
	wholeProject,
	...asked
}: Pick<BatchSummary, 'trigger' | 'testListId' | 'wholeProject'>): boolean => !(wholeProject ?? asksForAll(asked));
