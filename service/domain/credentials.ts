/** Headers of a request that carry a credential; whatever else a project says, their values are never readable. */
const names = new Set([
	'authorization',
	'proxy-authorization',
	'cookie',
	'cookie2',
	'x-api-key',
	'api-key',
	'apikey',
	'x-auth-token',
	'x-access-token',
	'x-csrf-token',
	'x-xsrf-token',
	'x-amz-security-token',
]);

/** Whether a header of a request carries a credential by its name. */
export const isCredentialHeader = (name: string): boolean =>
	names.has(name.toLowerCase()) || /^(?:x-)?[cx]srf-?token$/i.test(name);

/**
 * Whether the name of a header reads like that of a credential. A diagnosis may take any token for one; what is sealed
 * whatever the project says is only what `isCredentialHeader` names.
 */
export const looksLikeCredential = (name: string): boolean =>
	isCredentialHeader(name) || /(?:api-?key|token|secret)$/i.test(name);

/** Whether a header says for whom a request is, rather than that it is no forgery. */
export const saysWho = (name: string): boolean =>
	isCredentialHeader(name) && !/csrf|xsrf/i.test(name) && !/^cookie2?$/i.test(name);

/**
 * The value of such a header with its secrets replaced: of a cookie every value, of an authorization what follows its
 * scheme, so that a token that a body holds as well is the same text in both.
 */
export function replaceCredential(name: string, value: string, replace: (secret: string) => string): string {
	if (/^cookie2?$/i.test(name))
		return value
			.split(';')
			.map(pair => {
				const [, front = '', secret = ''] = /^([^=]*=)(.*)$/s.exec(pair) ?? [];
				return front === '' ? pair : front + (secret === '' ? '' : replace(secret));
			})
			.join(';');
	const [, scheme = '', secret = value] = /^([A-Za-z][\w-]* +)(.+)$/s.exec(value) ?? [];
	return value === '' ? value : scheme + replace(secret);
}

/**
 * When a token stops being valid, in epoch milliseconds: the `exp` of a JSON Web Token. Null for every other text and for
 * a token that does not say.
 */
export function tokenExpiry(token: string): number | null {
	const parts = token.replace(/^[A-Za-z]+ +/, '').split('.');
	if (parts.length !== 3) return null;
	try {
		const claims: unknown = JSON.parse(Buffer.from(parts[1] ?? '', 'base64url').toString('utf8'));
		const seconds = (claims as {exp?: unknown} | null)?.exp;
		return typeof seconds === 'number' && Number.isFinite(seconds) ? seconds * 1000 : null;
	} catch {
		return null;
	}
}

/** What a stored credential tells of itself, before any API has seen it. */
export type CredentialTraits = {
	/** It is a basic token that is neither `user:password` nor its base64 form: an API can only refuse it. */
	isOddBasic: boolean;
	/** Epoch milliseconds at which it stops being valid; null: it does not say. */
	expiresAt: number | null;
};

/** Traits of a credential that says nothing of itself. */
export const plainCredential: CredentialTraits = {isOddBasic: false, expiresAt: null};
