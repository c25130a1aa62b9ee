import type {Kysely} from 'kysely';

/** What several processes of one database count together: events of a caller within the last minute. */
export async function up(database: Kysely<unknown>): Promise<void> {
	await database.schema
		.createTable('rate_windows')
		.addColumn('key', 'text', c => c.primaryKey())
		.addColumn('entries', 'text', c => c.notNull())
		.addColumn('until', 'integer', c => c.notNull())
		.execute();
}
