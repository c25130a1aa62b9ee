import type {Kysely} from 'kysely';

/** Which recorded call gave or used a named value, and where the value stood in the answer. */
export async function up(db: Kysely<unknown>): Promise<void> {
	const {schema} = db;
	await schema
		.createTable('call_variables')
		.addColumn('batch_id', 'text', c => c.notNull())
		.addColumn('run_id', 'text', c => c.notNull())
		.addColumn('name', 'text', c => c.notNull())
		.addColumn('role', 'text', c => c.notNull())
		.addColumn('call_id', 'text')
		.addColumn('location', 'text')
		.addColumn('path', 'text')
		.execute();
	await schema.createIndex('call_variables_by_batch').on('call_variables').columns(['batch_id', 'run_id']).execute();
	await schema.createIndex('call_variables_by_run').on('call_variables').column('run_id').execute();
}
