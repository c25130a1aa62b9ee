import type {Kysely} from 'kysely';

/** Where bytes stand that are kept outside the database: `blobs.bytes` is empty then. */
export async function up(database: Kysely<unknown>): Promise<void> {
	await database.schema.alterTable('blobs').addColumn('address', 'text').execute();
}
