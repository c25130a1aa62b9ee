import {closeSync, openSync} from 'node:fs';
import {
	CompiledQuery,
	type DatabaseConnection,
	type Dialect,
	Kysely,
	SqliteAdapter,
	SqliteDriver,
	SqliteIntrospector,
	SqliteQueryCompiler,
} from 'kysely';
import Libsql from 'libsql';
import type {Database} from './database.ts';
import {sqliteStorage} from './dialect/sqlite-storage.ts';
import type {HasStorage} from './dialect/storage.ts';
import {migrate} from './migrate.ts';
import {cachedStatements} from './dialect/statement-cache.ts';
import type {Tables} from './tables.ts';

/** Whether a place of a store is a database of PostgreSQL. */
export const isPostgres = (place: string): boolean => /^postgres(?:ql)?:\/\//i.test(place);

/**
 * Opens the store at a place: the URL of a PostgreSQL database, or the path of an SQLite file.
 *
 * @param upTo the last migration that a new store gets, for what an earlier version has written; absent: all
 */
export async function openDatabase(place: string, upTo?: string): Promise<Database> {
	if (!isPostgres(place)) return openSqlite(place, upTo);
	const {openPostgres} = await import('./dialect/open-postgres.ts');
	return openPostgres(place, upTo);
}

/**
 * Opens the SQLite file at `path` (created readable by its owner only; `:memory:` for a store that is gone after
 * `destroy()`) and brings its tables up to date. Acknowledged writes survive a kill and a power cut: write-ahead log
 * with full synchronisation.
 */
async function openSqlite(path: string, upTo?: string): Promise<Database> {
	// Captured values and recorded calls are the user's own data; the log and index files inherit this mode.
	if (path !== ':memory:') closeSync(openSync(path, 'a', 0o600));
	const file = new Libsql(path);
	file.pragma('busy_timeout = 5000');
	file.pragma('journal_mode = WAL');
	file.pragma('synchronous = FULL');
	const database = new Kysely<Tables>({dialect: dialectOf(file)});
	try {
		await migrate(database, upTo);
	} catch (error) {
		await database.destroy();
		throw error;
	}
	return database;
}

function dialectOf(file: Libsql.Database): Dialect {
	return {
		createAdapter: () => new TransactionalAdapter(),
		createDriver: () => new ImmediateDriver({database: cachedStatements(file)}),
		createIntrospector: db => new SqliteIntrospector(db),
		createQueryCompiler: () => new SqliteQueryCompiler(),
	};
}

/**
 * SQLite changes tables within a transaction as it changes rows; the library does without. So all migrations come or none
 * does: a process that is killed between two statements leaves a store that the next one can open.
 */
class TransactionalAdapter extends SqliteAdapter implements HasStorage {
	readonly storage = sqliteStorage;

	override get supportsTransactionalDdl(): boolean {
		return true;
	}
}

/**
 * Takes the write lock when a transaction begins. A transaction that reads first and writes later would otherwise fail
 * at once when another process has written in between, whatever the busy timeout says.
 */
class ImmediateDriver extends SqliteDriver {
	override async beginTransaction(connection: DatabaseConnection): Promise<void> {
		await connection.executeQuery(CompiledQuery.raw('begin immediate'));
	}

	override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
		try {
			await super.rollbackTransaction(connection);
		} catch (error) {
			// SQLite has rolled back itself, as it does on a full disk; its own error is the one to tell.
			if (!(error instanceof Error && error.message.includes('no transaction is active'))) throw error;
		}
	}
}
