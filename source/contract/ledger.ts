import * as z from 'zod/mini';
import {open, plans} from './enums.ts';
import {count, credits, id, timestamp} from './fields.ts';

export const ledgerKinds = [
	'grant',
	'run',
	'rerun',
	'generation',
	'generation_refund',
	'auto_heal',
	'adjustment',
] as const;
export type LedgerKind = (typeof ledgerKinds)[number];

/** One booking of credits; entries never change, holds are not entries. */
export const ledgerEntry = z.looseObject({
	entryId: id('led'),
	at: timestamp,
	kind: open(ledgerKinds),
	/** Negative = charge. */
	amount: z.number(),
	/** Null on an unmetered service. */
	balanceAfter: z.nullable(z.number()),
	projectId: z.nullable(id('prj')),
	testId: z.nullable(id('tst')),
	runId: z.nullable(id('run')),
	batchId: z.nullable(id('bat')),
	generationId: z.nullable(id('gen')),
	note: z.string(),
});
export type LedgerEntry = z.infer<typeof ledgerEntry>;

export const usageSummary = z.looseObject({
	balance: z.nullable(credits),
	held: credits,
	plan: open(plans),
	items: z.array(z.looseObject({key: z.string(), charged: credits, refunded: credits, entries: count})),
});
export type UsageSummary = z.infer<typeof usageSummary>;

/**
 * How many things of a cost credits cover; whole hundredths, as the service counts them (0.6 / 0.2 is 2.99… otherwise).
 * A cost of nothing is no limit: null.
 */
export function affordable(credits: number, cost: number): number | null {
	const hundredths = Math.round(cost * 100);
	return hundredths > 0 ? Math.floor(Math.round(credits * 100) / hundredths) : null;
}

/** What things cost, in credits (http-api.md 5.4). */
export const creditCosts = {frontendRun: 0.5, backendRun: 0.2, generatedTest: 1, autoHeal: 0.2} as const;
