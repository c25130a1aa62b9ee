import type {AccountId, BatchId, ProjectId} from '../../contract/ids.ts';
import type {Cleanup} from '../domain/cleanup.ts';
import {ServiceError} from '../domain/service-error.ts';
import {ofState} from '../inference/lead-up.ts';
import {readCleanupSettings} from '../store/cleanup/cleanup-settings.ts';
import {listRefusedDeletes} from '../store/cleanup/refused-deletes.ts';
import type {Database} from '../store/database.ts';

type Parts = {
	database: Database;
	cleanup: Pick<Cleanup, 'retry'>;
	/** Resolves when the cleanup of a batch has ended. */
	ended(accountId: AccountId, batchId: BatchId): Promise<void>;
};

/**
 * Sends the DELETEs of a project again that were refused because of the state of their records, now that it is known what
 * has to come before them. A project whose cleanup asks first, or is off, is left as it is.
 */
export const createDeleteRefused =
	({database, cleanup, ended}: Parts) =>
	async (accountId: AccountId, projectId: ProjectId): Promise<void> => {
		if ((await readCleanupSettings(database, projectId)).mode !== 'auto') return;
		for (const [batchId, cleanupTestIds] of await listRefusedDeletes(database, projectId, ofState)) {
			try {
				await cleanup.retry(accountId, batchId, {cleanupTestIds});
			} catch (error) {
				// Somebody else has it cleaned up just then, or has deleted it.
				if (error instanceof ServiceError && (error.code === 'CONFLICT' || error.code === 'NOT_FOUND')) continue;
				throw error;
			}
			await ended(accountId, batchId);
		}
	};
