import * as z from 'zod/mini';
import {changeSetStatuses, open} from './enums.ts';
import {count, id, timestamp} from './fields.ts';

const nullableString = z.nullable(z.string());

/** One turn of the conversation about a test: a sentence and what it changes, or its answer. */
export const refinement = z.looseObject({
	refinementId: id('ref'),
	testId: id('tst'),
	version: count,
	text: z.string(),
	mode: open(['refine', 'regenerate']),
	status: open(changeSetStatuses),
	/** `answer`: a question was answered, nothing changes. */
	kind: z.nullable(open(['code_change', 'answer'])),
	/** What was understood, or the answer. */
	reply: nullableString,
	summary: nullableString,
	/** Unified diff of the test's code. */
	diff: nullableString,
	fields: z.array(z.looseObject({name: z.string(), before: z.unknown(), after: z.unknown()})),
	/** Choices when the sentence could mean several things: answer with the number of one. */
	choices: z.optional(z.array(z.string())),
	/** What a model was sent, request by request; not in lists. */
	sent: z.optional(z.array(z.string())),
	baseCodeVersion: nullableString,
	/** After applying. */
	codeVersion: nullableString,
	errorMessage: nullableString,
	createdAt: timestamp,
	appliedAt: z.nullable(timestamp),
	/** Of one that waits: the command that goes on with it; `svc` says it, the service does not. */
	nextAction: z.optional(z.string()),
});
export type Refinement = z.infer<typeof refinement>;

export const refineTestInput = z.object({
	text: z.string().check(z.trim(), z.minLength(1), z.maxLength(4000)),
	/** `regenerate`: rewritten from its recipe; what was edited by hand is dropped. */
	mode: z.optional(z.enum(['refine', 'regenerate'])),
	/** Default: true. */
	autoApply: z.optional(z.boolean()),
});
export type RefineTestInput = z.infer<typeof refineTestInput>;
