import type {Kysely} from 'kysely';

/** Changes of plans and tests that are shown, applied and undone as one. */
export async function up(db: Kysely<unknown>): Promise<void> {
	const {schema} = db;
	await schema
		.createTable('change_sets')
		.addColumn('id', 'text', c => c.primaryKey())
		.addColumn('project_id', 'text', c => c.notNull())
		.addColumn('test_id', 'text')
		.addColumn('kind', 'text', c => c.notNull())
		.addColumn('source', 'text', c => c.notNull())
		.addColumn('text', 'text', c => c.notNull())
		.addColumn('mode', 'text', c => c.notNull())
		.addColumn('status', 'text', c => c.notNull())
		.addColumn('version', 'integer', c => c.notNull())
		.addColumn('base_version', 'integer')
		.addColumn('applied_version', 'integer')
		.addColumn('reply', 'text')
		.addColumn('question', 'text')
		.addColumn('operations', 'text', c => c.notNull())
		.addColumn('changes', 'text', c => c.notNull())
		.addColumn('counts', 'text', c => c.notNull())
		.addColumn('tokens', 'integer', c => c.notNull().defaultTo(0))
		.addColumn('error', 'text')
		.addColumn('applied_order', 'integer')
		.addColumn('created_at', 'integer', c => c.notNull())
		.addColumn('applied_at', 'integer')
		.execute();
	await schema.createIndex('change_sets_of_project').on('change_sets').columns(['project_id', 'id']).execute();
	await schema.createIndex('change_sets_of_test').on('change_sets').columns(['test_id', 'id']).execute();
}
