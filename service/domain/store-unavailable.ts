const codes = /^(SQLITE_(BUSY|LOCKED|FULL|IOERR|CANTOPEN|READONLY|CORRUPT|NOTADB|PROTOCOL)|POSTGRES_UNAVAILABLE$)/;

/** Whether an error says that the store takes nothing at the moment (a full disk, another process, a server that is away), whatever it is given. */
export function isStoreUnavailable(error: unknown): boolean {
	const {code} = (error ?? {}) as {code?: unknown};
	return typeof code === 'string' && codes.test(code);
}
