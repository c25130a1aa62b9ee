import * as z from 'zod/mini';
import {cleanupOutcomes, cleanupStates, cleanupTestStatuses, open, orphanReasons} from './enums.ts';
import {count, id, integer, text, timestamp} from './fields.ts';

const nullableString = z.nullable(z.string());

/** A planned teardown test, or one DELETE of the sweep. */
export const cleanupTest = z.looseObject({
	cleanupTestId: id('ctn'),
	kind: open(['planned', 'sweep']),
	testId: z.nullable(id('tst')),
	runId: z.nullable(id('run')),
	title: z.string(),
	status: open(cleanupTestStatuses),
	resourceIds: z.array(id('res')),
	method: z.string(),
	path: z.string(),
	httpStatus: z.nullable(integer),
	/** At most 4096 bytes, on `Failed`. */
	responseBody: nullableString,
	error: nullableString,
	attempts: count,
	rev: integer,
});
export type CleanupTest = z.infer<typeof cleanupTest>;

/** One captured record and what became of it. */
export const cleanupCard = z.looseObject({
	resourceId: id('res'),
	/** The variable's name; for a record without a variable its family. */
	label: z.string(),
	createdBy: z.looseObject({testId: id('tst'), title: z.string(), runId: id('run')}),
	/** Preview of the handle. */
	capturedId: nullableString,
	sourceEndpoint: z.looseObject({method: z.string(), path: z.string()}),
	family: nullableString,
	parentResourceId: z.nullable(id('res')),
	outcome: open(cleanupOutcomes),
	/** `Auto-cleaned` (the sweep removed it), `Might be orphaned`, or null when a planned cleanup test is shown. */
	badge: nullableString,
	cleanupTest: z.nullable(cleanupTest),
	reason: z.nullable(open(orphanReasons)),
	/** Earlier batch that captured it (reruns that skip dependencies). */
	fromBatchId: z.nullable(id('bat')),
	rev: integer,
});
export type CleanupCard = z.infer<typeof cleanupCard>;

export const cleanupView = z.looseObject({
	batchId: id('bat'),
	version: integer,
	delta: z.boolean(),
	state: open(cleanupStates),
	/** The bar is `cleaned / (captured − kept − dismissed)`. */
	progress: z.looseObject({
		captured: count,
		cleaned: count,
		orphaned: count,
		failed: count,
		pending: count,
		kept: count,
		dismissed: count,
	}),
	/** `deleteCalls` = recorded calls of kind `cleanup`, attempts included. */
	totals: z.looseObject({deleteCalls: count, deletedRecords: count}),
	orphaned: z.array(cleanupCard),
	cleanedUp: z.array(cleanupCard),
	pending: z.array(cleanupCard),
	/** In execution order: children before parents. */
	tests: z.array(cleanupTest),
});
export type CleanupView = z.infer<typeof cleanupView>;

/** Which records a view of cleanup shows. */
export const cleanupFilters = ['cleaned', 'orphaned', 'pending'] as const;

export const dismissInput = z.object({
	resourceIds: z.array(id('res')).check(z.minLength(1), z.maxLength(200)),
	restore: z.optional(z.boolean()),
});
export const dismissed = z.looseObject({
	batchId: id('bat'),
	dismissed: z.array(id('res')),
	restored: z.array(id('res')),
	unchanged: z.array(id('res')),
});
export type Dismissed = z.infer<typeof dismissed>;

export const cleanupRetryInput = z.object({cleanupTestIds: z.optional(z.array(id('ctn')).check(z.minLength(1)))});
export const cleanupRetry = z.looseObject({
	batchId: id('bat'),
	cleanupTestIds: z.array(id('ctn')),
	runIds: z.array(id('run')),
});
export type CleanupRetry = z.infer<typeof cleanupRetry>;

export const cleanupRuleKinds = ['skip_endpoint', 'skip_records', 'serial', 'order'] as const;

/** An opt-out or an order of cleanup, in the words it was given and as it was understood. */
export const cleanupRule = z.looseObject({
	ruleId: id('crl'),
	instruction: z.string(),
	kind: open(cleanupRuleKinds),
	method: nullableString,
	path: nullableString,
	filter: z.nullable(z.looseObject({field: z.string(), equals: z.unknown()})),
	/** Families, children first. */
	order: z.nullable(z.array(z.string())),
	/** The rule in words. */
	resolved: z.string(),
	createdAt: timestamp,
});
export type CleanupRule = z.infer<typeof cleanupRule>;

export const cleanupRuleInput = z.object({instruction: text(2000)});
export const deletedCleanupRule = z.looseObject({ruleId: id('crl'), deletedAt: timestamp});
export type DeletedCleanupRule = z.infer<typeof deletedCleanupRule>;
