/** Names that a login answers with, and APIs that say nothing of their answers. */
export const tokenNames = ['token', 'accessToken', 'access_token', 'refreshToken', 'refresh_token'];

/** What no document makes an answer that may be shown: a password, what is made of one, the secret of a second factor. */
export const isPasswordName = (name: string): boolean =>
	/pass(?:w(?:or)?d|phrase)|hash$|(?:tfa|mfa|otp)_?secret$/i.test(name);

/** Whether the runtime's `leaks` takes a field of this name for a secret (`svc_runtime/leaks.py`). */
export const isSecretField = (name: string): boolean =>
	/(?:passw(?:or)?d|passphrase|secret|(?:api|private)_?key)(?:_?(?:hash|key))?$|(?:^|(?:access|refresh|session)_?)token$/i.test(
		name,
	);
