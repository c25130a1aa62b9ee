import type {Kysely} from 'kysely';

/**
 * Which documents were stored without the secrets of recordings. Those of before are cleaned at the start of the service;
 * what was sent and never registered is dropped.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
	await database.schema
		.alterTable('documents')
		.addColumn('is_clean', 'integer', c => c.notNull().defaultTo(0))
		.execute();
	const tables = database as Kysely<{uploads: {content_id: string | null; size_bytes: number | null}}>;
	await tables.updateTable('uploads').set({content_id: null, size_bytes: null}).execute();
}
