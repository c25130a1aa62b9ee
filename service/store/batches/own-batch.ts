import type {Database} from '../database.ts';

/** A batch by its id, for the account that it belongs to: for every other one there is none. */
export const ownBatch = (database: Database, accountId: string, batchId: string) =>
	database.selectFrom('batches').where('id', '=', batchId).where('account_id', '=', accountId);
