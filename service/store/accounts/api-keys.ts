import type {Insertable, Selectable} from 'kysely';
import type {MemberRole} from '../../../contract/enums.ts';
import type {AccountId, KeyId} from '../../../contract/ids.ts';
import type {Database} from '../database.ts';
import {type PageRequest, pageOf, type RowPage} from '../page.ts';
import type {AccountTable, ApiKeyTable} from './account-tables.ts';
import {hasAdminKey, lockAccount} from './admin-keys.ts';

/** A key with the name of its member; null: it is one of the account itself. */
export type ApiKeyRow = Selectable<ApiKeyTable> & {member_name: string | null};

/** A key with what a request needs to know of its account and its member. */
export type KeyHolder = ApiKeyRow &
	Pick<Selectable<AccountTable>, 'email' | 'display_name' | 'plan' | 'metered' | 'disabled_at'> & {
		member_email: string | null;
		member_role: MemberRole | null;
	};

export async function insertApiKey(database: Database, key: Insertable<ApiKeyTable>): Promise<void> {
	await database.insertInto('api_keys').values(key).execute();
}

/** @param hash hex SHA-256 of the secret */
export async function findApiKey(database: Database, hash: string): Promise<KeyHolder | null> {
	const row = await database
		.selectFrom('api_keys')
		.innerJoin('accounts', 'accounts.id', 'api_keys.account_id')
		.leftJoin('members', 'members.id', 'api_keys.member_id')
		.selectAll('api_keys')
		.select(['accounts.email', 'accounts.display_name', 'accounts.plan', 'accounts.metered', 'accounts.disabled_at'])
		.select(['members.name as member_name', 'members.email as member_email', 'members.role as member_role'])
		.where('api_keys.hash', '=', hash)
		.executeTakeFirst();
	return row ?? null;
}

/** Keys of an account, newest first, revoked ones included. */
export async function listApiKeys(
	database: Database,
	accountId: AccountId,
	{pageSize, after}: PageRequest,
): Promise<RowPage<ApiKeyRow>> {
	const rows = await database
		.selectFrom('api_keys')
		.leftJoin('members', 'members.id', 'api_keys.member_id')
		.selectAll('api_keys')
		.select('members.name as member_name')
		.where('api_keys.account_id', '=', accountId)
		.$if(after !== null, query => query.where('api_keys.id', '<', after ?? ''))
		.orderBy('api_keys.id', 'desc')
		.limit(pageSize + 1)
		.execute();
	return pageOf(rows, pageSize);
}

export async function recordApiKeyUse(database: Database, keyId: KeyId, at: number): Promise<void> {
	await database.updateTable('api_keys').set({last_used_at: at}).where('id', '=', keyId).execute();
}

/**
 * Revokes a key at once. A key that was revoked before keeps its time. Refused (`last_admin_key`) when no other usable
 * key of the account could administer keys afterwards. Null: the account has no such key.
 */
export function revokeApiKey(
	database: Database,
	key: {accountId: AccountId; keyId: KeyId},
	now: number,
): Promise<{revokedAt: number; name: string} | 'last_admin_key' | null> {
	return database.transaction().execute(async transaction => {
		await lockAccount(transaction, key.accountId);
		const revoked = await transaction
			.selectFrom('api_keys')
			.select(['revoked_at', 'name'])
			.where('account_id', '=', key.accountId)
			.where('id', '=', key.keyId)
			.executeTakeFirst();
		if (!revoked) return null;
		if (revoked.revoked_at !== null) return {revokedAt: revoked.revoked_at, name: revoked.name};
		if (
			(await hasAdminKey(transaction, key.accountId, now)) &&
			!(await hasAdminKey(transaction, key.accountId, now, {but: key.keyId}))
		)
			return 'last_admin_key';
		await transaction.updateTable('api_keys').set({revoked_at: now}).where('id', '=', key.keyId).execute();
		return {revokedAt: now, name: revoked.name};
	});
}
