import type {SiteDiscovery, SiteDiscoveryInput, SiteDiscoveryTicket} from '../../contract/site-discovery.ts';

/** Discovery of sites, as the HTTP layer works with it. */
export type SiteDiscoveries = {
	/** Throws CONFLICT `discovery_in_flight`, UNSUPPORTED `frontend_runner`, VALIDATION_ERROR, PRECONDITION_FAILED. */
	start(project: {id: string; targetUrl: string | null}, input: SiteDiscoveryInput): Promise<SiteDiscoveryTicket>;
	/** The latest one; `idle` before the first. */
	view(projectId: string): Promise<SiteDiscovery>;
	/** Resolves when the version is above `since` or it has ended, when the time is up, or on abort. */
	waitForChange(projectId: string, since: number, waitMs: number, signal: AbortSignal): Promise<void>;
	/** Throws CONFLICT `discovery_finished`. */
	cancel(projectId: string): Promise<SiteDiscovery>;
	/** Takes up what an earlier process has left: a reading begins anew. */
	resume(): Promise<void>;
	/** Ends the work of this process; open ones go on after the next start. */
	stop(): Promise<void>;
};
