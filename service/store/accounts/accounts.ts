import type {Insertable, Selectable, Updateable} from 'kysely';
import type {Database} from '../database.ts';
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
	accountId: string,
	columns: Updateable<AccountTable>,
): Promise<void> {
	await database.updateTable('accounts').set(columns).where('id', '=', accountId).execute();
}
