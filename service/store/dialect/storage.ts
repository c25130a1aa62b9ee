import type {Compilable, OperationNodeSource} from 'kysely';
import type {Database, StoreTransaction} from '../database.ts';
import type {News} from '../team/news.ts';

export type StoredColumn = {table: string; column: string; place: number};

/**
 * A statement that differs from all others of its shape in its values alone: it is built and compiled once. For what is asked with
 * each test, where to write the text of a statement costs more than to send it.
 */
export type Shaped = {
	/** Names it in the whole store, with everything that its text depends on. */
	shape: string;
	values: readonly unknown[];
	/** Gives the statement with other values in the place of its own. */
	build(values: readonly unknown[]): Statement;
};

export type Statement = OperationNodeSource & Compilable;

/** An insert or an update that nobody has executed yet. */
export type Write = Shaped | (OperationNodeSource & {execute(): Promise<unknown>});

/** What SQLite and PostgreSQL do differently with what they keep. */
export type Storage = {
	kind: 'sqlite' | 'postgres';
	/** Does work whose writes survive the death of the process, but perhaps not a power cut. */
	withoutForcing(database: Database, work: (connection: Database) => Promise<void>): Promise<void>;
	/** Names the process among those of its database; null: no other one can be there. */
	processId: string | null;
	/**
	 * Executes writes of different rows, none of which reads what another one writes, and tells the other processes of
	 * them. Where a statement is a way to a server and back, they are one, and go together with what the transaction does next, which
	 * fails where they fail: everybody who writes waits meanwhile.
	 */
	writeTogether(transaction: StoreTransaction, writes: readonly Write[], news?: News): Promise<void>;
	/** The rows that several questions of one transaction have for answers; where each is a way to a server and back, they go together. */
	askTogether(transaction: Database, questions: readonly Shaped[]): Promise<unknown[][]>;
	/** Every column of every table of the store; `place` is the one in the primary key, 0: none. */
	listColumns(database: Database): Promise<StoredColumn[]>;
	/** Takes what was deleted or written over out of the files. */
	forgetRemoved(database: Database): Promise<void>;
};

/** Adapters of our dialects carry it, so that it is at hand wherever a store or a transaction is. */
export type HasStorage = {readonly storage: Storage};

export const storageOf = (database: Database): Storage =>
	(database.getExecutor().adapter as unknown as HasStorage).storage;

/** Tells the other processes of a database: in a transaction when it has been stored, else at once. */
export const announce = (database: Database, news: News): Promise<void> =>
	storageOf(database).writeTogether(database as StoreTransaction, [], news);
