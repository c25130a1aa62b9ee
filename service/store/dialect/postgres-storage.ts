import {randomUUID} from 'node:crypto';
import {sql} from 'kysely';
import {newsTexts} from '../team/news.ts';
import type {Storage} from './storage.ts';

/** Where the processes of a database hear of each other. */
export const newsChannel = 'svc_news';

export function createPostgresStorage(): Storage & {processId: string} {
	const processId = randomUUID();
	return {
		kind: 'postgres',
		processId,
		async announce(transaction, news) {
			for (const text of newsTexts(processId, news))
				await sql`select pg_notify(${newsChannel}, ${text})`.execute(transaction);
		},
		withoutForcing: (database, work) =>
			database.transaction().execute(async transaction => {
				await sql`set local synchronous_commit = off`.execute(transaction);
				await work(transaction);
			}),
		// The server does this by itself; to rewrite whole tables would lock them for everybody.
		async forgetRemoved() {},
	};
}
