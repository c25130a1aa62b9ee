import type {Kysely} from 'kysely';

/** What the DELETE of a record is sent with beside its address: its body, the state that it means, where it is read. */
export async function up(db: Kysely<unknown>): Promise<void> {
	await db.schema.alterTable('cleanup_resources').addColumn('delete_with', 'text').execute();
}
