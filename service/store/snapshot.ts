import type {Database} from './database.ts';
import type {StoreTransaction} from './transaction.ts';

/**
 * Reads that belong together, as of one moment. They wait for nobody who writes and hold nobody up; what `read` tries to
 * write is refused where the store has more than one process.
 */
export const asOfOneMoment = <Result>(
	database: Database,
	read: (transaction: StoreTransaction) => Promise<Result>,
): Promise<Result> => database.transaction().setAccessMode('read only').execute(read);
