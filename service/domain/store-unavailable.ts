const codes = /^(SQLITE_(BUSY|LOCKED|FULL|IOERR|CANTOPEN|READONLY|CORRUPT|NOTADB|PROTOCOL)|POSTGRES_UNAVAILABLE$)/;

/** Whether an error says that the store takes nothing at the moment (a full disk, another process, a server that is away), whatever it is given. */
export function isStoreUnavailable(error: unknown): boolean {
	const {code} = (error ?? {}) as {code?: unknown};
	return typeof code === 'string' && codes.test(code);
}

/** Whether it is a server of PostgreSQL that takes nothing. */
export const isServerAway = (error: unknown): boolean =>
	((error ?? {}) as {code?: unknown}).code === 'POSTGRES_UNAVAILABLE';
