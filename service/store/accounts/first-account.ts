import type {Insertable} from 'kysely';
import type {StoreTransaction} from '../database.ts';
import type {AccountTable} from './account-tables.ts';
import {findFirstAccount, insertAccount} from './accounts.ts';

/** Who made the first account: processes that would do so at once wait for each other at this row of `meta`. */
const firstAccountKey = 'first_account';
/** `svc admin init` has made the first key. */
const initialisedKey = 'admin_init';

/** Makes the first account unless there is one; answers it. Of several processes on an empty database one makes it. */
export async function makeFirstAccount(
	transaction: StoreTransaction,
	account: Insertable<AccountTable> & {id: string},
): Promise<Insertable<AccountTable> & {id: string}> {
	await claim(transaction, firstAccountKey, account.id);
	const other = await findFirstAccount(transaction);
	if (other) return other;
	await insertAccount(transaction, account);
	return account;
}

/** The first account, for the one who makes its first key; null: somebody has, so that the store is no empty one. */
export async function claimFirstAccount(
	transaction: StoreTransaction,
	account: Insertable<AccountTable> & {id: string},
): Promise<string | null> {
	if (!(await claim(transaction, initialisedKey, String(account.created_at)))) return null;
	const key = await transaction.selectFrom('api_keys').select('id').limit(1).executeTakeFirst();
	if (key) return null;
	return (await makeFirstAccount(transaction, account)).id;
}

/** Writes a row of `meta` once; false: it was there. Waits for a transaction that writes it. */
async function claim(transaction: StoreTransaction, key: string, value: string): Promise<boolean> {
	const {numInsertedOrUpdatedRows} = await transaction
		.insertInto('meta')
		.values({key, value})
		.onConflict(conflict => conflict.column('key').doNothing())
		.executeTakeFirst();
	return numInsertedOrUpdatedRows === 1n;
}
