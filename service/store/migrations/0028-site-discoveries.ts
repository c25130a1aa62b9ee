import {type Kysely, sql} from 'kysely';

/** Readings of a site by its links, with the plans they propose. */
export async function up(db: Kysely<unknown>): Promise<void> {
	const {schema} = db;
	await schema
		.createTable('site_discoveries')
		.addColumn('id', 'text', c => c.primaryKey())
		.addColumn('project_id', 'text', c => c.notNull())
		.addColumn('status', 'text', c => c.notNull())
		.addColumn('version', 'integer', c => c.notNull())
		.addColumn('input', 'text', c => c.notNull())
		.addColumn('pages_read', 'integer', c => c.notNull())
		.addColumn('pages_found', 'integer', c => c.notNull())
		.addColumn('links_skipped', 'integer', c => c.notNull())
		.addColumn('page', 'text')
		.addColumn('result', 'text')
		.addColumn('error', 'text')
		.addColumn('enqueued_at', 'bigint', c => c.notNull())
		.addColumn('started_at', 'bigint')
		.addColumn('finished_at', 'bigint')
		.execute();
	// "409 discovery_in_flight": one at a time per project.
	await schema
		.createIndex('site_discoveries_open')
		.on('site_discoveries')
		.column('project_id')
		.unique()
		.where(sql.ref('status'), 'in', sql`('queued', 'reading')`)
		.execute();
	await schema.createIndex('site_discoveries_project').on('site_discoveries').column('project_id').execute();
}
