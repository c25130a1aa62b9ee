import {createHash, randomInt} from 'node:crypto';
import type {Scope} from '../../contract/enums.ts';
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
	accountId: string;
	keyId: string;
	scopes: readonly Scope[];
	account: {email: string | null; displayName: string | null; plan: string; metered: boolean};
};

/** Uses of one key within this time are recorded once. */
const useRecordedEveryMs = 60_000;

/** Finds who a secret belongs to. Throws AUTH_REQUIRED without one, AUTH_INVALID when it does not open anything. */
export async function authenticate(database: Database, secret: string | undefined, now: number): Promise<Caller> {
	if (!secret)
		throw new ServiceError('AUTH_REQUIRED', 'The request carries no API key.', {
			nextAction: 'Send an API key in the header x-api-key, or run `svc setup` to store one.',
		});
	const key = keyPattern.test(secret) ? await findApiKey(database, hashSecret(secret)) : null;
	if (!key) throw invalidKey('unknown', 'The API key is not known to this service.');
	if (key.revoked_at !== null) throw invalidKey('revoked', 'The API key was revoked.');
	if (key.expires_at !== null && key.expires_at <= now) throw invalidKey('expired', 'The API key has expired.');
	if (key.last_used_at === null || now - key.last_used_at >= useRecordedEveryMs)
		await recordApiKeyUse(database, key.id, now);
	return callerOf(key);
}

function callerOf(key: KeyHolder): Caller {
	return {
		accountId: key.account_id,
		keyId: key.id,
		scopes: JSON.parse(key.scopes) as Scope[],
		account: {email: key.email, displayName: key.display_name, plan: key.plan, metered: key.metered === 1},
	};
}

const invalidKey = (reason: 'unknown' | 'revoked' | 'expired', message: string) =>
	new ServiceError('AUTH_INVALID', message, {
		nextAction: 'Run `svc setup` with a valid key, or ask an administrator of the account for a new one.',
		details: {reason},
	});

/** Throws AUTH_FORBIDDEN unless the caller holds every one of `required`. */
export function requireScopes(caller: Caller, required: readonly Scope[]): void {
	const missing = required.filter(scope => !caller.scopes.includes(scope));
	if (missing.length === 0) return;
	throw new ServiceError('AUTH_FORBIDDEN', `The API key lacks the scope ${missing.join(', ')}.`, {
		nextAction: 'Use a key that has the required scopes.',
		details: {
			reason: 'scope',
			requiredScope: missing[0],
			requiredScopes: [...required],
			grantedScopes: [...caller.scopes],
		},
	});
}
