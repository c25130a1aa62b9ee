import {wordsOf} from '../../inference/word-form.ts';
import {isParameter, type PlanOperation} from './operation.ts';
import type {Schemas} from './schema.ts';

/** Words of paths whose operations change more than one record, or what cannot be put back. */
const commands = new Set([
	...['clear', 'reset', 'purge', 'flush', 'import', 'apply', 'promote', 'restart', 'shutdown', 'revoke', 'truncate'],
	...['migrate', 'reload', 'rebuild', 'reindex', 'backup', 'restore', 'terminate', 'kill', 'wipe'],
]);
/** The caller's own account, what it may do, and what leaves the API: letters and money. */
const ownAccount = new Set([
	...['me', 'myself', 'self', 'password', 'passwords', 'tfa', 'mfa', 'otp', 'settings', 'setting', 'preferences'],
	...['invitation', 'invitations', 'invite', 'invites', 'mail', 'mails', 'email', 'emails', 'sms'],
	...['payment', 'payments', 'payout', 'payouts', 'refund', 'refunds', 'billing'],
]);

const fixed = ({segments}: PlanOperation) => segments.filter(one => !isParameter(one));

/** An operation that commands more than one record: clear, reset, purge, … */
export const isCommand = (operation: PlanOperation): boolean =>
	operation.method !== 'GET' && wordsOf(fixed(operation).at(-1) ?? '').some(word => commands.has(word));

/** Changes the caller's own account, settings, invitations, mails, payments. */
export const isOwnAccount = (operation: PlanOperation): boolean =>
	operation.method !== 'GET' && fixed(operation).some(segment => ownAccount.has(segment.toLowerCase()));

const loginWords = new Set([
	'login',
	'signin',
	'authenticate',
	'token',
	'tokens',
	'session',
	'sessions',
	'auth',
	'logon',
]);

/** POST with a password whose path says that somebody logs in. */
export function isLogin(operation: PlanOperation, schemas: Schemas): boolean {
	if (operation.method !== 'POST') return false;
	// `/auth/password/reset` takes a password and lets nobody in.
	if (wordsOf(fixed(operation).at(-1) ?? '').some(word => commands.has(word) || ownAccount.has(word))) return false;
	const said = fixed(operation).flatMap(segment => [segment.toLowerCase(), ...wordsOf(segment)]);
	const joined = fixed(operation).map(segment => wordsOf(segment).join(''));
	if (![...said, ...joined].some(word => loginWords.has(word))) return false;
	return asksForPassword(schemas, operation.endpoint.body?.schema, 1);
}

/** Also one level below: `{user: {email, password}}`. */
const asksForPassword = (schemas: Schemas, schema: unknown, levels: number): boolean =>
	[...schemas.view(schema).properties].some(
		([name, one]) =>
			/pass(?:word|wd|phrase)?$/i.test(name) || (levels > 0 && asksForPassword(schemas, one, levels - 1)),
	);

export const isLogout = ({segments}: PlanOperation): boolean =>
	/^(?:logout|signout|log-out|sign-out)$/i.test(segments.at(-1) ?? '');
