import {createHash, randomInt} from 'node:crypto';
import type {MemberRole, Scope} from '../../contract/enums.ts';
import type {AccountId, KeyId} from '../../contract/ids.ts';
import {scopesOfRole} from '../../contract/member.ts';
import {ServiceError} from '../domain/service-error.ts';
import {findApiKey, type KeyHolder, recordApiKeyUse} from '../store/accounts/api-keys.ts';
import type {Database} from '../store/database.ts';

/** Prefix of the keys this service mints. `sk-member-` keys of other services have the same form. */
export const keyPrefix = 'sk-user-';
const keyPattern = /^sk-(?:user|member)-[0-9A-Za-z]{43}$/;
const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** A new secret: `sk-user-` and 43 random base62 characters (256 bits). */
export function mintSecret(): string {
	return keyPrefix + Array.from({length: 43}, () => alphabet[randomInt(alphabet.length)]).join('');
}

/** What is stored of a secret. It is random, so a plain digest cannot be turned back by guessing. */
export const hashSecret = (secret: string) => createHash('sha256').update(secret).digest('hex');

/** Who makes a request. */
export type Caller = {
	accountId: AccountId;
	keyId: KeyId;
	keyName: string;
	/** What the key opens: never more than the role, and accounts of the service only for the first one. */
	scopes: readonly Scope[];
	/** Null: the key belongs to the account itself. */
	member: {id: string; name: string; email: string | null} | null;
	role: MemberRole;
	account: {email: string | null; displayName: string | null; plan: string; metered: boolean};
};

/** Uses of one key within this time are recorded once. */
const useRecordedEveryMs = 60_000;

/**
 * Finds who a secret belongs to. Throws AUTH_REQUIRED without one, AUTH_INVALID when it does not open anything, and
 * AUTH_FORBIDDEN (`account_disabled`) when nobody may work in its account.
 *
 * @param operatorId the account whose owners administer the others
 */
export async function authenticate(
	database: Database,
	secret: string | undefined,
	{operatorId, now}: {operatorId: string; now: number},
): Promise<Caller> {
	if (!secret)
		throw new ServiceError('AUTH_REQUIRED', 'The request carries no API key.', {
			nextAction: 'Send an API key in the header x-api-key, or run `svc setup` to store one.',
		});
	const key = keyPattern.test(secret) ? await findApiKey(database, hashSecret(secret)) : null;
	if (!key) throw invalidKey('unknown', 'The API key is not known to this service.');
	if (key.revoked_at !== null) throw invalidKey('revoked', 'The API key was revoked.');
	if (key.expires_at !== null && key.expires_at <= now) throw invalidKey('expired', 'The API key has expired.');
	if (key.disabled_at !== null)
		throw new ServiceError('AUTH_FORBIDDEN', 'The account of this API key is disabled.', {
			nextAction: `Ask the operator of the service to enable it again: svc admin account enable ${key.account_id}`,
			details: {reason: 'account_disabled', accountId: key.account_id},
		});
	if (key.last_used_at === null || now - key.last_used_at >= useRecordedEveryMs)
		await recordApiKeyUse(database, key.id, now);
	return callerOf(key, operatorId);
}

function callerOf(key: KeyHolder, operatorId: string): Caller {
	// A key whose member is gone was revoked with the member; should one be left, it opens nothing that writes.
	const role = key.member_id === null ? 'owner' : (key.member_role ?? 'viewer');
	const granted = JSON.parse(key.scopes) as Scope[];
	return {
		accountId: key.account_id,
		keyId: key.id,
		keyName: key.name,
		scopes: scopesWithin(granted, {role, isOperator: key.account_id === operatorId}),
		member:
			key.member_id === null || key.member_name === null
				? null
				: {id: key.member_id, name: key.member_name, email: key.member_email},
		role,
		account: {email: key.email, displayName: key.display_name, plan: key.plan, metered: key.metered === 1},
	};
}

/** Those of some scopes that somebody can have: what the role allows, and accounts of the service for its operator alone. */
export function scopesWithin(
	scopes: readonly Scope[],
	{role, isOperator}: {role: MemberRole; isOperator: boolean},
): Scope[] {
	return scopes.filter(scope => scopesOfRole[role].includes(scope) && (scope !== 'admin:accounts' || isOperator));
}

const invalidKey = (reason: 'unknown' | 'revoked' | 'expired', message: string) =>
	new ServiceError('AUTH_INVALID', message, {
		nextAction: 'Run `svc setup` with a valid key, or ask an administrator of the account for a new one.',
		details: {reason},
	});

const whereScopesAre = (missing: readonly Scope[]): string =>
	missing.includes('admin:accounts')
		? 'Ask the operator of the service: only keys of its first account can have admin:accounts.'
		: 'Use a key that has the required scopes.';

/** Throws AUTH_FORBIDDEN unless the caller holds every one of `required`. */
export function requireScopes(caller: Caller, required: readonly Scope[]): void {
	const missing = required.filter(scope => !caller.scopes.includes(scope));
	if (missing.length === 0) return;
	const role = missing.every(scope => scopesOfRole[caller.role].includes(scope)) ? null : caller.role;
	throw new ServiceError(
		'AUTH_FORBIDDEN',
		role === null
			? `The API key lacks the scope ${missing.join(', ')}.`
			: `The API key lacks the scope ${missing.join(', ')}, which the role ${role} does not have.`,
		{
			nextAction: role === null ? whereScopesAre(missing) : 'Ask an owner of the account for another role.',
			details: {
				reason: 'scope',
				...(role === null ? {} : {role}),
				requiredScope: missing[0],
				requiredScopes: [...required],
				grantedScopes: [...caller.scopes],
			},
		},
	);
}
