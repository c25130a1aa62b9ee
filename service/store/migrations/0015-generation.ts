import type {Kysely} from 'kysely';

/** Tests made from recipes: what they were made of, the jobs that make them, and what their runs need besides. */
export async function up(db: Kysely<unknown>): Promise<void> {
	const {schema} = db;
	// `late`: may harm the API, starts when all normal members have ended.
	await schema
		.alterTable('tests')
		.addColumn('phase', 'text', c => c.notNull().defaultTo('normal'))
		.execute();
	for (const table of ['runs', 'waves'])
		await schema
			.alterTable(table)
			.addColumn('late', 'integer', c => c.notNull().defaultTo(0))
			.execute();
	// What the made-up values of a batch are derived from.
	await schema
		.alterTable('batches')
		.addColumn('seed', 'text', c => c.notNull().defaultTo(''))
		.execute();

	await schema
		.createTable('test_recipes')
		.addColumn('test_id', 'text', c => c.primaryKey())
		.addColumn('row_id', 'text')
		.addColumn('recipe', 'text', c => c.notNull())
		.addColumn('recipe_version', 'integer', c => c.notNull())
		.addColumn('base_code', 'text')
		.addColumn('proposed_code', 'text')
		.addColumn('proposal', 'text')
		.addColumn('rejection', 'text')
		.addColumn('updated_at', 'integer', c => c.notNull())
		.execute();
	await schema.createIndex('test_recipes_row').on('test_recipes').column('row_id').execute();

	await schema
		.createTable('generations')
		.addColumn('id', 'text', c => c.primaryKey())
		.addColumn('account_id', 'text', c => c.notNull())
		.addColumn('project_id', 'text', c => c.notNull())
		.addColumn('plan_id', 'text', c => c.notNull())
		.addColumn('status', 'text', c => c.notNull())
		.addColumn('version', 'integer', c => c.notNull())
		.addColumn('total', 'integer', c => c.notNull())
		.addColumn('ready', 'integer', c => c.notNull())
		.addColumn('rejected', 'integer', c => c.notNull())
		.addColumn('credits_held', 'integer', c => c.notNull())
		.addColumn('credits_charged', 'integer', c => c.notNull())
		.addColumn('credits_refunded', 'integer', c => c.notNull())
		.addColumn('created_at', 'integer', c => c.notNull())
		.addColumn('started_at', 'integer')
		.addColumn('finished_at', 'integer')
		.execute();
	await schema.createIndex('generations_project').on('generations').columns(['project_id', 'id']).execute();

	await schema
		.createTable('generation_items')
		.addColumn('generation_id', 'text', c => c.notNull())
		.addColumn('place', 'integer', c => c.notNull())
		.addColumn('row_id', 'text')
		.addColumn('test_id', 'text', c => c.notNull())
		.addColumn('title', 'text', c => c.notNull())
		.addColumn('kind', 'text', c => c.notNull())
		.addColumn('status', 'text', c => c.notNull())
		.addColumn('attempt', 'integer', c => c.notNull())
		.addColumn('rejection', 'text')
		.addColumn('charged', 'integer', c => c.notNull())
		.addColumn('refunded', 'integer', c => c.notNull())
		.addColumn('rev', 'integer', c => c.notNull())
		.addPrimaryKeyConstraint('generation_items_key', ['generation_id', 'place'])
		.execute();
}
