import {sql} from 'kysely';
import type {Storage} from './storage.ts';

export const sqliteStorage: Storage = {
	kind: 'sqlite',
	processId: null,
	// The file belongs to one process.
	async announce() {},
	// One connection for all three: nothing else may be written in between.
	withoutForcing: (database, work) =>
		database.connection().execute(async connection => {
			await sql`pragma synchronous = normal`.execute(connection);
			try {
				await work(connection);
			} finally {
				await sql`pragma synchronous = full`.execute(connection);
			}
		}),
	async forgetRemoved(database) {
		await sql`vacuum`.execute(database);
		await sql`pragma wal_checkpoint(truncate)`.execute(database);
	},
};
