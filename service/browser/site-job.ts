import type {SiteProposal, SiteProposalTemplate, SiteSkipReason} from '../../contract/site-discovery.ts';
import type {PlanFileStep} from '../../contract/plan-file.ts';
import type {FrontendJob} from './frontend-job.ts';

/** One reading of a site, as the service hands it to the runner and the runner to the browser host. */
export type SiteJob = {
	/** What every use of the browser needs; `steps` is empty, `executionId` the id of the discovery. */
	plan: FrontendJob;
	/** Absolute, on the project's origin. */
	startUrl: string;
	/** Pages that are opened, 1 to 50. */
	maxPages: number;
	/** Links between the first page and the last one, 0 to 3. */
	maxDepth: number;
	/** Signs in by the project's account before it reads; nothing else is ever sent. */
	logIn: boolean;
	/** Paths that are left alone: a beginning, or a pattern with `*`. */
	exclude: string[];
};

/** A page that was opened. */
export type SitePage = {
	/** Relative to the origin: `/orders?page=2`, `/#/cart`. */
	path: string;
	title: string;
	heading: string | null;
	/** Links between it and the first page. */
	depth: number;
	/** Status of its document; null: none came. */
	status: number | null;
	/** Page with the link that led to it; null: the first one. */
	from: string | null;
	consoleErrors: number;
	failedRequests: number;
	/** Why it could not be read; null: it was. */
	error: string | null;
};

/** A link that was not followed. */
export type SiteSkip = {address: string; from: string; reason: SiteSkipReason};

export type SiteProgress = {pages: number; found: number; skipped: number; page: string | null; proposals: number};

export type SiteOutcome = {
	status: 'done' | 'failed' | 'cancelled';
	error: string | null;
	pages: SitePage[];
	/** At most 100 of them; `skippedCount` counts all. */
	skipped: SiteSkip[];
	skippedCount: number;
	/** Without their plan's project. */
	proposals: ProposedPlan[];
	warnings: string[];
};

/** A plan that was read back: every step has a reading, and what it names is on the page. */
export type ProposedPlan = Pick<SiteProposal, 'page' | 'reason'> & {
	template: SiteProposalTemplate;
	name: string;
	/** It presses something that sends, or may send, a form. */
	sends: boolean;
	steps: PlanFileStep[];
};

export type SiteListener = {onProgress?(progress: SiteProgress): void};

/** Reads sites by following their links; `cancel` closes its page at once. */
export type SiteReader = {readSite(job: SiteJob, listener?: SiteListener): SiteHandle};

export type SiteHandle = {result: Promise<SiteOutcome>; cancel(): void};

export const withoutPages = (verdict: Pick<SiteOutcome, 'status' | 'error'>): SiteOutcome => ({
	...verdict,
	pages: [],
	skipped: [],
	skippedCount: 0,
	proposals: [],
	warnings: [],
});
