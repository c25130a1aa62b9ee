import {type Kysely, sql} from 'kysely';

/** How many members of a batch were asked for; the others came along. Fixed when the batch is stored. */
export async function up(database: Kysely<unknown>): Promise<void> {
	await database.schema
		.alterTable('batches')
		.addColumn('selected', 'integer', c => c.notNull().defaultTo(0))
		.execute();
	await sql`
		update batches set selected =
			(select count(*) from runs where runs.batch_id = batches.id and runs.role = 'selected')`.execute(database);
}
