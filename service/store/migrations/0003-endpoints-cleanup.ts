import {type Kysely, sql} from 'kysely';

/** Endpoints of the API under test, and the cleanup of what batches create. */
export async function up(db: Kysely<unknown>): Promise<void> {
	const {schema} = db;
	await schema
		.createTable('endpoints')
		.addColumn('id', 'text', c => c.primaryKey())
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
		.execute();
	await schema
		.createIndex('endpoints_by_path')
		.on('endpoints')
		.columns(['project_id', 'path', 'method'])
		.unique()
		.execute();
	await schema
		.createIndex('endpoints_in_order')
		.on('endpoints')
		.columns(['project_id', 'family', 'path', 'method'])
		.execute();

	await schema
		.createTable('cleanup_resources')
		.addColumn('id', 'text', c => c.primaryKey())
		.addColumn('batch_id', 'text', c => c.notNull())
		.addColumn('project_id', 'text', c => c.notNull())
		.addColumn('run_id', 'text', c => c.notNull())
		.addColumn('test_id', 'text', c => c.notNull())
		.addColumn('attempt', 'integer', c => c.notNull())
		.addColumn('call_id', 'text', c => c.notNull())
		.addColumn('key', 'text', c => c.notNull())
		.addColumn('variable', 'text')
		.addColumn('handle', 'text')
		.addColumn('family', 'text', c => c.notNull())
		.addColumn('source_method', 'text', c => c.notNull())
		.addColumn('source_path', 'text', c => c.notNull())
		.addColumn('delete_path', 'text')
		.addColumn('delete_url', 'text')
		.addColumn('parents', 'text', c => c.notNull())
		.addColumn('headers', 'text', c => c.notNull())
		.addColumn('place', 'integer', c => c.notNull())
		.addColumn('is_last', 'integer', c => c.notNull())
		.addColumn('outcome', 'text', c => c.notNull())
		.addColumn('reason', 'text')
		.addColumn('cleanup_test_id', 'text')
		.addColumn('origin_id', 'text')
		.addColumn('origin_batch_id', 'text')
		.addColumn('rev', 'integer', c => c.notNull())
		.addColumn('created_at', 'bigint', c => c.notNull())
		.execute();
	await schema
		.createIndex('cleanup_resources_by_key')
		.on('cleanup_resources')
		.columns(['batch_id', 'key'])
		.unique()
		.execute();
	// What earlier batches of a project have left open: few of many.
	await schema
		.createIndex('cleanup_resources_pending')
		.on('cleanup_resources')
		.column('project_id')
		.where(sql.ref('outcome'), '=', sql.lit('pending'))
		.execute();
	await schema.createIndex('cleanup_resources_by_run').on('cleanup_resources').column('run_id').execute();

	await schema
		.createTable('cleanup_tests')
		.addColumn('id', 'text', c => c.primaryKey())
		.addColumn('batch_id', 'text', c => c.notNull())
		.addColumn('resource_id', 'text', c => c.notNull())
		.addColumn('title', 'text', c => c.notNull())
		.addColumn('path', 'text', c => c.notNull())
		.addColumn('status', 'text', c => c.notNull())
		.addColumn('http_status', 'integer')
		.addColumn('response_body', 'text')
		.addColumn('error', 'text')
		.addColumn('attempts', 'integer', c => c.notNull())
		.addColumn('is_due', 'integer', c => c.notNull())
		.addColumn('place', 'integer', c => c.notNull())
		.addColumn('rev', 'integer', c => c.notNull())
		.execute();
	await schema.createIndex('cleanup_tests_by_batch').on('cleanup_tests').columns(['batch_id', 'place']).execute();

	await schema
		.createTable('cleanup_rules')
		.addColumn('id', 'text', c => c.primaryKey())
		.addColumn('project_id', 'text', c => c.notNull())
		.addColumn('instruction', 'text', c => c.notNull())
		.addColumn('kind', 'text', c => c.notNull())
		.addColumn('method', 'text')
		.addColumn('path', 'text')
		.addColumn('filter', 'text')
		.addColumn('sequence', 'text')
		.addColumn('created_at', 'bigint', c => c.notNull())
		.execute();
	await schema.createIndex('cleanup_rules_by_project').on('cleanup_rules').columns(['project_id', 'id']).execute();

	await schema
		.alterTable('batches')
		.addColumn('sweep', 'text', c => c.notNull().defaultTo('none'))
		.execute();
	// Sweeps that a killed process has left.
	await schema
		.createIndex('batches_sweeping')
		.on('batches')
		.column('sweep')
		.where(sql.ref('sweep'), 'in', [sql.lit('search'), sql.lit('due'), sql.lit('retry')])
		.execute();
	// Whether a batch has created anything is asked at its end.
	await schema
		.createIndex('calls_creating')
		.on('calls')
		.column('batch_id')
		.where(sql.ref('method'), 'in', [sql.lit('POST'), sql.lit('PUT')])
		.execute();
}
