import type {ErrorCode, Resource} from '../../contract/error.ts';

/**
 * An answer ≥ 400 that a caller can act on, raised anywhere in the service and rendered by the HTTP layer. Everything
 * else that is thrown is a bug and becomes INTERNAL without its text.
 */
export class ServiceError extends Error {
	override readonly name = 'ServiceError';
	readonly code: ErrorCode;
	readonly nextAction: string;
	readonly details: Record<string, unknown>;

	constructor(
		code: ErrorCode,
		message: string,
		options: {nextAction?: string; details?: Record<string, unknown>; cause?: unknown} = {},
	) {
		super(message, {cause: options.cause});
		this.code = code;
		this.nextAction = options.nextAction ?? '';
		this.details = options.details ?? {};
	}
}

/** @param reason `not_found`, or what is missing of a thing that is there */
export const notFound = (resource: Resource, id: string, reason: 'not_found' | 'no_code' | 'no_recipe' = 'not_found') =>
	new ServiceError('NOT_FOUND', missing[reason](resource.replaceAll('_', ' '), id), {details: {resource, id, reason}});

const missing = {
	not_found: (what: string, id: string) =>
		what === 'route' ? `This service has no route ${id}.` : `No ${what} with id ${id} was found.`,
	no_code: (what: string, id: string) => `The ${what} ${id} has no code yet.`,
	no_recipe: (what: string, id: string) => `The ${what} ${id} has no recipe: only what is generated has one.`,
};

/** One field of a request is wrong. `accepted` lists the values of an enumeration. */
export const invalid = (field: string, reason: string, message: string, accepted?: readonly string[]) =>
	new ServiceError('VALIDATION_ERROR', message, {details: {field, reason, ...(accepted ? {accepted} : {})}});

const codes = /^(SQLITE_(BUSY|LOCKED|FULL|IOERR|CANTOPEN|READONLY|CORRUPT|NOTADB|PROTOCOL)|POSTGRES_UNAVAILABLE$)/;

/** Whether an error says that the store takes nothing at the moment (a full disk, another process, a server that is away), whatever it is given. */
export function isStoreUnavailable(error: unknown): boolean {
	const {code} = (error ?? {}) as {code?: unknown};
	return typeof code === 'string' && codes.test(code);
}

/** Whether it is a server of PostgreSQL that takes nothing. */
export const isServerAway = (error: unknown): boolean =>
	((error ?? {}) as {code?: unknown}).code === 'POSTGRES_UNAVAILABLE';
