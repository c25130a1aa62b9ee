import type {Discovery, DiscoveryInput, DiscoveryTicket} from '../../contract/discovery.ts';
import type {DocFormat} from '../../contract/document.ts';
import type {ProjectId} from '../../contract/ids.ts';
import type {SiteDiscovery, SiteDiscoveryInput, SiteDiscoveryTicket} from '../../contract/site-discovery.ts';

/** @property refused place and reason, for its owner */
export type Storable = {bytes: Uint8Array} | {refused: string};

/** Work on a project that is done one at a time, with its state as a versioned view that others wait for. */
type VersionedWork<View, Input, Ticket> = {
	/** Throws CONFLICT `discovery_in_flight`, PRECONDITION_FAILED, UNSUPPORTED, NOT_FOUND, VALIDATION_ERROR. */
	start(project: {id: string; targetUrl: string | null}, input: Input): Promise<Ticket>;
	/** The latest one; `idle` before the first. */
	view(projectId: ProjectId): Promise<View>;
	/** Resolves when the version is above `since` or it has ended, when the time is up, or on abort. */
	waitForChange(projectId: ProjectId, since: number, waitMs: number, signal: AbortSignal): Promise<void>;
	/** Throws CONFLICT `discovery_finished`. */
	cancel(projectId: ProjectId): Promise<View>;
	/** Takes up what an earlier process has left. */
	resume(): Promise<void>;
	/** Ends the work of this process; open ones go on after the next start. */
	stop(): Promise<void>;
};

/** Discovery of endpoints, as the HTTP layer works with it. */
export type Discoveries = VersionedWork<Discovery, DiscoveryInput, DiscoveryTicket> & {
	/**
	 * A file as it may be stored: recordings and collections without their secrets; or why nothing of it may be.
	 *
	 * @param contentType as it was announced; null: not known
	 * @param signal gives up waiting and reading; rejects with its reason
	 */
	withoutSecrets(bytes: Uint8Array, contentType: string | null, signal?: AbortSignal): Promise<Storable>;
	/**
	 * Format of a file, and why it cannot be read when it cannot. Waits for its turn.
	 *
	 * @param file `load` is asked when its turn has come, so that files that wait take no memory
	 * @param signal gives up waiting and reading; rejects with its reason
	 */
	inspect(
		file: {sizeBytes: number; contentType: string; load(): Promise<Uint8Array>},
		signal: AbortSignal,
	): Promise<{format: DocFormat | null; error: string | null}>;
	/** Removes what a process that is gone has left half done; only where no other one is at work. */
	tidy(): Promise<void>;
};

/** Discovery of sites, as the HTTP layer works with it. What an earlier process has left begins anew. */
export type SiteDiscoveries = VersionedWork<SiteDiscovery, SiteDiscoveryInput, SiteDiscoveryTicket>;
