import type {Kysely} from 'kysely';

/** What a project is about, in words of its owner. */
export async function up(db: Kysely<unknown>): Promise<void> {
	await db.schema.alterTable('projects').addColumn('description', 'text').execute();
}
