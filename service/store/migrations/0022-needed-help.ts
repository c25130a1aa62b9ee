import type {Kysely} from 'kysely';

/** What a person can do about a request that the API has never accepted. */
export async function up(db: Kysely<unknown>): Promise<void> {
	await db.schema.alterTable('runs').addColumn('needed_help', 'text').execute();
}
