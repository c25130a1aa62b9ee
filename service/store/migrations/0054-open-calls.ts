import type {Kysely} from 'kysely';

/** Calls of a run of code that were under way when it was stopped: they neither passed nor failed. */
export async function up(database: Kysely<unknown>): Promise<void> {
	await database.schema
		.alterTable('runs')
		.addColumn('steps_open', 'integer', c => c.notNull().defaultTo(0))
		.execute();
}
