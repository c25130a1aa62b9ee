import {type Kysely, sql} from 'kysely';
import {pathKey} from '../../domain/endpoint-path.ts';

/** What planning knows of endpoints, what discovery saw besides them, and findings. */
export async function up(db: Kysely<unknown>): Promise<void> {
	const {schema} = db;
	for (const table of ['endpoints', 'found_endpoints']) {
		await schema
			.alterTable(table)
			.addColumn('path_key', 'text', c => c.notNull().defaultTo(''))
			.execute();
		await schema
			.alterTable(table)
			.addColumn('call_prefix', 'text', c => c.notNull().defaultTo(''))
			.execute();
		await schema
			.alterTable(table)
			.addColumn('place', 'integer', c => c.notNull().defaultTo(0))
			.execute();
		await schema
			.alterTable(table)
			.addColumn('detail', 'text', c => c.notNull().defaultTo('{}'))
			.execute();
		await schema
			.alterTable(table)
			.addColumn('observed', 'text', c => c.notNull().defaultTo('[]'))
			.execute();
	}
	const known = await sql<{id: string; path: string}>`select id, path from endpoints`.execute(db);
	for (const {id, path} of known.rows)
		await sql`update endpoints set path_key = ${pathKey(path)} where id = ${id}`.execute(db);
	await schema.createIndex('endpoints_by_key').on('endpoints').columns(['project_id', 'path_key', 'method']).execute();
	await schema
		.createIndex('found_endpoints_by_key')
		.on('found_endpoints')
		.columns(['discovery_id', 'path_key', 'method'])
		.execute();

	// Schemas of answers: many endpoints answer the same ones, errors above all.
	await schema
		.createTable('endpoint_shapes')
		.addColumn('project_id', 'text', c => c.notNull())
		.addColumn('hash', 'text', c => c.notNull())
		.addColumn('shape', 'text', c => c.notNull())
		.addPrimaryKeyConstraint('endpoint_shapes_key', ['project_id', 'hash'])
		.execute();

	// What the latest discovery has read that is no endpoint: requirement sentences, values that travelled.
	await schema
		.createTable('discovery_notes')
		.addColumn('project_id', 'text', c => c.notNull())
		.addColumn('kind', 'text', c => c.notNull())
		.addColumn('place', 'integer', c => c.notNull())
		.addColumn('note', 'text', c => c.notNull())
		.addPrimaryKeyConstraint('discovery_notes_key', ['project_id', 'kind', 'place'])
		.execute();

	for (const [column, initial] of [
		['endpoints_probed', 0],
		['endpoints_total', 0],
		['sentences', 0],
	] as const)
		await schema
			.alterTable('discoveries')
			.addColumn(column, 'integer', c => c.notNull().defaultTo(initial))
			.execute();
	await schema
		.alterTable('discoveries')
		.addColumn('change_list', 'text', c => c.notNull().defaultTo('{"added":[],"changed":[],"removed":[]}'))
		.execute();
	// "409 discovery_in_flight": one at a time per project, also while the API is called.
	await schema.dropIndex('discoveries_open').execute();
	await schema
		.createIndex('discoveries_open')
		.on('discoveries')
		.column('project_id')
		.unique()
		.where(sql.ref('status'), 'in', [sql.lit('queued'), sql.lit('reading'), sql.lit('probing')])
		.execute();

	// Single differences, endpoint by endpoint; findings are made of them.
	await schema
		.createTable('deviations')
		.addColumn('project_id', 'text', c => c.notNull())
		.addColumn('endpoint_id', 'text', c => c.notNull())
		.addColumn('kind', 'text', c => c.notNull())
		.addColumn('difference', 'text', c => c.notNull())
		.addColumn('document', 'text')
		.addColumn('observed', 'text', c => c.notNull())
		.addColumn('facts', 'text', c => c.notNull())
		.addColumn('evidence', 'text', c => c.notNull())
		.addColumn('first_seen_at', 'bigint', c => c.notNull())
		.addColumn('last_seen_at', 'bigint', c => c.notNull())
		.addPrimaryKeyConstraint('deviations_key', ['project_id', 'endpoint_id', 'kind', 'difference'])
		.execute();
	// Endpoints that were looked at for a kind of difference, with or without finding one.
	await schema
		.createTable('deviation_looks')
		.addColumn('project_id', 'text', c => c.notNull())
		.addColumn('endpoint_id', 'text', c => c.notNull())
		.addColumn('kind', 'text', c => c.notNull())
		.addColumn('looked_at', 'bigint', c => c.notNull())
		.addPrimaryKeyConstraint('deviation_looks_key', ['project_id', 'endpoint_id', 'kind'])
		.execute();
	await schema
		.createTable('findings')
		.addColumn('id', 'text', c => c.primaryKey())
		.addColumn('project_id', 'text', c => c.notNull())
		.addColumn('key', 'text', c => c.notNull())
		.addColumn('kind', 'text', c => c.notNull())
		.addColumn('scope', 'text', c => c.notNull())
		.addColumn('endpoint_ids', 'text', c => c.notNull())
		.addColumn('count', 'integer', c => c.notNull())
		.addColumn('title', 'text', c => c.notNull())
		.addColumn('document', 'text')
		.addColumn('observed', 'text', c => c.notNull())
		.addColumn('evidence', 'text', c => c.notNull())
		.addColumn('state', 'text', c => c.notNull())
		.addColumn('state_before', 'text')
		.addColumn('change_set_id', 'text')
		.addColumn('first_seen_at', 'bigint', c => c.notNull())
		.addColumn('last_seen_at', 'bigint', c => c.notNull())
		.execute();
	await schema.createIndex('findings_by_key').on('findings').columns(['project_id', 'key']).unique().execute();
}
