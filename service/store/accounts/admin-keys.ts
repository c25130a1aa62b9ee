import type {Scope} from '../../../contract/enums.ts';
import type {AccountId} from '../../../contract/ids.ts';
import type {Database, StoreTransaction} from '../database.ts';

/** Keeps others who change the keys or the members of an account waiting until the transaction has ended. */
export async function lockAccount(transaction: StoreTransaction, accountId: AccountId): Promise<void> {
	await transaction
		.updateTable('accounts')
		.set(({ref}) => ({created_at: ref('created_at')}))
		.where('id', '=', accountId)
		.execute();
}

/**
 * Whether a usable key of an account can administer keys: one with the scope, of an owner or of the account itself.
 *
 * @param but a key that does not count
 */
export async function hasAdminKey(
	database: Database,
	accountId: AccountId,
	now: number,
	{but}: {but?: string} = {},
): Promise<boolean> {
	const keys = await database
		.selectFrom('api_keys')
		.leftJoin('members', 'members.id', 'api_keys.member_id')
		.select(['api_keys.scopes', 'api_keys.member_id', 'members.role'])
		.where('api_keys.account_id', '=', accountId)
		.where('api_keys.revoked_at', 'is', null)
		.$if(but !== undefined, query => query.where('api_keys.id', '!=', but!))
		.where(({eb, or}) => or([eb('api_keys.expires_at', 'is', null), eb('api_keys.expires_at', '>', now)]))
		.execute();
	return keys.some(
		({scopes, member_id, role}) =>
			(member_id === null || role === 'owner') && (JSON.parse(scopes) as Scope[]).includes('admin:keys'),
	);
}
