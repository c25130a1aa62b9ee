import type {AuthType} from '../../contract/enums.ts';
import type {ProjectId} from '../../contract/ids.ts';
import {type CredentialTraits, plainCredential, tokenExpiry} from '../domain/credentials.ts';
import type {InjectedAuth} from '../runners/runner.ts';
import type {CredentialTable} from '../store/projects/project-tables.ts';
import {type SecretBox, maskSecret} from './secret-box.ts';

/** A credential as it lies in the store. */
type SealedCredential = Pick<CredentialTable, 'auth_type' | 'header_name' | 'credential'>;

/** What a test gets, and what must never be stored of it. */
export type RunCredentials = {auth: InjectedAuth; secrets: string[]};

const noCredentials: RunCredentials = {
	auth: {type: 'public', credential: '', headers: {}, extraHeaders: {}},
	secrets: [],
};

export const defaultHeaderName = 'X-API-Key';
const contextOf = (projectId: ProjectId) => `project:${projectId}:credential`;

export const sealCredential = (box: SecretBox, projectId: ProjectId, credential: string): string =>
	box.seal(credential, contextOf(projectId));

/** The stored credential; null when there is none or its key is lost (it must then be given again). */
export function openCredential(box: SecretBox, projectId: ProjectId, sealed: string | null): string | null {
	if (sealed === null) return null;
	try {
		return box.open(sealed, contextOf(projectId));
	} catch {
		return null;
	}
}

/** Shorter ones stand everywhere as words. */
const shortestPart = 6;

/**
 * A credential, and what in it is a secret by itself where an answer repeats it: the token behind a word (`Token abc`), and
 * each value of a cookie header (`sid=abc; theme=dark`).
 */
export function secretsIn(credential: string): string[] {
	const [, behindWord = ''] = /^[\w-]+ (\S+)$/.exec(credential) ?? [];
	const values = credential.split(';').map(part => part.slice(part.indexOf('=') + 1).trim());
	return [
		...new Set([credential, behindWord, ...values].filter(part => part.length >= shortestPart || part === credential)),
	];
}

/** The credential as people may see it; one that cannot be read any more shows nothing of itself. */
export function maskedCredential(box: SecretBox, projectId: ProjectId, sealed: string | null): string | null {
	return sealed === null ? null : maskSecret(openCredential(box, projectId, sealed) ?? '');
}

/** A basic token as it is sent: `user:password` is encoded, its base64 form, which has no colon, stays as it is. */
const basicToken = (credential: string): string =>
	credential.includes(':') ? Buffer.from(credential).toString('base64') : credential;

/** What a credential tells of itself: how it is written, and until when it is valid. */
export const traitsOf = (type: AuthType, credential: string): CredentialTraits => ({
	isOddBasic: type === 'basic token' && !Buffer.from(basicToken(credential), 'base64').toString().includes(':'),
	expiresAt: type === 'basic token' ? null : tokenExpiry(credential),
});

/** The same of a stored credential; one that cannot be read any more tells nothing. */
export function traitsOfStored(box: SecretBox, projectId: ProjectId, stored: SealedCredential): CredentialTraits {
	const credential = openCredential(box, projectId, stored.credential);
	return credential === null ? plainCredential : traitsOf(stored.auth_type, credential);
}

/** Headers that carry a static credential. */
export function headersOf(type: AuthType, credential: string, headerName: string | null): Record<string, string> {
	switch (type) {
		case 'public':
			return {};
		case 'Bearer token':
			return {Authorization: `Bearer ${credential}`};
		case 'basic token':
			return {Authorization: `Basic ${basicToken(credential)}`};
		case 'API key':
			return {[headerName ?? defaultHeaderName]: credential};
	}
}

/**
 * What a test of the project is given of its static credential. A `basic token` is made of a username and a password:
 * an environment that has an account uses its own.
 */
export function staticCredentials(
	box: SecretBox,
	projectId: ProjectId,
	stored: SealedCredential | null,
	account: {username: string; password: string} | null = null,
): RunCredentials {
	const given =
		stored?.auth_type === 'basic token' && account
			? `${account.username}:${account.password}`
			: stored && openCredential(box, projectId, stored.credential);
	if (!stored || !given) return noCredentials;
	const {auth_type: type, header_name} = stored;
	const credential = type === 'basic token' ? basicToken(given) : given;
	return {
		auth: {type, credential, headers: headersOf(type, credential, header_name), extraHeaders: {}},
		secrets: [...new Set([credential, ...secretsIn(given)])],
	};
}
