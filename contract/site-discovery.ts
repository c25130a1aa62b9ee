import * as z from 'zod/mini';
import {open} from './enums.ts';
import {count, id, integer, timestamp} from './fields.ts';
import {planFile} from './plan-file.ts';

/** Discovery of a site: pages read by following links, and the plans that they suggest. */

export const siteDiscoveryStatuses = ['idle', 'queued', 'reading', 'done', 'failed', 'cancelled'] as const;
export type SiteDiscoveryStatus = (typeof siteDiscoveryStatuses)[number];

/** Statuses that nothing follows; `idle`: there was no discovery yet. */
export const isSiteDiscoveryOver = (status: string): boolean => status !== 'queued' && status !== 'reading';

/** What suggests a plan. */
export const siteProposalTemplates = [
	...(['page_opens', 'navigation', 'login', 'wrong_password', 'required_fields'] as const),
	...(['search', 'filter', 'sort', 'paging', 'links'] as const),
] as const;
export type SiteProposalTemplate = (typeof siteProposalTemplates)[number];

/** Why a link was not followed. */
export const siteSkipReasons = [
	...(['other_origin', 'unsafe_words', 'file', 'excluded', 'too_deep', 'alike', 'budget', 'no_page'] as const),
] as const;
export type SiteSkipReason = (typeof siteSkipReasons)[number];

export const maxSitePages = 50;
export const usualSitePages = 20;
export const maxSiteDepth = 3;

export const siteDiscoveryInput = z.object({
	/** Path on the project's origin where reading begins; the project's URL when absent. */
	startPath: z.optional(z.string().check(z.minLength(1), z.maxLength(2000), z.regex(/^\//, 'must begin with /'))),
	maxPages: z.optional(integer.check(z.gte(1), z.lte(maxSitePages))),
	maxDepth: z.optional(integer.check(z.gte(0), z.lte(maxSiteDepth))),
	/** Sign in by the project's account first. */
	login: z.optional(z.boolean()),
	/** Paths that are left alone: a beginning, or a pattern with `*`. */
	exclude: z.optional(z.array(z.string().check(z.minLength(1), z.maxLength(500))).check(z.maxLength(50))),
});
export type SiteDiscoveryInput = z.infer<typeof siteDiscoveryInput>;

export const siteDiscoveryTicket = z.looseObject({
	discoveryId: id('dsc'),
	status: open(siteDiscoveryStatuses),
	enqueuedAt: timestamp,
});
export type SiteDiscoveryTicket = z.infer<typeof siteDiscoveryTicket>;

export const sitePage = z.looseObject({
	/** Relative to the origin: `/orders?page=2`, `/#/cart`. */
	path: z.string(),
	title: z.string(),
	heading: z.nullable(z.string()),
	depth: count,
	status: z.nullable(integer),
	/** Page with the link that led to it; null: the first one. */
	from: z.nullable(z.string()),
	consoleErrors: count,
	failedRequests: count,
	/** Why it could not be read; null: it was. */
	error: z.nullable(z.string()),
});

export const siteProposal = z.looseObject({
	template: open(siteProposalTemplates),
	/** Page it is about. */
	page: z.string(),
	/** Why it is proposed, one sentence. */
	reason: z.string(),
	/** It presses something that sends, or may send, a form; nobody has done so yet. */
	sends: z.boolean(),
	/** As `test create --plan-from` and `test create-batch` take it. */
	plan: planFile,
});
export type SiteProposal = z.infer<typeof siteProposal>;

export const siteDiscovery = z.looseObject({
	discoveryId: z.nullable(id('dsc')),
	version: count,
	status: open(siteDiscoveryStatuses),
	progress: z.looseObject({
		pagesRead: count,
		/** Links to pages seen so far, those that were read among them. */
		pagesFound: count,
		linksSkipped: count,
		/** Page that is read now. */
		page: z.nullable(z.string()),
	}),
	pages: z.array(sitePage),
	/** The first hundred links that were not followed. */
	skipped: z.array(z.looseObject({address: z.string(), from: z.string(), reason: open(siteSkipReasons)})),
	proposals: z.array(siteProposal),
	warnings: z.array(z.string()),
	errorMessage: z.nullable(z.string()),
	startedAt: z.nullable(timestamp),
	finishedAt: z.nullable(timestamp),
});
export type SiteDiscovery = z.infer<typeof siteDiscovery>;
