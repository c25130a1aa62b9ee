import type {Kysely} from 'kysely';

/** Tests that a test comes after although it takes no value from them, and the members of a batch that wait so. */
export async function up(database: Kysely<unknown>): Promise<void> {
	const {schema} = database;
	await schema
		.alterTable('tests')
		.addColumn('after', 'text', c => c.notNull().defaultTo('[]'))
		.execute();
	await schema
		.createTable('run_orders')
		.addColumn('batch_id', 'text', c => c.notNull())
		.addColumn('to_run_id', 'text', c => c.notNull())
		.addColumn('from_run_id', 'text', c => c.notNull())
		.addPrimaryKeyConstraint('run_orders_key', ['to_run_id', 'from_run_id'])
		.execute();
	await schema.createIndex('run_orders_by_earlier').on('run_orders').column('from_run_id').execute();
	await schema.createIndex('run_orders_by_batch').on('run_orders').column('batch_id').execute();
}
