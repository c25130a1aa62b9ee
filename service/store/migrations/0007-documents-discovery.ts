import {type Kysely, sql} from 'kysely';

/** Documents of projects, and the discovery of endpoints. */
export async function up(db: Kysely<unknown>): Promise<void> {
	const {schema} = db;
	await schema
		.createTable('uploads')
		.addColumn('id', 'text', c => c.primaryKey())
		.addColumn('project_id', 'text', c => c.notNull())
		.addColumn('content_type', 'text', c => c.notNull())
		.addColumn('content_id', 'text')
		.addColumn('size_bytes', 'integer')
		.addColumn('expires_at', 'bigint', c => c.notNull())
		.execute();
	await schema.createIndex('uploads_by_project').on('uploads').column('project_id').execute();
	await schema
		.createTable('document_chunks')
		.addColumn('content_id', 'text', c => c.notNull())
		.addColumn('place', 'integer', c => c.notNull())
		.addColumn('project_id', 'text', c => c.notNull())
		.addColumn('bytes', 'blob', c => c.notNull())
		.addPrimaryKeyConstraint('document_chunks_key', ['content_id', 'place'])
		.execute();
	await schema.createIndex('document_chunks_by_project').on('document_chunks').column('project_id').execute();
	await schema
		.createTable('documents')
		.addColumn('id', 'text', c => c.primaryKey())
		.addColumn('project_id', 'text', c => c.notNull())
		.addColumn('content_id', 'text', c => c.notNull())
		.addColumn('name', 'text', c => c.notNull())
		.addColumn('role', 'text', c => c.notNull())
		.addColumn('format', 'text')
		.addColumn('status', 'text', c => c.notNull())
		.addColumn('size_bytes', 'integer', c => c.notNull())
		.addColumn('error', 'text')
		.addColumn('created_at', 'bigint', c => c.notNull())
		.execute();
	await schema.createIndex('documents_by_project').on('documents').columns(['project_id', 'id']).execute();

	await schema
		.createTable('discoveries')
		.addColumn('id', 'text', c => c.primaryKey())
		.addColumn('project_id', 'text', c => c.notNull())
		.addColumn('status', 'text', c => c.notNull())
		.addColumn('version', 'integer', c => c.notNull())
		.addColumn('input', 'text', c => c.notNull())
		.addColumn('documents', 'integer', c => c.notNull())
		.addColumn('endpoints_found', 'integer', c => c.notNull())
		.addColumn('families', 'integer', c => c.notNull())
		.addColumn('endpoints', 'integer', c => c.notNull())
		.addColumn('unconfirmed', 'integer', c => c.notNull())
		.addColumn('added', 'integer', c => c.notNull())
		.addColumn('changed', 'integer', c => c.notNull())
		.addColumn('removed', 'integer', c => c.notNull())
		.addColumn('warnings', 'text', c => c.notNull())
		.addColumn('error', 'text')
		.addColumn('enqueued_at', 'bigint', c => c.notNull())
		.addColumn('started_at', 'bigint')
		.addColumn('finished_at', 'bigint')
		.execute();
	await schema.createIndex('discoveries_by_project').on('discoveries').columns(['project_id', 'id']).execute();
	// "409 discovery_in_flight": one at a time per project.
	await schema
		.createIndex('discoveries_open')
		.on('discoveries')
		.column('project_id')
		.unique()
		.where(sql.ref('status'), 'in', [sql.lit('queued'), sql.lit('reading')])
		.execute();

	// Endpoints of a discovery that is under way; they take the place of the old ones in one step at its end.
	await schema
		.createTable('found_endpoints')
		.addColumn('discovery_id', 'text', c => c.notNull())
		.addColumn('id', 'text', c => c.notNull())
		.addColumn('project_id', 'text', c => c.notNull())
		.addColumn('method', 'text', c => c.notNull())
		.addColumn('path', 'text', c => c.notNull())
		.addColumn('base_path', 'text', c => c.notNull())
		.addColumn('family', 'text', c => c.notNull())
		.addColumn('summary', 'text')
		.addColumn('origin', 'text', c => c.notNull())
		.addColumn('confirmed', 'integer', c => c.notNull())
		.addColumn('unconfirmed_reason', 'text')
		.addColumn('request_shape', 'text', c => c.notNull())
		.addColumn('response_shape', 'text', c => c.notNull())
		.addColumn('auth', 'text', c => c.notNull())
		.addColumn('edited', 'text', c => c.notNull())
		.addColumn('created_at', 'bigint', c => c.notNull())
		.addColumn('updated_at', 'bigint', c => c.notNull())
		.addPrimaryKeyConstraint('found_endpoints_key', ['discovery_id', 'path', 'method'])
		.execute();
}
