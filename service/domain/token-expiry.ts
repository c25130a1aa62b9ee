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
