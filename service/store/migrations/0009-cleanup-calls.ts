import {type Kysely, sql} from 'kysely';

/** The calls of a cleanup are counted for every reader of its view: few of many, with large rows around them. */
export async function up(db: Kysely<unknown>): Promise<void> {
	await db.schema
		.createIndex('calls_of_cleanup')
		.on('calls')
		.column('batch_id')
		.where(sql.ref('kind'), '=', sql.lit('cleanup'))
		.execute();
}
