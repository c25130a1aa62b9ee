import {type Kysely, sql} from 'kysely';

/** Schedules, and what each of their fires came to. */
export async function up(db: Kysely<unknown>): Promise<void> {
	const {schema} = db;
	await schema
		.createTable('schedules')
		.addColumn('id', 'text', c => c.primaryKey())
		.addColumn('account_id', 'text', c => c.notNull())
		.addColumn('name', 'text', c => c.notNull())
		.addColumn('status', 'text', c => c.notNull())
		.addColumn('target_type', 'text', c => c.notNull())
		.addColumn('target_id', 'text', c => c.notNull())
		.addColumn('cron', 'text', c => c.notNull())
		.addColumn('cadence', 'text', c => c.notNull())
		.addColumn('anchor_day', 'text')
		.addColumn('timezone', 'text', c => c.notNull())
		.addColumn('start_at', 'bigint')
		.addColumn('end_at', 'bigint')
		.addColumn('send_to', 'text')
		.addColumn('skip_dependencies', 'integer', c => c.notNull())
		.addColumn('auto_heal', 'integer', c => c.notNull())
		.addColumn('environment', 'text')
		.addColumn('next_run_at', 'bigint')
		.addColumn('last_run_id', 'text')
		.addColumn('auto_paused_at', 'bigint')
		.addColumn('runs_without_pass', 'integer', c => c.notNull())
		.addColumn('created_at', 'bigint', c => c.notNull())
		.addColumn('updated_at', 'bigint', c => c.notNull())
		.execute();
	await schema.createIndex('schedules_by_account').on('schedules').columns(['account_id', 'id']).execute();
	await schema.createIndex('schedules_by_target').on('schedules').column('target_id').execute();
	await schema
		.createIndex('schedules_due')
		.on('schedules')
		.column('next_run_at')
		.where(sql.ref('next_run_at'), 'is not', null)
		.execute();

	await schema
		.createTable('schedule_runs')
		.addColumn('id', 'text', c => c.primaryKey())
		.addColumn('schedule_id', 'text', c => c.notNull())
		.addColumn('batch_id', 'text')
		.addColumn('skipped_reason', 'text')
		.addColumn('project_id', 'text')
		.addColumn('test_list_id', 'text')
		.addColumn('outcome', 'text')
		.addColumn('stats', 'text')
		.addColumn('newly_failed', 'text')
		.addColumn('newly_recovered', 'text')
		.addColumn('paused', 'integer', c => c.notNull())
		.addColumn('mail', 'text', c => c.notNull())
		.addColumn('mail_attempts', 'integer', c => c.notNull())
		.addColumn('completed_at', 'bigint')
		.addColumn('created_at', 'bigint', c => c.notNull())
		.addColumn('updated_at', 'bigint', c => c.notNull())
		.execute();
	await schema.createIndex('schedule_runs_by_schedule').on('schedule_runs').columns(['schedule_id', 'id']).execute();
	// What is under way, and what is still to be sent: few of many.
	await schema
		.createIndex('schedule_runs_open')
		.on('schedule_runs')
		.column('schedule_id')
		.where(sql.ref('completed_at'), 'is', null)
		.execute();
	await schema
		.createIndex('schedule_runs_to_mail')
		.on('schedule_runs')
		.column('id')
		.where(sql.ref('mail'), '=', sql.lit('due'))
		.execute();
}
