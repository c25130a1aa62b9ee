import type {BatchId, ProjectId} from '../../contract/ids.ts';
import type {BatchChanged} from '../store/batches/batch-tables.ts';
import type {RunStore} from '../store/runs/run-store.ts';
import type {RunCredentials} from './run-auth.ts';

/** What the engine offers to the sweep of batches. */
export type SweepHost = {
	/** Tells readers of what has changed. */
	publish(changes: readonly BatchChanged[]): void;
	/** Members may start now. */
	wake(): void;
	/** The token of a batch for one of its projects, fresh when it was about to expire; null when it has none. */
	tokenOf(batchId: BatchId, projectId: ProjectId): Promise<RunCredentials | null>;
	/** Logs in again; null when that gives no token. */
	renew(batchId: BatchId, projectId: ProjectId): Promise<RunCredentials | null>;
};

/** Finds what a batch has created and deletes it, at the border between its tests and its end. */
export interface BatchSweep {
	/** The sweep of a batch has something to do. Told again and again is told once. */
	begin(batchId: BatchId): void;
	/** Goes on with what an earlier process has left. */
	resume(): Promise<void>;
	/** Whether a sweep waits because the store takes nothing at the moment, such as on a full disk. */
	readonly isHeldUp: boolean;
	/** Resolves when nothing is sent any more; what is open stays in the store. */
	stop(): Promise<void>;
}

/** An engine without a sweep: what tests create stays, and batches end after their teardown tests. */
export function noSweep(store: Pick<RunStore, 'endWithoutSweep' | 'listSweeps'>, host: SweepHost): BatchSweep {
	const open = new Set<Promise<void>>();
	const end = async (batchId: BatchId) => {
		const changed = await store.endWithoutSweep(batchId);
		if (!changed) return;
		host.publish([changed]);
		host.wake();
	};
	const begin = (batchId: BatchId) => {
		const ended = end(batchId).finally(() => open.delete(ended));
		open.add(ended);
	};
	return {
		begin,
		isHeldUp: false,
		async resume() {
			for (const batchId of await store.listSweeps()) begin(batchId);
		},
		async stop() {
			await Promise.all(open);
		},
	};
}
