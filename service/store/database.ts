import type {Kysely, Transaction} from 'kysely';
import type {Tables} from './tables.ts';

/** The store. `destroy()` closes it. Inside a transaction the verbs take the transaction in its place. */
export type Database = Kysely<Tables>;

export type StoreTransaction = Transaction<Tables>;

/**
 * Reads that belong together, as of one moment. They wait for nobody who writes and hold nobody up; what `read` tries to
 * write is refused where the store has more than one process.
 */
export const asOfOneMoment = <Result>(
	database: Database,
	read: (transaction: StoreTransaction) => Promise<Result>,
): Promise<Result> => database.transaction().setAccessMode('read only').execute(read);

/**
 * A change that begins with questions, which go to the store together with what opens it: until they are answered it does not have the
 * store for itself, and must not look at the clock.
 */
export const changeAfterReading = <Result>(
	database: Database,
	work: (transaction: StoreTransaction) => Promise<Result>,
): Promise<Result> => database.transaction().setIsolationLevel('read committed').execute(work);
