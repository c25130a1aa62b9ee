import * as z from 'zod/mini';
import {gateCodes, generationItemStatuses, generationStatuses, open, testKinds} from './enums.ts';
import {count, credits, id, timestamp} from './fields.ts';
import {estimate} from './plan.ts';

/** One test of a generation. */
export const generationItem = z.looseObject({
	/** Null for a test that is assembled from others. */
	rowId: z.nullable(id('row')),
	testId: id('tst'),
	title: z.string(),
	kind: open(testKinds),
	status: open(generationItemStatuses),
	attempt: count,
	rejection: z.nullable(z.looseObject({code: open(gateCodes), message: z.string()})),
	charged: credits,
	refunded: credits,
	rev: count,
});
export type GenerationItem = z.infer<typeof generationItem>;

/** The making of tests from the rows of a plan. */
export const generation = z.looseObject({
	generationId: id('gen'),
	projectId: id('prj'),
	planId: id('pln'),
	version: count,
	/** True: `items` holds only those that changed after `since`. */
	delta: z.boolean(),
	status: open(generationStatuses),
	total: count,
	ready: count,
	rejected: count,
	items: z.array(generationItem),
	credits: z.looseObject({held: credits, charged: credits, refunded: credits}),
	startedAt: z.nullable(timestamp),
	finishedAt: z.nullable(timestamp),
});
export type Generation = z.infer<typeof generation>;

export const isGenerationOver = (status: string): boolean =>
	status === 'done' || status === 'failed' || status === 'cancelled';

/** Absent `rowIds`: all selected rows. */
export const generateInput = z.object({
	rowIds: z.optional(z.array(id('row')).check(z.minLength(1), z.maxLength(10_000))),
});

export const generationTicket = z.looseObject({
	generationId: id('gen'),
	planId: id('pln'),
	lockedAt: timestamp,
	acceptedCount: count,
	rowIds: z.array(id('row')),
	estimate,
	credits: z.looseObject({held: credits, balance: z.nullable(credits)}),
});
export type GenerationTicket = z.infer<typeof generationTicket>;

/** Select exactly these rows, then generate; an empty list unselects all and generates nothing. */
export const acceptPlanInput = z.object({only: z.optional(z.array(id('row')).check(z.maxLength(10_000)))});

export const acceptedPlan = z.looseObject({
	acceptedCount: count,
	/** Equals `testIds`. */
	caseKeys: z.array(id('tst')),
	testIds: z.array(id('tst')),
	generationId: z.nullable(id('gen')),
	credits: z.looseObject({
		charged: z.array(z.looseObject({action: z.string(), amount: credits})),
		balance: z.nullable(credits),
	}),
});
export type AcceptedPlan = z.infer<typeof acceptedPlan>;
