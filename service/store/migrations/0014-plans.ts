import type {Kysely} from 'kysely';

/** Plans, their rows, and what people have decided about edges. */
export async function up(db: Kysely<unknown>): Promise<void> {
	const {schema} = db;
	await schema
		.createTable('plans')
		.addColumn('id', 'text', c => c.primaryKey())
		.addColumn('project_id', 'text', c => c.notNull())
		.addColumn('status', 'text', c => c.notNull())
		.addColumn('version', 'integer', c => c.notNull())
		.addColumn('seed', 'text', c => c.notNull())
		.addColumn('input', 'text', c => c.notNull())
		.addColumn('sub_plans', 'text', c => c.notNull().defaultTo('[]'))
		.addColumn('environment', 'text', c => c.notNull().defaultTo('[]'))
		.addColumn('stage', 'text')
		.addColumn('ready', 'integer', c => c.notNull().defaultTo(0))
		.addColumn('total', 'integer', c => c.notNull().defaultTo(0))
		.addColumn('error_code', 'text')
		.addColumn('error', 'text')
		.addColumn('enqueued_at', 'integer', c => c.notNull())
		.addColumn('made_at', 'integer')
		.addColumn('locked_at', 'integer')
		.execute();
	await schema.createIndex('plans_of_project').on('plans').columns(['project_id', 'id']).execute();

	// The rows of a project's latest plan. A key is an endpoint and a template, so that planning again finds its own row.
	await schema
		.createTable('plan_rows')
		.addColumn('id', 'text', c => c.primaryKey())
		.addColumn('project_id', 'text', c => c.notNull())
		.addColumn('plan_id', 'text', c => c.notNull())
		.addColumn('key', 'text', c => c.notNull())
		.addColumn('endpoint_id', 'text')
		.addColumn('method', 'text')
		.addColumn('path', 'text')
		.addColumn('feature', 'text', c => c.notNull())
		.addColumn('type', 'text', c => c.notNull())
		.addColumn('template', 'text', c => c.notNull())
		.addColumn('kind', 'text', c => c.notNull())
		.addColumn('category', 'text', c => c.notNull())
		.addColumn('title', 'text', c => c.notNull())
		.addColumn('description', 'text', c => c.notNull())
		.addColumn('expected', 'text', c => c.notNull())
		.addColumn('priority', 'text', c => c.notNull())
		.addColumn('selected', 'integer', c => c.notNull())
		.addColumn('phase', 'text', c => c.notNull())
		.addColumn('place', 'real', c => c.notNull())
		.addColumn('captures', 'text', c => c.notNull())
		.addColumn('consumes', 'text', c => c.notNull())
		.addColumn('steps', 'text')
		.addColumn('shape_source', 'text', c => c.notNull())
		.addColumn('edited', 'text', c => c.notNull())
		.addColumn('recipe', 'text')
		.addColumn('test_id', 'text')
		.addColumn('removed', 'text')
		.addColumn('rev', 'integer', c => c.notNull())
		.execute();
	await schema.createIndex('plan_rows_by_key').unique().on('plan_rows').columns(['project_id', 'key']).execute();
	await schema.createIndex('plan_rows_by_place').on('plan_rows').columns(['project_id', 'place']).execute();

	await schema
		.createTable('edge_choices')
		.addColumn('project_id', 'text', c => c.notNull())
		.addColumn('endpoint_id', 'text', c => c.notNull())
		.addColumn('place', 'text', c => c.notNull())
		.addColumn('state', 'text')
		.addColumn('producer_id', 'text')
		.addColumn('pointer', 'text')
		.addColumn('value', 'text')
		.addColumn('variable', 'text')
		.addColumn('updated_at', 'integer', c => c.notNull())
		.addPrimaryKeyConstraint('edge_choices_key', ['project_id', 'endpoint_id', 'place'])
		.execute();
}
