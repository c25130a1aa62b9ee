import {Migrator, sql} from 'kysely';
import type {Database} from './database.ts';
import {migrations} from './migrations/index.ts';

/** Names of our migrations in their order, the last one included. */
export const migrationNames = (upTo?: string): string[] =>
	Object.keys(migrations)
		.sort()
		.filter(name => upTo === undefined || name <= upTo);

/** Migrations that a store has, in their order. */
export async function storedMigrations(database: Database): Promise<string[]> {
	const {rows} = await sql<{name: string}>`select name from kysely_migration order by name`.execute(database);
	return rows.map(({name}) => name);
}

/** Whether exactly our migrations are in the store. Asked first, because migrating waits for everybody who writes. */
async function isUpToDate(database: Database, upTo: string | undefined): Promise<boolean> {
	try {
		const {rows} = await sql<{name: string}>`select name from kysely_migration order by name`.execute(database);
		const names = migrationNames(upTo);
		// A store that is ahead of an earlier version stays so: whoever wanted that one looks at the names.
		return (
			rows.length >= names.length &&
			names.every((name, index) => name === rows[index]?.name) &&
			rows.every(({name}) => name in migrations)
		);
	} catch {
		// A new store, or one that cannot be read: migrating tells which.
		return false;
	}
}

/**
 * Brings the tables up to date; all migrations come or none does. False: they were. Throws when
 * another version has written the store.
 */
export async function migrate(database: Database, upTo?: string): Promise<boolean> {
	if (await isUpToDate(database, upTo)) return false;
	const migrator = new Migrator({db: database, provider: {getMigrations: async () => migrations}});
	const {error} = await (upTo === undefined ? migrator.migrateToLatest() : migrator.migrateTo(upTo));
	if (error)
		throw new Error('The data directory cannot be used: its database was written by another version of svc.', {
			cause: error,
		});
	return true;
}
