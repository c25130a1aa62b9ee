import type {Database} from '../database.ts';

/** What SQLite and PostgreSQL do differently with what they keep. */
export type Storage = {
	kind: 'sqlite' | 'postgres';
	/** Does work whose writes survive the death of the process, but perhaps not a power cut. */
	withoutForcing(database: Database, work: (connection: Database) => Promise<void>): Promise<void>;
	/** Takes what was deleted or written over out of the files. */
	forgetRemoved(database: Database): Promise<void>;
};

/** Adapters of our dialects carry it, so that it is at hand wherever a store or a transaction is. */
export type HasStorage = {readonly storage: Storage};

export const storageOf = (database: Database): Storage =>
	(database.getExecutor().adapter as unknown as HasStorage).storage;
