/** A secret as people may see it: the first 6 and the last 4 characters, and nothing of a short one. */
export const maskSecret = (secret: string): string =>
	secret.length <= 16 ? '••••••' : `${secret.slice(0, 6)}…${secret.slice(-4)}`;
