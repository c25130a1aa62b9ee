import {type Kysely, sql} from 'kysely';

/** Named targets of projects. What projects had becomes their environment `default`. */
export async function up(db: Kysely<unknown>): Promise<void> {
	const {schema} = db;
	await schema
		.createTable('environments')
		.addColumn('id', 'text', c => c.primaryKey())
		.addColumn('project_id', 'text', c => c.notNull())
		.addColumn('name', 'text', c => c.notNull())
		.addColumn('name_key', 'text', c => c.notNull())
		.addColumn('url', 'text')
		.addColumn('is_default', 'integer', c => c.notNull())
		.addColumn('auth_mode', 'text', c => c.notNull())
		.addColumn('login', 'text')
		.addColumn('variables', 'text')
		.addColumn('variable_keys', 'text', c => c.notNull())
		.addColumn('created_at', 'integer', c => c.notNull())
		.addColumn('updated_at', 'integer', c => c.notNull())
		.execute();
	await schema
		.createIndex('environments_name')
		.unique()
		.on('environments')
		.columns(['project_id', 'name_key'])
		.execute();
	await sql`
		insert into environments
		select 'env_' || substr(id, 5), id, 'default', 'default', target_url, 1,
			case when login is null then 'public' else 'account' end, login, null, '[]', created_at, updated_at
		from projects`.execute(db);

	// Runs of before have none: they ran in what is the environment `default` now.
	await schema.alterTable('runs').addColumn('environment_id', 'text').execute();
	await schema.alterTable('runs').addColumn('environment', 'text').execute();
}
