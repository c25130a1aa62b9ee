import * as z from 'zod/mini';
import {open, plans} from './enums.ts';
import {count, credits, id, timestamp} from './fields.ts';

const nullableString = z.nullable(z.string());

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
	/** As it is named now; null as `projectId`, or when it was deleted. Absent on services that do not say. */
	projectName: z.optional(nullableString),
	testId: z.nullable(id('tst')),
	/** As it was named then, also after it was deleted; null as `testId`. Absent on services that do not say. */
	testName: z.optional(nullableString),
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
	items: z.array(
		z.looseObject({
			/** A day, a kind, or the id of a project (`none`: of no project). */
			key: z.string(),
			/** Of the project whose id is the key; null: it was deleted, or there is none. Only where keys are projects. */
			name: z.optional(nullableString),
			charged: credits,
			refunded: credits,
			entries: count,
		}),
	),
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

/** What things cost, in credits. */
export const creditCosts = {frontendRun: 0.5, backendRun: 0.2, generatedTest: 1, autoHeal: 0.2} as const;

/** Credits of an account, and what its service says that runs cost. */
type Affordable = {
	credits?: number | undefined;
	creditCosts?: Partial<Record<keyof typeof creditCosts, number>> | undefined;
};

/**
 * How many runs the credits cover, by the type of the project: it holds tests of one type, and the types differ in price.
 * Undefined where credits are not counted; null: any number.
 */
export function runsCovered({
	credits,
	creditCosts: own,
}: Affordable): Record<'frontend' | 'backend', number | null> | undefined {
	if (credits === undefined) return undefined;
	const costs = {...creditCosts, ...own};
	return {frontend: affordable(credits, costs.frontendRun), backend: affordable(credits, costs.backendRun)};
}
