import {type Kysely, sql} from 'kysely';

/** Accounts, keys, projects, tests, batches, runs, captures and calls. */
export async function up(db: Kysely<unknown>): Promise<void> {
	const {schema} = db;
	await schema
		.createTable('meta')
		.addColumn('key', 'text', c => c.primaryKey())
		.addColumn('value', 'text', c => c.notNull())
		.execute();
	await schema
		.createTable('accounts')
		.addColumn('id', 'text', c => c.primaryKey())
		.addColumn('email', 'text')
		.addColumn('display_name', 'text')
		.addColumn('plan', 'text', c => c.notNull())
		.addColumn('metered', 'integer', c => c.notNull())
		.addColumn('created_at', 'bigint', c => c.notNull())
		.execute();
	await schema
		.createTable('api_keys')
		.addColumn('id', 'text', c => c.primaryKey())
		.addColumn('account_id', 'text', c => c.notNull())
		.addColumn('name', 'text', c => c.notNull())
		.addColumn('prefix', 'text', c => c.notNull())
		.addColumn('last4', 'text', c => c.notNull())
		.addColumn('hash', 'text', c => c.notNull().unique())
		.addColumn('scopes', 'text', c => c.notNull())
		.addColumn('created_at', 'bigint', c => c.notNull())
		.addColumn('last_used_at', 'bigint')
		.addColumn('expires_at', 'bigint')
		.addColumn('revoked_at', 'bigint')
		.execute();
	await schema
		.createTable('idempotency')
		.addColumn('scope', 'text', c => c.primaryKey())
		.addColumn('body_hash', 'text', c => c.notNull())
		.addColumn('status', 'integer')
		.addColumn('body', 'text')
		.addColumn('created_at', 'bigint', c => c.notNull())
		.execute();
	await schema.createIndex('idempotency_by_age').on('idempotency').column('created_at').execute();
	await schema
		.createTable('projects')
		.addColumn('id', 'text', c => c.primaryKey())
		.addColumn('account_id', 'text', c => c.notNull())
		.addColumn('name', 'text', c => c.notNull())
		.addColumn('type', 'text', c => c.notNull())
		.addColumn('created_from', 'text', c => c.notNull())
		.addColumn('target_url', 'text')
		.addColumn('instruction', 'text')
		.addColumn('login', 'text')
		.addColumn('test_id_attributes', 'text')
		.addColumn('capture_max_age_hours', 'integer')
		.addColumn('last_batch_id', 'text')
		.addColumn('created_at', 'bigint', c => c.notNull())
		.addColumn('updated_at', 'bigint', c => c.notNull())
		.execute();
	await schema.createIndex('projects_by_account').on('projects').columns(['account_id', 'id']).execute();
	await schema
		.createTable('tests')
		.addColumn('id', 'text', c => c.primaryKey())
		.addColumn('project_id', 'text', c => c.notNull())
		.addColumn('name', 'text', c => c.notNull())
		.addColumn('type', 'text', c => c.notNull())
		.addColumn('kind', 'text', c => c.notNull())
		.addColumn('created_from', 'text', c => c.notNull())
		.addColumn('status', 'text', c => c.notNull())
		.addColumn('verdict', 'text')
		.addColumn('description', 'text')
		.addColumn('priority', 'text')
		.addColumn('produces', 'text', c => c.notNull())
		.addColumn('consumes', 'text', c => c.notNull())
		.addColumn('category', 'text')
		.addColumn('wiring', 'text')
		.addColumn('step_timeout_ms', 'integer')
		.addColumn('timeout_seconds', 'integer')
		.addColumn('plan_steps', 'text')
		.addColumn('code', 'text')
		.addColumn('code_version', 'integer', c => c.notNull())
		.addColumn('last_run_id', 'text')
		.addColumn('created_at', 'bigint', c => c.notNull())
		.addColumn('updated_at', 'bigint', c => c.notNull())
		.execute();
	await schema.createIndex('tests_by_project').on('tests').columns(['project_id', 'id']).execute();
	await schema
		.createTable('batches')
		.addColumn('id', 'text', c => c.primaryKey())
		.addColumn('account_id', 'text', c => c.notNull())
		.addColumn('project_id', 'text')
		.addColumn('project_ids', 'text', c => c.notNull())
		.addColumn('trigger', 'text', c => c.notNull())
		.addColumn('source', 'text', c => c.notNull())
		.addColumn('phase', 'text', c => c.notNull())
		.addColumn('outcome', 'text')
		.addColumn('version', 'integer', c => c.notNull())
		.addColumn('skip_dependencies', 'integer', c => c.notNull())
		.addColumn('environment', 'text')
		.addColumn('target_url', 'text')
		.addColumn('previous_batch_id', 'text')
		.addColumn('schedule_id', 'text')
		.addColumn('test_list_id', 'text')
		.addColumn('cancel_requested_at', 'bigint')
		.addColumn('skip_cleanup', 'integer', c => c.notNull())
		.addColumn('cleanup_state', 'text', c => c.notNull())
		.addColumn('cleanup_started_at', 'bigint')
		.addColumn('cleanup_finished_at', 'bigint')
		.addColumn('credits_held', 'integer', c => c.notNull())
		.addColumn('credits_charged', 'integer', c => c.notNull())
		.addColumn('advisories', 'text', c => c.notNull())
		.addColumn('created_at', 'bigint', c => c.notNull())
		.addColumn('started_at', 'bigint')
		.addColumn('finished_at', 'bigint')
		.execute();
	await schema.createIndex('batches_by_project').on('batches').columns(['project_id', 'id']).execute();
	await schema
		.createIndex('batches_open')
		.on('batches')
		.column('account_id')
		.where(sql.ref('finished_at'), 'is', null)
		.execute();
	await schema
		.createTable('waves')
		.addColumn('batch_id', 'text', c => c.notNull())
		.addColumn('wave', 'integer', c => c.notNull())
		.addColumn('kind', 'text', c => c.notNull())
		.addColumn('total', 'integer', c => c.notNull())
		.addColumn('queued', 'integer', c => c.notNull())
		.addColumn('running', 'integer', c => c.notNull())
		.addColumn('passed', 'integer', c => c.notNull())
		.addColumn('failed', 'integer', c => c.notNull())
		.addColumn('blocked', 'integer', c => c.notNull())
		.addColumn('cancelled', 'integer', c => c.notNull())
		.addColumn('skipped', 'integer', c => c.notNull())
		.addColumn('rev', 'integer', c => c.notNull())
		.addPrimaryKeyConstraint('waves_key', ['batch_id', 'wave'])
		.execute();
	await schema
		.createTable('codes')
		.addColumn('hash', 'text', c => c.primaryKey())
		.addColumn('code', 'text', c => c.notNull())
		.execute();
	await schema
		.createTable('runs')
		.addColumn('id', 'text', c => c.primaryKey())
		.addColumn('batch_id', 'text', c => c.notNull())
		.addColumn('test_id', 'text', c => c.notNull())
		.addColumn('project_id', 'text', c => c.notNull())
		.addColumn('account_id', 'text', c => c.notNull())
		.addColumn('snapshot_id', 'text', c => c.notNull())
		.addColumn('role', 'text', c => c.notNull())
		.addColumn('wave', 'integer', c => c.notNull())
		.addColumn('teardown', 'integer', c => c.notNull())
		.addColumn('rank', 'integer', c => c.notNull())
		.addColumn('turn', 'bigint', c => c.notNull())
		.addColumn('status', 'text', c => c.notNull())
		.addColumn('ready', 'integer', c => c.notNull())
		.addColumn('open_producers', 'integer', c => c.notNull())
		.addColumn('attempt', 'integer', c => c.notNull())
		.addColumn('worker_id', 'text')
		.addColumn('lease_until', 'bigint')
		.addColumn('cancel_requested_at', 'bigint')
		.addColumn('name', 'text', c => c.notNull())
		.addColumn('type', 'text', c => c.notNull())
		.addColumn('kind', 'text', c => c.notNull())
		.addColumn('priority', 'text')
		.addColumn('category', 'text')
		.addColumn('code_hash', 'text')
		.addColumn('code_version', 'text')
		.addColumn('produces', 'text', c => c.notNull())
		.addColumn('consumes', 'text', c => c.notNull())
		.addColumn('timeout_seconds', 'integer', c => c.notNull())
		.addColumn('target_url', 'text')
		.addColumn('target_url_source', 'text', c => c.notNull())
		.addColumn('source', 'text', c => c.notNull())
		.addColumn('is_rerun', 'integer', c => c.notNull())
		.addColumn('created_from', 'text')
		.addColumn('credits_charged', 'integer', c => c.notNull())
		.addColumn('failure_kind', 'text')
		.addColumn('error', 'text')
		.addColumn('failed_line', 'integer')
		.addColumn('blocked_by', 'text')
		.addColumn('skipped', 'integer', c => c.notNull())
		.addColumn('note', 'text')
		.addColumn('previous_run_id', 'text')
		.addColumn('previous_status', 'text')
		.addColumn('rev', 'integer', c => c.notNull())
		.addColumn('created_at', 'bigint', c => c.notNull())
		.addColumn('started_at', 'bigint')
		.addColumn('finished_at', 'bigint')
		.addColumn('trace', 'text')
		.addColumn('api_output', 'text')
		.execute();
	await schema.createIndex('runs_by_batch').on('runs').columns(['batch_id', 'rev']).execute();
	await schema.createIndex('runs_by_test').on('runs').columns(['test_id', 'id']).execute();
	await schema.createIndex('runs_by_code').on('runs').column('code_hash').execute();
	// Partial indexes hold what is in flight only, so that taking work does not grow with the history.
	await schema
		.createIndex('runs_to_claim')
		.on('runs')
		.columns(['turn', 'id'])
		.where(sql.ref('ready'), '=', sql.lit(1))
		.execute();
	await schema
		.createIndex('runs_open_by_test')
		.on('runs')
		.columns(['test_id', 'id'])
		.where(sql.ref('finished_at'), 'is', null)
		.execute();
	await schema
		.createIndex('runs_leased')
		.on('runs')
		.column('worker_id')
		.where(sql.ref('worker_id'), 'is not', null)
		.execute();
	await schema
		.createTable('run_edges')
		.addColumn('batch_id', 'text', c => c.notNull())
		.addColumn('to_run_id', 'text', c => c.notNull())
		.addColumn('variable', 'text', c => c.notNull())
		.addColumn('from_run_id', 'text')
		.addColumn('from_test_id', 'text')
		.addPrimaryKeyConstraint('run_edges_key', ['to_run_id', 'variable'])
		.execute();
	await schema.createIndex('run_edges_by_producer').on('run_edges').column('from_run_id').execute();
	await schema.createIndex('run_edges_by_batch').on('run_edges').column('batch_id').execute();
	await schema
		.createTable('captures')
		.addColumn('id', 'text', c => c.primaryKey())
		.addColumn('batch_id', 'text', c => c.notNull())
		.addColumn('run_id', 'text', c => c.notNull())
		.addColumn('test_id', 'text', c => c.notNull())
		.addColumn('attempt', 'integer', c => c.notNull())
		.addColumn('name', 'text', c => c.notNull())
		.addColumn('value', 'text', c => c.notNull())
		.addColumn('declared', 'integer', c => c.notNull())
		.addColumn('published', 'integer', c => c.notNull())
		.addColumn('created_at', 'bigint', c => c.notNull())
		.execute();
	await schema.createIndex('captures_by_batch').on('captures').columns(['batch_id', 'name']).execute();
	await schema.createIndex('captures_by_run').on('captures').columns(['run_id', 'name']).execute();
	await schema
		.createTable('calls')
		.addColumn('id', 'text', c => c.primaryKey())
		.addColumn('batch_id', 'text')
		.addColumn('project_id', 'text', c => c.notNull())
		.addColumn('run_id', 'text')
		.addColumn('test_id', 'text')
		.addColumn('attempt', 'integer', c => c.notNull())
		.addColumn('seq', 'integer', c => c.notNull())
		.addColumn('kind', 'text', c => c.notNull())
		.addColumn('method', 'text', c => c.notNull())
		.addColumn('url', 'text', c => c.notNull())
		.addColumn('status', 'integer')
		.addColumn('latency_ms', 'integer')
		.addColumn('started_at', 'bigint', c => c.notNull())
		.addColumn('detail', 'text', c => c.notNull())
		.execute();
	await schema.createIndex('calls_by_batch').on('calls').columns(['batch_id', 'started_at']).execute();
	await schema.createIndex('calls_by_run').on('calls').column('run_id').execute();
}
