import type {Kysely} from 'kysely';

/** What several processes of one database know of each other. */
export async function up(database: Kysely<unknown>): Promise<void> {
	await database.schema
		.createTable('leases')
		.addColumn('key', 'text', c => c.primaryKey())
		.addColumn('owner', 'text', c => c.notNull())
		.addColumn('lease_until', 'integer', c => c.notNull())
		.execute();
	await database.schema
		.createTable('workers')
		.addColumn('id', 'text', c => c.primaryKey())
		.addColumn('host', 'text', c => c.notNull())
		.addColumn('pid', 'integer', c => c.notNull())
		.addColumn('version', 'text', c => c.notNull())
		.addColumn('serves', 'integer', c => c.notNull())
		.addColumn('plans', 'integer', c => c.notNull())
		.addColumn('slots', 'integer', c => c.notNull())
		.addColumn('kinds', 'text', c => c.notNull())
		.addColumn('started_at', 'integer', c => c.notNull())
		.addColumn('seen_at', 'integer', c => c.notNull())
		.execute();
	// The token of a batch, encrypted, where several processes execute its members.
	await database.schema.alterTable('batch_logins').addColumn('token', 'text').execute();
}
