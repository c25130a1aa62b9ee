import type {Kysely} from 'kysely';

/** Who works in an account, what they have changed, and accounts that are disabled. */
export async function up(database: Kysely<unknown>): Promise<void> {
	const {schema} = database;
	await schema.alterTable('accounts').addColumn('disabled_at', 'integer').execute();
	await schema.alterTable('api_keys').addColumn('member_id', 'text').execute();
	await schema
		.createTable('members')
		.addColumn('id', 'text', c => c.primaryKey())
		.addColumn('account_id', 'text', c => c.notNull())
		.addColumn('name', 'text', c => c.notNull())
		.addColumn('email', 'text')
		.addColumn('role', 'text', c => c.notNull())
		.addColumn('created_at', 'integer', c => c.notNull())
		.execute();
	await schema.createIndex('members_by_name').on('members').columns(['account_id', 'name']).unique().execute();
	await schema
		.createTable('audit')
		.addColumn('id', 'text', c => c.primaryKey())
		.addColumn('account_id', 'text', c => c.notNull())
		.addColumn('at', 'integer', c => c.notNull())
		.addColumn('actor', 'text', c => c.notNull())
		.addColumn('member_id', 'text')
		.addColumn('key_id', 'text')
		.addColumn('action', 'text', c => c.notNull())
		.addColumn('object_id', 'text')
		.addColumn('project_id', 'text')
		.addColumn('detail', 'text')
		.addColumn('address', 'text')
		.addColumn('forwarded_for', 'text')
		.addColumn('client', 'text')
		.addColumn('request_id', 'text')
		.execute();
	await schema.createIndex('audit_by_account').on('audit').columns(['account_id', 'id']).execute();
}
