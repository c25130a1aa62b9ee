import {Kysely, PostgresIntrospector} from 'kysely';
import {Pool, types} from 'pg';
import {version} from '../../../package.json';
import type {Database} from '../database.ts';
import {PostgresStoreAdapter, PostgresStoreCompiler, PostgresStoreDriver} from './postgres-driver.ts';
import {examinePostgres, writtenByKey} from './examine-postgres.ts';
import {migrate} from '../migrate.ts';
import type {Tables} from '../tables.ts';
import {clientOf} from './postgres-client.ts';
import {ConnectionWatch, connectionOf, prepareSession} from './watched-client.ts';

/** Connections of one process; writers use one at a time. */
const mostConnections = 10;

/** Object ids of PostgreSQL's own types, for what comes out as SQLite gives it: numbers, 0 and 1, text. */
const readers: Record<number, (text: string) => unknown> = {
	16: text => (text === 't' ? 1 : 0),
	20: Number,
	114: text => text,
	1700: Number,
};

const readerOf = (type: number): ((text: string) => unknown) => readers[type] ?? types.getTypeParser(type, 'text');

/**
 * Opens the store in the database of `url` and brings its tables up to date. Throws what `examinePostgres` throws; nothing
 * is changed then.
 */
export async function openPostgres(url: string, upTo?: string): Promise<Database> {
	await examinePostgres(url);
	const pool = new Pool({
		...connectionOf(url),
		Client: clientOf(url),
		max: mostConnections,
		onConnect: prepareSession,
	});
	// A connection that is lost while nobody uses it is replaced when somebody needs one.
	pool.on('error', () => undefined);
	// One that is lost while it is used fails what is asked next; without a listener it would end the process.
	const watch = new ConnectionWatch(url);
	pool.on('connect', client => {
		client.on('error', () => undefined);
		watch.add(client);
	});
	const database = new Kysely<Tables>({
		dialect: {
			createAdapter: () => new PostgresStoreAdapter(),
			createDriver: () => new PostgresStoreDriver(pool, watch, readerOf),
			createIntrospector: db => new PostgresIntrospector(db),
			createQueryCompiler: () => new PostgresStoreCompiler(),
		},
	});
	try {
		if (await migrate(database, upTo)) await saveVersion(database);
	} catch (error) {
		await database.destroy();
		throw error;
	}
	return database;
}

/** For an older version that finds tables it does not know. */
async function saveVersion(database: Database): Promise<void> {
	await database
		.insertInto('meta')
		.values({key: writtenByKey, value: version})
		.onConflict(conflict => conflict.column('key').doUpdateSet({value: version}))
		.execute();
}
