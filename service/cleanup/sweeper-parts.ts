import type {BatchId, ProjectId} from '../../contract/ids.ts';
import type {Ownership} from '../domain/ownership.ts';
import type {BatchChanged} from '../store/batches/batch-tables.ts';
import type {SweepStore} from '../store/cleanup/sweep-store.ts';
import type {SendRequest} from './send-request.ts';

/** Headers that carry the credentials of a project, and the texts in them that must not be stored. */
export type SweepCredentials = {
	headers: Record<string, string>;
	secrets: string[];
	/** Why the credential that belongs to the address cannot be had; null when nothing is missing. */
	missing: string | null;
};

/** Where the sweep gets the credentials of the API under test from. */
export type SweepAuth = {
	/** Those that a DELETE of this address gets. */
	credentialsOf(batchId: BatchId, projectId: ProjectId, url: string): Promise<SweepCredentials>;
	/** A fresh token after a 401; null when this address gets none, or the login failed. */
	renew(batchId: BatchId, projectId: ProjectId, url: string): Promise<SweepCredentials | null>;
};

/** What a sweep works with. */
export type SweeperParts = {
	store: SweepStore;
	auth: SweepAuth;
	send: SendRequest;
	/** Tells readers of what has changed. */
	publish(changes: readonly BatchChanged[]): void;
	/** Teardown tests may start now. */
	wake(): void;
	/** Of several processes one sweeps a batch; absent: this one is alone. */
	ownership?: Ownership;
	/** Epoch milliseconds. */
	now(): number;
	/** A number from 0 to 1 that nobody foresees. */
	chance(): number;
	log: {error(fields: object, message: string): void};
};
