import * as z from 'zod/mini';
import {
	cleanupModes,
	cleanupOutcomes,
	cleanupStates,
	cleanupTestStatuses,
	open,
	orphanReasons,
	proofKinds,
	uncreatedReasons,
} from './enums.ts';
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

/** What proves that the batch made a record. */
export const ownershipProof = z.looseObject({
	kind: open(proofKinds),
	/** In words: "the answer of POST /orders chose the id 17, which no earlier answer had shown". */
	text: z.string(),
	/** Call that proves it. */
	callId: z.nullable(id('cal')),
});
export type OwnershipProof = z.infer<typeof ownershipProof>;

/** The request that deletes a record. */
export const deletion = z.looseObject({
	method: z.string(),
	/** Template: `/orders/{orderId}`. */
	path: z.string(),
	/** As far as it is known: a parameter without a value keeps its place, `http://127.0.0.1:8080/orders/{orderId}`. */
	url: z.string(),
	/** JSON that it is sent with; null or absent: none. */
	body: z.optional(nullableString),
});
export type Deletion = z.infer<typeof deletion>;

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
	/** Null: nothing proves that the batch made it, or the batch was swept by an earlier version of the service. */
	proof: z.nullable(ownershipProof),
	/** Null: no endpoint is known that would delete it. */
	deletion: z.nullable(deletion),
	/** Of `handle_missing`: fields of the answer that were considered as its handle, with the start of their values. */
	considered: z.array(z.looseObject({field: z.string(), preview: z.string()})),
	/** Anything else to know: what a second DELETE would need, or with which record it went. */
	note: nullableString,
	/** Earlier batch that captured it (reruns that skip dependencies). */
	fromBatchId: z.nullable(id('bat')),
	rev: integer,
});
export type CleanupCard = z.infer<typeof cleanupCard>;

/** A write that was answered 2xx and that left no record behind, as far as anything shows. */
export const uncreatedCall = z.looseObject({
	callId: id('cal'),
	runId: id('run'),
	testId: id('tst'),
	/** Title of the test. */
	title: z.string(),
	method: z.string(),
	/** As it was called, without its query. */
	path: z.string(),
	reason: open(uncreatedReasons),
	/** The reason in words, with the evidence. */
	text: z.string(),
});
export type UncreatedCall = z.infer<typeof uncreatedCall>;

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
	/**
	 * `deleteCalls` = recorded DELETE calls of kind `cleanup`, attempts included; `markedRecords` of the deleted ones are kept
	 * by the API and only hidden, as its document says. Absent: the service knows nothing of that yet.
	 */
	totals: z.looseObject({deleteCalls: count, deletedRecords: count, markedRecords: z.optional(count)}),
	orphaned: z.array(cleanupCard),
	cleanedUp: z.array(cleanupCard),
	pending: z.array(cleanupCard),
	/** In execution order: children before parents. */
	tests: z.array(cleanupTest),
	/**
	 * Every POST, PUT and PATCH of the tests that was answered 2xx and has no card: judged to have made nothing. Complete
	 * whatever `q`, `family` and `state` say; null in a delta: as it was.
	 */
	calls: z.nullable(z.array(uncreatedCall)),
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

export const cleanupRetryInput = z.object({
	cleanupTestIds: z.optional(z.array(id('ctn')).check(z.minLength(1))),
	/** Only records that can be deleted since an endpoint or a handle was told; without cleanupTestIds. */
	onlyNew: z.optional(z.boolean()),
});
export type CleanupRetryInput = z.infer<typeof cleanupRetryInput>;
export const cleanupRetry = z.looseObject({
	batchId: id('bat'),
	cleanupTestIds: z.array(id('ctn')),
	runIds: z.array(id('run')),
});
export type CleanupRetry = z.infer<typeof cleanupRetry>;

/** A record as the plan of a cleanup shows it. */
const plannedRecord = {
	/** Null while the tests run: the record has no id yet. */
	resourceId: z.nullable(id('res')),
	label: z.string(),
	createdBy: z.looseObject({testId: id('tst'), title: z.string(), runId: id('run')}),
	capturedId: nullableString,
	sourceEndpoint: z.looseObject({method: z.string(), path: z.string()}),
	proof: z.nullable(ownershipProof),
};

/** One DELETE as it would be sent. */
export const plannedDelete = z.looseObject({
	...plannedRecord,
	deletion,
	/** What is done to the record first, one of these, where its DELETE is refused for its state; absent: nothing is known. */
	ifRefused: z.optional(z.array(z.string())),
});
export type PlannedDelete = z.infer<typeof plannedDelete>;

/** A record that would not be deleted, and why. */
export const unplannedRecord = z.looseObject({
	...plannedRecord,
	deletion: z.nullable(deletion),
	outcome: open(cleanupOutcomes),
	reason: z.nullable(open(orphanReasons)),
	/** In words. */
	why: z.string(),
});
export type UnplannedRecord = z.infer<typeof unplannedRecord>;

/** What a cleanup would send, before it is sent. */
export const cleanupPlan = z.looseObject({
	batchId: id('bat'),
	mode: open(cleanupModes),
	state: open(cleanupStates),
	/** In the order in which they would be sent. Empty once everything was. */
	deletes: z.array(plannedDelete),
	notSent: z.array(unplannedRecord),
});
export type CleanupPlan = z.infer<typeof cleanupPlan>;

export const cleanupStartInput = z.object({
	/** Absent: every record that waits. */
	resourceIds: z.optional(z.array(id('res')).check(z.minLength(1), z.maxLength(1000))),
});
export const cleanupDeleteInput = z.object({
	resourceIds: z.array(id('res')).check(z.minLength(1), z.maxLength(200)),
});
/** What a start, or a deletion on request, has set going. */
export const startedCleanup = z.looseObject({
	batchId: id('bat'),
	/** Records whose DELETE is sent now. */
	resourceIds: z.array(id('res')),
	cleanupTestIds: z.array(id('ctn')),
});
export type StartedCleanup = z.infer<typeof startedCleanup>;

const fieldName = z.string().check(z.trim(), z.minLength(1), z.maxLength(100));
const fieldNames = z.array(fieldName).check(z.maxLength(100));

/** Where the handle of what an endpoint creates stands. */
export const handlePlace = z.object({
	method: z.enum(['POST', 'PUT', 'PATCH']),
	/** Template of the creating request. */
	path: z.string().check(z.trim(), z.minLength(2), z.maxLength(500), z.startsWith('/')),
	/**
	 * `$.secret`, `$.data.items[0].key`: in the answer, else in the request; `$request.name`, `$header.Location`,
	 * `$query.key`, `$path.name`: there.
	 */
	pointer: z
		.string()
		.check(
			z.regex(/^\$(?:request|header|query|path)?(?:\.[\w$@-]+|\[\d+\]|\['[^'\]]+'\])+$/, 'pointer'),
			z.maxLength(500),
		),
});
export type HandlePlace = z.infer<typeof handlePlace>;

const settingValues = {
	mode: z.enum(cleanupModes),
	/** DELETEs of one family under way at once. */
	parallel: integer.check(z.gte(1), z.lte(16)),
	/** Whether a handle that a test chooses is read once before the creating call, to see that it is free. */
	readBefore: z.boolean(),
	handles: z.array(handlePlace).check(z.maxLength(200)),
	/** Names of fields that are masked in recordings beside the usual ones, and of usual ones that are not. */
	maskedFields: z.object({add: fieldNames, remove: fieldNames}),
};

/** How the cleanup of a project works. */
export const cleanupSettings = z.looseObject({
	projectId: id('prj'),
	...settingValues,
	mode: open(cleanupModes),
	handles: z.array(z.looseObject({method: z.string(), path: z.string(), pointer: z.string()})),
	maskedFields: z.looseObject({add: z.array(z.string()), remove: z.array(z.string())}),
	/** Null: nothing was ever changed. */
	updatedAt: z.nullable(timestamp),
});
export type CleanupSettings = z.infer<typeof cleanupSettings>;

/** What is named is replaced as a whole. */
export const cleanupSettingsInput = z
	.object({
		mode: z.optional(settingValues.mode),
		parallel: z.optional(settingValues.parallel),
		readBefore: z.optional(settingValues.readBefore),
		handles: z.optional(settingValues.handles),
		maskedFields: z.optional(settingValues.maskedFields),
	})
	.check(z.refine(input => Object.values(input).some(value => value !== undefined), {message: 'nothing to change'}));
export type CleanupSettingsInput = z.infer<typeof cleanupSettingsInput>;

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

/** How many records a cleanup is about: "the bar is `cleaned / (captured − kept − dismissed)`". */
export const recordsToClean = ({
	captured,
	kept,
	dismissed,
}: Record<'captured' | 'kept' | 'dismissed', number>): number => captured - kept - dismissed;
