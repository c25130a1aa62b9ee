import * as z from 'zod/mini';
import {open, runStatuses} from './enums.ts';
import {count, credits, id, integer, notEmpty, queryList, ref, text, timestamp} from './fields.ts';

export const scheduleStatuses = ['active', 'paused', 'auto_paused', 'finished'] as const;
export type ScheduleStatus = (typeof scheduleStatuses)[number];

export const scheduleTargets = ['project', 'testList'] as const;
export type ScheduleTarget = (typeof scheduleTargets)[number];

/** States of one fire of a schedule: those of its batch, or `skipped` when it started none. */
export const scheduleRunStatuses = [...runStatuses, 'skipped'] as const;
export type ScheduleRunStatus = (typeof scheduleRunStatuses)[number];

export const skippedReasons = ['insufficient_credits', 'previous_run_in_flight', 'no_tests'] as const;
export type SkippedReason = (typeof skippedReasons)[number];

export const mailStatuses = ['sent', 'failed', 'not_configured', 'none'] as const;
export type MailStatus = (typeof mailStatuses)[number];

/** In the order of a week as calendars print it. */
export const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;
export type Weekday = (typeof weekdays)[number];

/** Addresses a schedule may write to. */
export const maxAddresses = 20;

const within = (min: number, max: number) => integer.check(z.gte(min), z.lte(max));
/** Local time of day, `HH:MM`. */
const timeOfDay = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'HH:MM'));

/**
 * When a schedule fires, in its own time zone. `every` counts hours from each midnight, days and months from the first
 * time it fires.
 */
export const cadenceInput = z.discriminatedUnion('kind', [
	z.object({kind: z.literal('hourly'), every: within(1, 24), minute: within(0, 59)}),
	z.object({kind: z.literal('daily'), every: within(1, 31), at: timeOfDay}),
	z.object({
		kind: z.literal('weekly'),
		weekdays: z.array(z.enum(weekdays)).check(z.minLength(1), z.maxLength(7)),
		at: timeOfDay,
	}),
	z.object({
		kind: z.literal('monthly'),
		every: within(1, 12),
		day: z.union([within(1, 28), z.literal('last')]),
		at: timeOfDay,
	}),
]);
export type CadenceInput = z.infer<typeof cadenceInput>;

/** A cadence that is kept: one of the four, or the cron expression of its schedule. */
export type Cadence = CadenceInput | {kind: 'cron'};

const cadence = z.looseObject({
	kind: open(['hourly', 'daily', 'weekly', 'monthly', 'cron']),
	every: z.optional(integer),
	minute: z.optional(integer),
	at: z.optional(z.string()),
	weekdays: z.optional(z.array(open(weekdays))),
	/** Day of the month, or `last`. */
	day: z.optional(z.union([integer, z.string()])),
});

/** Fields that a schedule can change later; `cron` and `cadence` exclude each other. */
const changeable = {
	/** Minute, hour, day of month, month, day of week. */
	cron: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(200))),
	cadence: z.optional(cadenceInput),
	/** IANA name. */
	timezone: z.optional(z.string().check(z.minLength(1), z.maxLength(64))),
	/** A past start means now; null: at once. */
	startAt: z.optional(z.nullable(timestamp)),
	/** After `startAt`; null: no end. */
	endAt: z.optional(z.nullable(timestamp)),
	/** Comma-separated mail addresses, at most 20; null: no mail. */
	sendTo: z.optional(z.nullable(z.string().check(z.maxLength(6000)))),
	enabled: z.optional(z.boolean()),
	skipDependencies: z.optional(z.boolean()),
	autoHeal: z.optional(z.boolean()),
	/** Project targets only; null: the default one. */
	environment: z.optional(z.nullable(text(64))),
};

export const scheduleInput = z.object({
	name: text(200),
	targetType: z.enum(scheduleTargets),
	targetId: z.string().check(z.minLength(1)),
	...changeable,
});
export type ScheduleInput = z.infer<typeof scheduleInput>;

export const schedulePatch = notEmpty(
	z.object({
		name: z.optional(text(200)),
		...changeable,
		/** A schedule keeps its target: these two are refused, with the reason `immutable`. */
		targetType: z.optional(z.unknown()),
		targetId: z.optional(z.unknown()),
	}),
);
export type SchedulePatch = z.infer<typeof schedulePatch>;

/** A project or test list that is run at set times. */
export const schedule = z.looseObject({
	scheduleId: id('sch'),
	name: z.string(),
	enabled: z.boolean(),
	status: open(scheduleStatuses),
	targetType: open(scheduleTargets),
	targetId: z.string(),
	targetName: z.string(),
	/** Exact for the cadence `cron`, else the nearest expression: the cadence decides. */
	cron: z.string(),
	cadence,
	/** The cadence in words. */
	cadenceText: z.string(),
	timezone: z.string(),
	startAt: z.nullable(timestamp),
	endAt: z.nullable(timestamp),
	sendTo: z.nullable(z.string()),
	skipDependencies: z.boolean(),
	autoHeal: z.boolean(),
	environment: z.nullable(z.string()),
	/** Null while it is paused, and when it has finished. */
	nextRunAt: z.nullable(timestamp),
	lastRunId: z.nullable(id('srn')),
	autoPausedAt: z.nullable(timestamp),
	/** Completed runs in a row without a passing test. */
	runsWithoutPass: count,
	estimatedCreditsPerRun: z.nullable(credits),
	createdAt: timestamp,
	updatedAt: timestamp,
});
export type Schedule = z.infer<typeof schedule>;

/** One fire of a schedule, and what came of it. */
export const scheduleRun = z.looseObject({
	runId: id('srn'),
	/** Null when it was skipped. */
	batchId: z.nullable(id('bat')),
	scheduleId: id('sch'),
	status: open(scheduleRunStatuses),
	skippedReason: z.nullable(open(skippedReasons)),
	projectId: z.nullable(id('prj')),
	projectName: z.optional(z.nullable(z.string())),
	testListId: z.nullable(id('lst')),
	testListName: z.optional(z.nullable(z.string())),
	stats: z.looseObject({
		total: count,
		passed: count,
		failed: count,
		blocked: count,
		running: count,
		cancelled: count,
	}),
	/** Against the run just before, tests in both; null until both are complete. */
	newlyFailed: z.nullable(z.array(ref)),
	newlyRecovered: z.nullable(z.array(ref)),
	mail: open(mailStatuses),
	createdAt: timestamp,
	updatedAt: timestamp,
});
export type ScheduleRun = z.infer<typeof scheduleRun>;

export const scheduleList = z.looseObject({schedules: z.array(schedule)});
export type ScheduleList = z.infer<typeof scheduleList>;

export const scheduleRunPage = z.looseObject({runs: z.array(scheduleRun), nextCursor: z.nullable(z.string())});
export type ScheduleRunPage = z.infer<typeof scheduleRunPage>;

export const deletedSchedule = z.looseObject({scheduleId: id('sch')});

export const scheduleStatusFilter = z.optional(queryList(scheduleStatuses));
export const scheduleRunStatusFilter = z.optional(queryList(scheduleRunStatuses));
