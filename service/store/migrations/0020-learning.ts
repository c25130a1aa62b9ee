import type {Kysely} from 'kysely';

/** What first runs have shown of an API, test by test and environment. */
export async function up(db: Kysely<unknown>): Promise<void> {
	const {schema} = db;
	await schema
		.createTable('learnings')
		.addColumn('test_id', 'text', c => c.notNull())
		.addColumn('environment', 'text', c => c.notNull())
		.addColumn('state', 'text', c => c.notNull())
		.addColumn('calls_hash', 'text', c => c.notNull())
		.addColumn('run_id', 'text', c => c.notNull())
		.addColumn('observed', 'text', c => c.notNull())
		.addColumn('noted', 'text', c => c.notNull())
		.addColumn('updated_at', 'bigint', c => c.notNull())
		.addPrimaryKeyConstraint('learnings_key', ['test_id', 'environment'])
		.execute();
	// Assertions of a run that did not hold and were only noted.
	await schema
		.alterTable('runs')
		.addColumn('noted', 'text', c => c.notNull().defaultTo('[]'))
		.execute();
	// 1: what its runs show has been taken over. Batches of before show nothing new.
	await schema
		.alterTable('batches')
		.addColumn('learned', 'integer', c => c.notNull().defaultTo(1))
		.execute();
}
