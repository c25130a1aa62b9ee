import type {Kysely} from 'kysely';

/** Records of a batch by outcome are counted for every reader of the batch, while their rows change one by one. */
export async function up(db: Kysely<unknown>): Promise<void> {
	await db.schema
		.createIndex('cleanup_resources_by_outcome')
		.on('cleanup_resources')
		.columns(['batch_id', 'outcome'])
		.execute();
}
