import {type Kysely, sql} from 'kysely';
import {portable} from '../dialect/portable.ts';

/** What proves that a batch made a record, how the cleanup of a project works, and what earlier answers have shown. */
export async function up(db: Kysely<unknown>): Promise<void> {
	const {schema} = db;
	await schema.alterTable('cleanup_resources').addColumn('proof', 'text').execute();
	await schema.alterTable('cleanup_resources').addColumn('known_url', 'text').execute();
	await schema.alterTable('cleanup_resources').addColumn('considered', 'text').execute();
	await schema.alterTable('cleanup_resources').addColumn('note', 'text').execute();

	// 1: the DELETEs of the batch wait for somebody's word.
	await schema
		.alterTable('batches')
		.addColumn('cleanup_asks', 'integer', c => c.notNull().defaultTo(0))
		.execute();

	await schema
		.createTable('cleanup_calls')
		.addColumn('batch_id', 'text', c => c.notNull())
		.addColumn('call_id', 'text', c => c.notNull())
		.addColumn('run_id', 'text', c => c.notNull())
		.addColumn('test_id', 'text', c => c.notNull())
		.addColumn('method', 'text', c => c.notNull())
		.addColumn('path', 'text', c => c.notNull())
		.addColumn('reason', 'text', c => c.notNull())
		.addColumn('text', 'text', c => c.notNull())
		.addColumn('place', 'integer', c => c.notNull())
		.addColumn('rev', 'integer', c => c.notNull())
		.addPrimaryKeyConstraint('cleanup_calls_key', ['batch_id', 'call_id'])
		.execute();
	await schema.createIndex('cleanup_calls_by_run').on('cleanup_calls').column('run_id').execute();

	await schema
		.createTable('cleanup_settings')
		.addColumn('project_id', 'text', c => c.primaryKey())
		.addColumn('mode', 'text', c => c.notNull())
		.addColumn('parallel', 'integer', c => c.notNull())
		.addColumn('read_before', 'integer', c => c.notNull())
		.addColumn('handles', 'text', c => c.notNull())
		.addColumn('masked_fields', 'text', c => c.notNull())
		.addColumn('updated_at', 'bigint', c => c.notNull())
		.execute();

	// Asked by key only, hundreds at once: without a row id a row is found in one step and takes a third of the room.
	await schema
		.createTable('seen_records')
		.addColumn('project_id', 'text', c => c.notNull())
		.addColumn('key', 'bigint', c => c.notNull())
		.addColumn('first_at', 'bigint', c => c.notNull())
		.addColumn('last_at', 'bigint', c => c.notNull())
		.addColumn('gone_at', 'bigint')
		.addPrimaryKeyConstraint('seen_records_key', ['project_id', 'key'])
		.modifyEnd(portable(({keyedByPrimary}) => keyedByPrimary()))
		.execute();
	await schema
		.createTable('seen_batches')
		.addColumn('batch_id', 'text', c => c.notNull())
		.addColumn('project_id', 'text', c => c.notNull())
		.addPrimaryKeyConstraint('seen_batches_key', ['project_id', 'batch_id'])
		.execute();

	// Whether a batch has written anything is asked at its end; a PATCH may create, too.
	await schema.dropIndex('calls_creating').execute();
	await schema
		.createIndex('calls_writing')
		.on('calls')
		.column('batch_id')
		.where(sql.ref('method'), 'in', [sql.lit('POST'), sql.lit('PUT'), sql.lit('PATCH')])
		.execute();
}
