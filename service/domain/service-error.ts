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
	new ServiceError('NOT_FOUND', missing[reason](resource, id), {details: {resource, id, reason}});

/** What a person may write the name of where an id is asked for. */
export const resourcesWithNames: ReadonlySet<string> = new Set<Resource>([
	'project',
	'test',
	'schedule',
	'test_list',
	'endpoint',
	'plan_row',
	'document',
	'credential_set',
	'cleanup_rule',
	'cleanup_test',
	'key',
	'member',
]);

/** What nothing was found by, for a sentence: an id, or what may be meant as a name. */
export const byIdOrName = (resource: Resource, text: string): string =>
	resourcesWithNames.has(resource) && !/^[a-z]{2,4}_/.test(text)
		? `with the id or the name "${text}"`
		: `with id ${text}`;

const words = (resource: Resource) => resource.replaceAll('_', ' ');

const missing = {
	not_found: (resource: Resource, id: string) =>
		resource === 'route'
			? `This service has no route ${id}.`
			: `No ${words(resource)} ${byIdOrName(resource, id)} was found.`,
	no_code: (resource: Resource, id: string) => `The ${words(resource)} ${id} has no code yet.`,
	no_recipe: (resource: Resource, id: string) =>
		`The ${words(resource)} ${id} has no recipe: only what is generated has one.`,
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

/** Whether an error says that no room is left: for the store, or for a file beside it. */
export const isDiskFull = (error: unknown): boolean =>
	['SQLITE_FULL', 'ENOSPC', 'EDQUOT'].includes(String(((error ?? {}) as {code?: unknown}).code));

/** Whether it is a server of PostgreSQL that takes nothing. */
export const isServerAway = (error: unknown): boolean =>
	((error ?? {}) as {code?: unknown}).code === 'POSTGRES_UNAVAILABLE';
