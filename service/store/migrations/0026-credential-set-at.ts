import type {Kysely} from 'kysely';

/** When the credential, or the login, was stored that a run had to send: a later run may have had another. */
export async function up(database: Kysely<unknown>): Promise<void> {
	await database.schema.alterTable('runs').addColumn('credential_set_at', 'bigint').execute();
}
