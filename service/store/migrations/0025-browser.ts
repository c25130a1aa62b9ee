import {type Kysely, sql} from 'kysely';

/** Runs of plans in a browser: their steps with evidence, the saved script of a test, and its repairs. */
export async function up(db: Kysely<unknown>): Promise<void> {
	const {schema} = db;
	await schema
		.createTable('run_steps')
		.addColumn('run_id', 'text', c => c.notNull())
		.addColumn('step_index', 'integer', c => c.notNull())
		.addColumn('attempt', 'integer', c => c.notNull())
		.addColumn('step_type', 'text', c => c.notNull())
		.addColumn('action', 'text')
		.addColumn('status', 'text')
		.addColumn('error', 'text')
		.addColumn('note', 'text')
		.addColumn('healed', 'integer', c => c.notNull())
		.addColumn('duration_ms', 'integer')
		.addColumn('reading', 'text')
		.addColumn('locator', 'text')
		.addColumn('captured', 'text')
		.addColumn('failure', 'text')
		.addColumn('picture_hash', 'text')
		.addColumn('html_hash', 'text')
		.addColumn('outline_hash', 'text')
		.addColumn('ended_at', 'bigint')
		.addColumn('console', 'text', c => c.notNull())
		.addColumn('requests', 'text', c => c.notNull())
		.addColumn('log', 'text', c => c.notNull())
		.addPrimaryKeyConstraint('run_steps_key', ['run_id', 'step_index'])
		.execute();
	// A blob goes with the last step that shows it.
	for (const part of ['picture', 'html', 'outline'])
		await schema
			.createIndex(`run_steps_by_${part}`)
			.on('run_steps')
			.column(`${part}_hash`)
			.where(sql.ref(`${part}_hash`), 'is not', null)
			.execute();
	await schema
		.createTable('blobs')
		.addColumn('hash', 'text', c => c.primaryKey())
		.addColumn('type', 'text', c => c.notNull())
		.addColumn('bytes', 'blob', c => c.notNull())
		.execute();
	await schema
		.createTable('scripts')
		.addColumn('test_id', 'text', c => c.primaryKey())
		.addColumn('run_id', 'text', c => c.notNull())
		.addColumn('script', 'text', c => c.notNull())
		.addColumn('updated_at', 'bigint', c => c.notNull())
		.execute();
	await schema
		.createTable('heals')
		.addColumn('id', 'text', c => c.primaryKey())
		.addColumn('test_id', 'text', c => c.notNull())
		.addColumn('run_id', 'text', c => c.notNull())
		.addColumn('step_index', 'integer', c => c.notNull())
		.addColumn('slot', 'text', c => c.notNull())
		.addColumn('status', 'text', c => c.notNull())
		.addColumn('score', 'real', c => c.notNull())
		.addColumn('margin', 'real', c => c.notNull())
		.addColumn('evidence', 'text', c => c.notNull())
		.addColumn('from_target', 'text', c => c.notNull())
		.addColumn('to_target', 'text', c => c.notNull())
		// The run that had saved the script: its picture of the step is the one before.
		.addColumn('saved_from_run_id', 'text')
		.addColumn('created_at', 'bigint', c => c.notNull())
		.addColumn('decided_at', 'bigint')
		.execute();
	await schema.createIndex('heals_by_test').on('heals').columns(['test_id', 'id']).execute();
	await schema.createIndex('heals_by_run').on('heals').column('run_id').execute();

	// The steps as they were at the trigger; null: the run has code.
	await schema.alterTable('runs').addColumn('plan_steps', 'text').execute();
	await schema.alterTable('runs').addColumn('viewport', 'text').execute();
	await schema
		.alterTable('runs')
		.addColumn('auto_heal', 'integer', c => c.notNull().defaultTo(0))
		.execute();
	await schema.alterTable('runs').addColumn('failed_step_index', 'integer').execute();
	await schema
		.alterTable('runs')
		.addColumn('healed_steps', 'text', c => c.notNull().defaultTo('[]'))
		.execute();
	await schema.alterTable('runs').addColumn('browser', 'text').execute();
	await schema.alterTable('tests').addColumn('viewport', 'text').execute();
	await schema.alterTable('projects').addColumn('browser_settings', 'text').execute();

	// Each kind of test is claimed within its own limit.
	await schema.dropIndex('runs_to_claim').execute();
	await schema
		.createIndex('runs_to_claim')
		.on('runs')
		.columns(['type', 'turn', 'id'])
		.where(sql.ref('ready'), '=', sql.lit(1))
		.execute();
}
