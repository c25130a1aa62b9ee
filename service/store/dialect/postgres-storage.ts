import {sql} from 'kysely';
import type {Storage} from './storage.ts';

export const postgresStorage: Storage = {
	kind: 'postgres',
	withoutForcing: (database, work) =>
		database.transaction().execute(async transaction => {
			await sql`set local synchronous_commit = off`.execute(transaction);
			await work(transaction);
		}),
	// The server does this by itself; to rewrite whole tables would lock them for everybody.
	async forgetRemoved() {},
};
