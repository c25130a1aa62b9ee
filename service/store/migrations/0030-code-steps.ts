import type {Kysely} from 'kysely';

/**
 * The steps of a run of code: its calls, and what did not hold; the failing one stands where plans have theirs. And what
 * its author should look at although it passed.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
	const {schema} = database;
	await schema.alterTable('runs').addColumn('step_total', 'integer').execute();
	await schema.alterTable('runs').addColumn('steps_failed', 'integer').execute();
	await schema
		.alterTable('runs')
		.addColumn('advisories', 'text', c => c.notNull().defaultTo('[]'))
		.execute();
}
