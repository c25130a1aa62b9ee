import {type Kysely, sql} from 'kysely';

/** Credits, authentication of the API under test, test lists, and batches over several projects. */
export async function up(db: Kysely<unknown>): Promise<void> {
	const {schema} = db;
	for (const column of ['balance', 'held'])
		await schema
			.alterTable('accounts')
			.addColumn(column, 'integer', c => c.notNull().defaultTo(0))
			.execute();
	await schema
		.createTable('ledger')
		.addColumn('id', 'text', c => c.primaryKey())
		.addColumn('account_id', 'text', c => c.notNull())
		.addColumn('at', 'bigint', c => c.notNull())
		.addColumn('kind', 'text', c => c.notNull())
		.addColumn('amount', 'integer', c => c.notNull())
		.addColumn('balance_after', 'integer')
		.addColumn('project_id', 'text')
		.addColumn('test_id', 'text')
		.addColumn('run_id', 'text')
		.addColumn('batch_id', 'text')
		.addColumn('generation_id', 'text')
		.addColumn('note', 'text', c => c.notNull())
		.execute();
	await schema.createIndex('ledger_by_account').on('ledger').columns(['account_id', 'id']).execute();

	for (const [column, value] of Object.entries({auth_mode: 'none', auth_health: 'none'}))
		await schema
			.alterTable('batches')
			.addColumn(column, 'text', c => c.notNull().defaultTo(value))
			.execute();
	await schema
		.alterTable('batches')
		.addColumn('auth_refreshes', 'integer', c => c.notNull().defaultTo(0))
		.execute();
	await schema
		.createTable('batch_projects')
		.addColumn('batch_id', 'text', c => c.notNull())
		.addColumn('project_id', 'text', c => c.notNull())
		.addPrimaryKeyConstraint('batch_projects_key', ['project_id', 'batch_id'])
		.execute();
	await schema.createIndex('batch_projects_by_batch').on('batch_projects').column('batch_id').execute();
	await schema
		.createTable('batch_logins')
		.addColumn('batch_id', 'text', c => c.notNull())
		.addColumn('project_id', 'text', c => c.notNull())
		.addColumn('state', 'text', c => c.notNull())
		.addPrimaryKeyConstraint('batch_logins_key', ['batch_id', 'project_id'])
		.execute();
	await schema
		.alterTable('runs')
		.addColumn('awaits_login', 'integer', c => c.notNull().defaultTo(0))
		.execute();

	await schema
		.createTable('credentials')
		.addColumn('project_id', 'text', c => c.primaryKey())
		.addColumn('auth_type', 'text', c => c.notNull())
		.addColumn('header_name', 'text')
		.addColumn('credential', 'text')
		.addColumn('updated_at', 'bigint', c => c.notNull())
		.execute();
	await schema
		.createTable('credential_sets')
		.addColumn('id', 'text', c => c.primaryKey())
		.addColumn('project_id', 'text', c => c.notNull())
		.addColumn('name', 'text', c => c.notNull())
		.addColumn('mode', 'text', c => c.notNull())
		.addColumn('auth_type', 'text')
		.addColumn('header_name', 'text')
		.addColumn('credential', 'text')
		.addColumn('extra_headers', 'text')
		.addColumn('families', 'text', c => c.notNull())
		.addColumn('endpoint_ids', 'text', c => c.notNull())
		.addColumn('created_at', 'bigint', c => c.notNull())
		.addColumn('updated_at', 'bigint', c => c.notNull())
		.execute();
	await schema
		.createIndex('credential_sets_by_name')
		.on('credential_sets')
		.columns(['project_id', 'name'])
		.unique()
		.execute();
	await schema
		.createTable('auto_auth')
		.addColumn('project_id', 'text', c => c.primaryKey())
		.addColumn('enabled', 'integer', c => c.notNull())
		.addColumn('method', 'text', c => c.notNull())
		.addColumn('inject', 'text', c => c.notNull())
		.addColumn('settings', 'text', c => c.notNull())
		.addColumn('secrets', 'text', c => c.notNull())
		.addColumn('health', 'text', c => c.notNull())
		.addColumn('verified_at', 'bigint')
		.addColumn('last_refresh_at', 'bigint')
		.addColumn('last_refresh_error', 'text')
		.addColumn('token_expires_at', 'bigint')
		.addColumn('refresh_token_saved_at', 'bigint')
		.addColumn('updated_at', 'bigint', c => c.notNull())
		.execute();

	await schema
		.createTable('test_lists')
		.addColumn('id', 'text', c => c.primaryKey())
		.addColumn('account_id', 'text', c => c.notNull())
		.addColumn('name', 'text', c => c.notNull())
		.addColumn('project_environments', 'text', c => c.notNull())
		.addColumn('last_batch_id', 'text')
		.addColumn('created_at', 'bigint', c => c.notNull())
		.addColumn('updated_at', 'bigint', c => c.notNull())
		.execute();
	await schema.createIndex('test_lists_by_name').on('test_lists').columns(['account_id', 'name']).unique().execute();
	await schema
		.createTable('test_list_cases')
		.addColumn('list_id', 'text', c => c.notNull())
		.addColumn('test_id', 'text', c => c.notNull())
		.addColumn('place', 'integer', c => c.notNull())
		.addPrimaryKeyConstraint('test_list_cases_key', ['list_id', 'test_id'])
		.execute();
	await schema.createIndex('test_list_cases_by_test').on('test_list_cases').column('test_id').execute();

	// What removed records: few calls of many, asked for whenever dependencies are skipped.
	await schema
		.createIndex('calls_deleting')
		.on('calls')
		.columns(['project_id', 'started_at'])
		.where(sql.ref('method'), '=', sql.lit('DELETE'))
		.execute();
	// What is old enough to be forgotten.
	await schema.createIndex('batches_by_end').on('batches').column('finished_at').execute();
}
