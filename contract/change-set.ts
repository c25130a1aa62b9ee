import * as z from 'zod/mini';
import {changeSetSources, changeSetStatuses, open} from './enums.ts';
import {count, id, integer, timestamp} from './fields.ts';
import {planRow} from './plan.ts';
import {settled} from './settled.ts';

const nullableString = z.nullable(z.string());

/** Changes of a plan or of tests that belong together: shown, applied and undone as one. */
export const changeSet = z.looseObject({
	changeSetId: id('chg'),
	version: count,
	kind: open(['add', 'refine']),
	/** What made it: a sentence, a model, an edge, learning, settling, a finding. */
	source: open(changeSetSources),
	text: z.string(),
	status: open(changeSetStatuses),
	baseVersion: z.nullable(integer),
	appliedVersion: z.nullable(integer),
	/** What was understood, in words. */
	reply: nullableString,
	changes: z.array(
		z.looseObject({
			/** Id of the row; of a test without a row: its own. */
			rowId: id('row'),
			/** The test that changes with it; null: none does. */
			testId: z.optional(z.nullable(id('tst'))),
			kind: open(['added', 'removed', 'changed']),
			before: z.nullable(planRow),
			after: z.nullable(planRow),
			fields: z.array(z.string()),
			/** Why, in words. */
			reason: z.optional(z.string()),
			/** Unified diff of the test's code, where it has some. */
			codeDiff: z.optional(nullableString),
			/** Why this part cannot be applied; null: it can. */
			refused: z.optional(nullableString),
			applied: z.optional(z.boolean()),
		}),
	),
	/** What changes besides rows and tests, in words: edges, rules of cleanup. */
	also: z.optional(z.array(z.string())),
	/** What is done, in order. */
	operations: z.optional(z.array(z.looseObject({op: z.string(), reason: z.string()}))),
	/** Of settling: what became of each refused request; not in lists. */
	settled: z.optional(z.array(settled)),
	/** True: the service was stopped while it was worked out; asking again may help. Absent: it was not. */
	isInterrupted: z.optional(z.boolean()),
	/** Choices when the sentence could mean several things: answer with the number of one. */
	choices: z.optional(z.array(z.string())),
	/** Tokens that a model has used. */
	tokens: z.optional(count),
	/** What a model was sent, request by request; not in lists. */
	sent: z.optional(z.array(z.string())),
	counts: z.looseObject({added: count, removed: count, changed: count}),
	errorMessage: nullableString,
	createdAt: timestamp,
	appliedAt: z.nullable(timestamp),
	/** Of one that waits: the command that goes on with it; `svc` says it, the service does not. */
	nextAction: z.optional(z.string()),
});
export type ChangeSet = z.infer<typeof changeSet>;

export const refinePlanInput = z.object({
	text: z.string().check(z.trim(), z.minLength(1), z.maxLength(4000)),
	/** `titles`: a model gives rows clearer titles and descriptions, and changes nothing else; `text` says how. */
	kind: z.optional(z.enum(['add', 'refine', 'titles'])),
	rowIds: z.optional(z.array(id('row')).check(z.minLength(1))),
	/** Default: true for `add`, false for `refine`. */
	autoApply: z.optional(z.boolean()),
});
export type RefinePlanInput = z.infer<typeof refinePlanInput>;

/** `apply`: what works is applied at once. */
export const settleInput = z.object({apply: z.optional(z.boolean())});

/** `only`: rows by their id in `changes`. */
export const applyChangeSetInput = z.object({only: z.optional(z.array(id('row')).check(z.minLength(1)))});
