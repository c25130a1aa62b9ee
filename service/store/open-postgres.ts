import {Kysely, PostgresIntrospector} from 'kysely';
import {Pool, types} from 'pg';
import type {Database} from './database.ts';
import {PostgresStoreAdapter, PostgresStoreCompiler, PostgresStoreDriver} from './dialect/postgres-driver.ts';
import {migrate} from './migrate.ts';
import type {Tables} from './tables.ts';

/** Connections of one process; writers use one at a time. */
const mostConnections = 10;

/** Object ids of PostgreSQL's own types, for what comes out as SQLite gives it: numbers, 0 and 1, text. */
const readers: Record<number, (text: string) => unknown> = {
	16: text => (text === 't' ? 1 : 0),
	20: Number,
	114: text => text,
	1700: Number,
};

/** Opens the store in the database of `url` and brings its tables up to date. */
export async function openPostgres(url: string): Promise<Database> {
	const pool = new Pool({
		connectionString: url,
		max: mostConnections,
		application_name: 'svc',
		types: {getTypeParser: (id: number, format) => readers[id] ?? types.getTypeParser(id, format)},
	});
	// A connection that is lost while nobody uses it is replaced when somebody needs one.
	pool.on('error', () => undefined);
	const database = new Kysely<Tables>({
		dialect: {
			createAdapter: () => new PostgresStoreAdapter(),
			createDriver: () => new PostgresStoreDriver(pool),
			createIntrospector: db => new PostgresIntrospector(db),
			createQueryCompiler: () => new PostgresStoreCompiler(),
		},
	});
	try {
		await migrate(database);
	} catch (error) {
		await database.destroy();
		throw error;
	}
	return database;
}
