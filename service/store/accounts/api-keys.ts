import type {Scope} from '../../../contract/enums.ts';
import type {Database} from '../database.ts';
import {type PageRequest, pageOf, type RowPage} from '../page.ts';
import type {AccountTable, ApiKeyTable} from './account-tables.ts';

/** A key with what a request needs to know of its account. */
export type KeyHolder = ApiKeyTable & Pick<AccountTable, 'email' | 'display_name' | 'plan' | 'metered'>;

export async function insertApiKey(database: Database, key: ApiKeyTable): Promise<void> {
	await database.insertInto('api_keys').values(key).execute();
}

/** @param hash hex SHA-256 of the secret */
export async function findApiKey(database: Database, hash: string): Promise<KeyHolder | null> {
	const row = await database
		.selectFrom('api_keys')
		.innerJoin('accounts', 'accounts.id', 'api_keys.account_id')
		.selectAll('api_keys')
		.select(['accounts.email', 'accounts.display_name', 'accounts.plan', 'accounts.metered'])
		.where('api_keys.hash', '=', hash)
		.executeTakeFirst();
	return row ?? null;
}

/** Keys of an account, newest first, revoked ones included. */
export async function listApiKeys(
	database: Database,
	accountId: string,
	{pageSize, after}: PageRequest,
): Promise<RowPage<ApiKeyTable>> {
	const rows = await database
		.selectFrom('api_keys')
		.selectAll()
		.where('account_id', '=', accountId)
		.$if(after !== null, query => query.where('id', '<', after ?? ''))
		.orderBy('id', 'desc')
		.limit(pageSize + 1)
		.execute();
	return pageOf(rows, pageSize);
}

export async function recordApiKeyUse(database: Database, keyId: string, at: number): Promise<void> {
	await database.updateTable('api_keys').set({last_used_at: at}).where('id', '=', keyId).execute();
}

/**
 * Revokes a key at once. A key that was revoked before keeps its time. Refused (`last_admin_key`) when no other usable
 * key of the account could administer keys afterwards. Null: the account has no such key.
 */
export function revokeApiKey(
	database: Database,
	key: {accountId: string; keyId: string},
	now: number,
): Promise<{revokedAt: number} | 'last_admin_key' | null> {
	return database.transaction().execute(async transaction => {
		const keys = await transaction
			.selectFrom('api_keys')
			.select(['id', 'scopes', 'expires_at', 'revoked_at'])
			.where('account_id', '=', key.accountId)
			.execute();
		const revoked = keys.find(({id}) => id === key.keyId);
		if (!revoked) return null;
		if (revoked.revoked_at !== null) return {revokedAt: revoked.revoked_at};
		const isAdmin = (candidate: (typeof keys)[number]) =>
			candidate.revoked_at === null &&
			(candidate.expires_at === null || candidate.expires_at > now) &&
			(JSON.parse(candidate.scopes) as Scope[]).includes('admin:keys');
		if (isAdmin(revoked) && !keys.some(candidate => candidate !== revoked && isAdmin(candidate)))
			return 'last_admin_key';
		await transaction.updateTable('api_keys').set({revoked_at: now}).where('id', '=', key.keyId).execute();
		return {revokedAt: now};
	});
}
