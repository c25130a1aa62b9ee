import type {Insertable, Selectable, Updateable} from 'kysely';
import type {AccountId} from '../../../contract/ids.ts';
import type {Database} from '../database.ts';
import {type PageRequest, pageOf, type RowPage} from '../page.ts';
import type {AccountTable} from './account-tables.ts';

/** The account of the embedded service: the oldest one. Null before the first start has made it. */
export async function findFirstAccount(database: Database): Promise<Selectable<AccountTable> | null> {
	return (await database.selectFrom('accounts').selectAll().orderBy('id').limit(1).executeTakeFirst()) ?? null;
}

export async function insertAccount(database: Database, account: Insertable<AccountTable>): Promise<void> {
	await database.insertInto('accounts').values(account).execute();
}

export async function updateAccount(
	database: Database,
	accountId: AccountId,
	columns: Updateable<AccountTable>,
): Promise<void> {
	await database.updateTable('accounts').set(columns).where('id', '=', accountId).execute();
}

/** An account with the number of its members and projects. */
export type AccountRow = Selectable<AccountTable> & {members: number; projects: number};

const counted = (database: Database) =>
	database
		.selectFrom('accounts')
		.selectAll()
		.select(({selectFrom, fn}) => [
			selectFrom('members')
				.select(fn.countAll<number>().as('count'))
				.whereRef('members.account_id', '=', 'accounts.id')
				.$asScalar()
				.$notNull()
				.as('members'),
			selectFrom('projects')
				.select(fn.countAll<number>().as('count'))
				.whereRef('projects.account_id', '=', 'accounts.id')
				.$asScalar()
				.$notNull()
				.as('projects'),
		]);

/** Accounts of the service, newest first. */
export async function listAccounts(database: Database, {pageSize, after}: PageRequest): Promise<RowPage<AccountRow>> {
	const rows = await counted(database)
		.$if(after !== null, query => query.where('accounts.id', '<', after!))
		.orderBy('accounts.id', 'desc')
		.limit(pageSize + 1)
		.execute();
	return pageOf(rows, pageSize);
}

export async function findAccount(database: Database, accountId: AccountId): Promise<AccountRow | null> {
	return (await counted(database).where('accounts.id', '=', accountId).executeTakeFirst()) ?? null;
}
