import type {Kysely} from 'kysely';

/** What a model was sent for a change set: shown to whoever asks for it (`--debug`). */
export async function up(db: Kysely<unknown>): Promise<void> {
	await db.schema
		.alterTable('change_sets')
		.addColumn('sent', 'text', c => c.notNull().defaultTo('[]'))
		.execute();
}
