/**
 * The value of a field that nobody should see, as a pattern that Python and JavaScript read alike; its group is the name of
 * the field, and the value is no part of what it finds. One that begins with `*` is masked. In two parts, each of which a
 * line of a test can hold.
 */
export const secretParts = [
	'"(\\w*(?:passw(?:or)?d|passphrase|secret|(?:api|private)_?key)(?:_?(?:hash|key))?',
	'|(?:\\w*(?:access|refresh|session)_?)?token)"\\s*:\\s*"(?=[^"*])',
] as const;

/** Names that a login answers with, and APIs that say nothing of their answers. */
export const tokenNames = ['token', 'accessToken', 'access_token', 'refreshToken', 'refresh_token'];

/** What no document makes an answer that may be shown: a password, what is made of one, the secret of a second factor. */
export const isPasswordName = (name: string): boolean =>
	/pass(?:w(?:or)?d|phrase)|hash$|(?:tfa|mfa|otp)_?secret$/i.test(name);
