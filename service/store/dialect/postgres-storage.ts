import {randomUUID} from 'node:crypto';
import {sql} from 'kysely';
import {newsTexts} from '../team/news.ts';
import type {Storage, StoredColumn} from './storage.ts';

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
		async listColumns(database) {
			const {rows} = await sql<StoredColumn>`select relname as "table", attname as "column",
					coalesce(array_position(indkey::int2[], attnum) + 1, 0) as place
				from pg_class join pg_attribute on attrelid = pg_class.oid and attnum > 0 and not attisdropped
					left join pg_index on indrelid = pg_class.oid and indisprimary
				where relkind = 'r' and relnamespace = current_schema()::regnamespace order by relname, attnum`.execute(
				database,
			);
			return rows;
		},
		// The server does this by itself; to rewrite whole tables would lock them for everybody.
		async forgetRemoved() {},
	};
}
