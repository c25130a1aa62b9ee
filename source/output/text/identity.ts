import type {Me} from '../../../contract/account.ts';
import {cleanLine} from '../clean.ts';
import {labelBlock} from '../label-block.ts';

/** Scopes without which the client cannot do its work. */
const neededScopes = ['write:tests', 'write:projects', 'run:tests'];

/** `auth status`. */
export function identity(me: Me & {profile: string; endpoint: string}): string {
	const missing = neededScopes.filter(scope => !me.scopes.includes(scope));
	return labelBlock([
		['userId', me.userId],
		['name', me.displayName],
		['email', me.email],
		['keyId', me.keyId],
		['env', me.env],
		['scopes', me.scopes],
		['member', me.member?.name],
		['memberEmail', me.member?.email],
		['role', me.role],
		['note', missing.length > 0 ? `missing scopes: ${missing.join(', ')}` : null],
	]);
}

export const removedCredentials = ({
	profile,
	status,
}: {
	profile: string;
	status: 'logged_out' | 'no_credentials';
}): string =>
	status === 'logged_out'
		? `Removed credentials of profile ${cleanLine(profile)}.\n`
		: `Profile ${cleanLine(profile)} has no stored credentials.\n`;
