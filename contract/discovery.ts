import * as z from 'zod/mini';
import {authTypes, open} from './enums.ts';
import {count, httpUrl, id, timestamp} from './fields.ts';

export const discoveryStatuses = ['idle', 'queued', 'reading', 'probing', 'done', 'failed', 'cancelled'] as const;
export type DiscoveryStatus = (typeof discoveryStatuses)[number];

/** Statuses that nothing follows; `idle`: there was no discovery yet. */
export const isDiscoveryOver = (status: string): boolean =>
	status !== 'queued' && status !== 'reading' && status !== 'probing';

export const discoveryInput = z.object({
	baseUrl: z.optional(httpUrl),
	documentIds: z.optional(z.array(z.string().check(z.minLength(1))).check(z.minLength(1), z.maxLength(50))),
	documentUrl: z.optional(httpUrl),
	hint: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(4000))),
	probe: z.optional(z.boolean()),
	/** For the probes only; never kept. */
	auth: z.optional(z.object({authType: z.enum(authTypes), credential: z.optional(z.string())})),
});
export type DiscoveryInput = z.infer<typeof discoveryInput>;

/** What was left out or not understood, in words. */
const warnings = z.array(z.string());

export const discoveryTicket = z.looseObject({
	discoveryId: id('dsc'),
	status: open(discoveryStatuses),
	enqueuedAt: timestamp,
	warnings,
});
export type DiscoveryTicket = z.infer<typeof discoveryTicket>;

/** The latest discovery of a project, and what it made of the list of endpoints. */
export const discovery = z.looseObject({
	discoveryId: z.nullable(id('dsc')),
	version: count,
	status: open(discoveryStatuses),
	progress: z.looseObject({
		documents: count,
		endpointsFound: count,
		endpointsProbed: count,
		endpointsTotal: count,
	}),
	families: count,
	endpoints: count,
	unconfirmed: count,
	/** Against the list before. */
	changes: z.looseObject({added: count, changed: count, removed: count}),
	/** The same by name (`METHOD /path`), the first hundred of each. */
	changeList: z.looseObject({
		added: z.array(z.string()),
		changed: z.array(z.string()),
		removed: z.array(z.string()),
	}),
	/** What a person has said of the API; null: nothing. Absent in answers of older services. */
	hint: z.optional(z.nullable(z.string())),
	/** Sentences of requirements that bind the API. */
	requirements: count,
	/** Of these, known when it is done: how many become rows of a plan, and how many need more words first. */
	requirementRows: z.optional(count),
	requirementWords: z.optional(count),
	warnings,
	errorMessage: z.nullable(z.string()),
	startedAt: z.nullable(timestamp),
	finishedAt: z.nullable(timestamp),
});
export type Discovery = z.infer<typeof discovery>;
