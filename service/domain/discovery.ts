import type {Discovery, DiscoveryInput, DiscoveryTicket} from '../../source/contract/discovery.ts';
import type {DocFormat} from '../../source/contract/document.ts';

/** @property refused place and reason, for its owner */
export type Storable = {bytes: Uint8Array} | {refused: string};

/** Discovery of endpoints, as the HTTP layer works with it. */
export type Discoveries = {
	/**
	 * A file as it may be stored: recordings and collections without their secrets; or why nothing of it may be.
	 *
	 * @param contentType as it was announced; null: not known
	 */
	withoutSecrets(bytes: Uint8Array, contentType: string | null): Promise<Storable>;
	/** Format of a file, and why it cannot be read when it cannot. */
	inspect(bytes: Uint8Array, contentType: string): Promise<{format: DocFormat | null; error: string | null}>;
	/** Throws CONFLICT `discovery_in_flight`, PRECONDITION_FAILED, UNSUPPORTED, NOT_FOUND, VALIDATION_ERROR. */
	start(project: {id: string; targetUrl: string | null}, input: DiscoveryInput): Promise<DiscoveryTicket>;
	/** The latest discovery; `idle` before the first. */
	view(projectId: string): Promise<Discovery>;
	/** Resolves when the version is above `since` or the discovery has ended, when the time is up, or on abort. */
	waitForChange(projectId: string, since: number, waitMs: number, signal: AbortSignal): Promise<void>;
	/** Throws CONFLICT `discovery_finished`. */
	cancel(projectId: string): Promise<Discovery>;
	/** Takes up what an earlier process has left. */
	resume(): Promise<void>;
	/** Ends the work of this process; open discoveries go on after the next start. */
	stop(): Promise<void>;
};
