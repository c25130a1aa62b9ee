import {Migrator, sql} from 'kysely';
import type {Database} from './database.ts';
import {migrations} from './migrations/index.ts';

/** Whether exactly our migrations are in the store. Asked first, because migrating waits for everybody who writes. */
async function isUpToDate(database: Database): Promise<boolean> {
	try {
		const {rows} = await sql<{name: string}>`select name from kysely_migration order by name`.execute(database);
		const names = Object.keys(migrations).sort();
		return rows.length === names.length && rows.every(({name}, index) => name === names[index]);
	} catch {
		// A new store, or one that cannot be read: migrating tells which.
		return false;
	}
}

/**
 * Brings the tables up to date; all migrations come or none does. False: they were. Throws when
 * another version has written the store.
 */
export async function migrate(database: Database): Promise<boolean> {
	if (await isUpToDate(database)) return false;
	const migrator = new Migrator({db: database, provider: {getMigrations: async () => migrations}});
	const {error} = await migrator.migrateToLatest();
	if (error)
		throw new Error('The data directory cannot be used: its database was written by another version of svc.', {
			cause: error,
		});
	return true;
}
