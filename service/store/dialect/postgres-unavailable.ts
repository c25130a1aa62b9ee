/** Classes of errors of PostgreSQL that say nothing of what was asked: connection, resources, shut down, closed for writing. */
const passing = /^(08|53|57P|25006)/;

/** The server takes nothing at the moment, whatever it is given; its own error is the cause. */
class PostgresUnavailableError extends Error {
	override readonly name = 'PostgresUnavailableError';
	readonly code = 'POSTGRES_UNAVAILABLE';

	constructor(cause: Error) {
		super(`PostgreSQL takes nothing at the moment: ${cause.message}`, {cause});
	}
}

/** The plan that a connection has kept of a statement is from before a migration. */
export const isOfOldPlan = (error: unknown): boolean =>
	error instanceof Error && (error as {code?: unknown}).code === '0A000' && /cached plan/.test(error.message);

/** The server, its database or its role has as many connections as it may have. */
export const hasNoneLeft = (error: unknown): boolean =>
	error instanceof Error && (error as {code?: unknown}).code === '53300';

/**
 * The error as one that passes; null where it is about what was asked. An error without
 * a severity comes from the way there; a fatal one ends the session or lets nobody in. A plan that a connection has kept
 * from before a migration goes with the connection.
 */
export function unavailable(error: unknown): Error | null {
	if (!(error instanceof Error)) return null;
	const {code, severity} = error as {code?: unknown; severity?: unknown};
	const isAway =
		isOfOldPlan(error) ||
		severity === undefined ||
		severity === 'FATAL' ||
		severity === 'PANIC' ||
		passing.test(String(code));
	return isAway ? new PostgresUnavailableError(error) : null;
}
