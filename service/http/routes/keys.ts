import type {ApiKey} from '../../../contract/account.ts';
import {type Scope, scopes} from '../../../contract/enums.ts';
import {createKey, createLocalKey, listKeys, revokeKey} from '../../../contract/routes/account.ts';
import {hashSecret, keyPrefix, mintSecret, requireScopes} from '../../auth/api-keys.ts';
import {invalid, notFound, ServiceError} from '../../domain/service-error.ts';
import {insertApiKey, listApiKeys, revokeApiKey} from '../../store/accounts/api-keys.ts';
import type {ApiKeyTable} from '../../store/accounts/account-tables.ts';
import {readCursor, writeCursor} from '../cursor.ts';
import type {On} from '../register-route.ts';
import type {Services} from '../services.ts';
import {nullableTimestamp, timestamp} from '../../domain/timestamp.ts';

const defaultPageSize = 25;

export function keyRoutes(on: On, {database, newId, now}: Services): void {
	async function mint(accountId: string, key: {name: string; scopes: readonly Scope[]; expiresAt: number | null}) {
		const secret = mintSecret();
		const row: ApiKeyTable = {
			id: newId('key'),
			account_id: accountId,
			name: key.name,
			prefix: keyPrefix,
			last4: secret.slice(-4),
			hash: hashSecret(secret),
			scopes: JSON.stringify(key.scopes),
			created_at: now(),
			last_used_at: null,
			expires_at: key.expiresAt,
			revoked_at: null,
		};
		await insertApiKey(database, row);
		return {...apiKeyOf(row, ''), key: secret};
	}

	on(listKeys, async ({caller, query}) => {
		const page = await listApiKeys(database, caller.accountId, {
			pageSize: query.pageSize ?? defaultPageSize,
			after: readCursor('keys', query, now()),
		});
		return {
			items: page.rows.map(row => apiKeyOf(row, caller.keyId)),
			nextToken: page.next && writeCursor('keys', query, page.next, now()),
		};
	});

	on(createKey, async ({caller, body}) => {
		// A key never opens more than the key that made it.
		requireScopes(caller, body.scopes);
		const expiresAt = body.expiresAt === undefined ? null : Date.parse(body.expiresAt);
		if (Number.isNaN(expiresAt)) throw invalid('expiresAt', 'invalid', 'Field `expiresAt` is not a date.');
		if (expiresAt !== null && expiresAt <= now())
			throw invalid('expiresAt', 'out_of_range', 'Field `expiresAt` lies in the past.');
		// In the order of the specification, each once.
		const granted = scopes.filter(scope => body.scopes.includes(scope));
		return mint(caller.accountId, {name: body.name, scopes: granted, expiresAt});
	});

	on(revokeKey, async ({caller, params}) => {
		const revoked = await revokeApiKey(database, {accountId: caller.accountId, keyId: params.keyId}, now());
		if (revoked === null) throw notFound('key', params.keyId);
		if (revoked === 'last_admin_key')
			throw new ServiceError('CONFLICT', 'This is the last key that can administer keys.', {
				nextAction: 'Create another key with the scope admin:keys first.',
				details: {reason: 'last_admin_key'},
			});
		return {keyId: params.keyId, revokedAt: timestamp(revoked.revokedAt)};
	});

	on(createLocalKey, ({caller, body}) => mint(caller.accountId, {name: body.name ?? 'local', scopes, expiresAt: null}));
}

function apiKeyOf(row: ApiKeyTable, currentKeyId: string): ApiKey {
	return {
		keyId: row.id,
		name: row.name,
		prefix: row.prefix,
		last4: row.last4,
		scopes: JSON.parse(row.scopes) as Scope[],
		createdAt: timestamp(row.created_at),
		lastUsedAt: nullableTimestamp(row.last_used_at),
		expiresAt: nullableTimestamp(row.expires_at),
		revokedAt: nullableTimestamp(row.revoked_at),
		current: row.id === currentKeyId,
	};
}
