import type {ApiKey, CreatedApiKey} from '../../contract/account.ts';
import {type Scope, scopes} from '../../contract/enums.ts';
import type {AccountId} from '../../contract/ids.ts';
import {nullableTimestamp, timestamp} from '../domain/timestamp.ts';
import {type ApiKeyRow, insertApiKey} from '../store/accounts/api-keys.ts';
import type {Database} from '../store/database.ts';
import type {NewId} from '../store/ids.ts';
import {hashSecret, keyPrefix, mintSecret} from './api-keys.ts';

/** A key to be made. */
type KeyInput = {
	accountId: AccountId;
	/** Whose it is; null: the account's own. */
	member: {id: string; name: string} | null;
	name: string;
	scopes: readonly Scope[];
	/** Epoch milliseconds; null: never. */
	expiresAt: number | null;
};

/** Makes a key and stores its hash; the answer holds the secret, which nobody can read again. */
export async function mintKey(
	database: Database,
	{newId, now}: {newId: NewId; now: number},
	{accountId, member, name, scopes: wanted, expiresAt}: KeyInput,
): Promise<CreatedApiKey> {
	const secret = mintSecret();
	const row = {
		id: newId('key'),
		account_id: accountId,
		member_id: member?.id ?? null,
		name,
		prefix: keyPrefix,
		last4: secret.slice(-4),
		hash: hashSecret(secret),
		// In the order of the specification, each once.
		scopes: JSON.stringify(scopes.filter(scope => wanted.includes(scope))),
		created_at: now,
		last_used_at: null,
		expires_at: expiresAt,
		revoked_at: null,
	};
	await insertApiKey(database, row);
	return {...apiKeyOf({...row, member_name: member?.name ?? null}, ''), key: secret};
}

/** A key as its account sees it. */
export function apiKeyOf(row: ApiKeyRow, currentKeyId: string): ApiKey {
	return {
		keyId: row.id,
		name: row.name,
		prefix: row.prefix,
		last4: row.last4,
		scopes: JSON.parse(row.scopes) as Scope[],
		memberId: row.member_id,
		memberName: row.member_name,
		createdAt: timestamp(row.created_at),
		lastUsedAt: nullableTimestamp(row.last_used_at),
		expiresAt: nullableTimestamp(row.expires_at),
		revokedAt: nullableTimestamp(row.revoked_at),
		current: row.id === currentKeyId,
	};
}
