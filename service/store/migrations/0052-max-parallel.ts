import {type Kysely, sql} from 'kysely';

/** How many runs of a project execute at once at most; few projects say so, and every claim asks for them. */
export async function up(db: Kysely<unknown>): Promise<void> {
	await db.schema.alterTable('projects').addColumn('max_parallel', 'integer').execute();
	await db.schema
		.createIndex('projects_limited')
		.on('projects')
		.column('id')
		.where(sql.ref('max_parallel'), 'is not', null)
		.execute();
}
