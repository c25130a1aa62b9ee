import type * as z from 'zod/mini';
import type {Scope, TestType} from './enums.ts';
import type {ErrorCode} from './error.ts';
import type {IdOfParameter} from './ids.ts';

/** What idempotency keys that this package makes begin with. */
export type KeyPrefix = `cli-${string}-`;

/** A route, as far as its idempotency keys go. */
export type KeyedRoute = Pick<Route, 'keyPrefix'>;

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * One operation of the HTTP API: everything both wings need to speak it. The service registers it, the client calls it,
 * `/openapi.json` describes it.
 */
export type Route<
	Query extends z.ZodMiniType = z.ZodMiniType,
	Body extends z.ZodMiniType = z.ZodMiniType,
	Response extends z.ZodMiniType = z.ZodMiniType,
	Path extends string = string,
> = {
	/** Unique, camelCase; `operationId` of the document. */
	name: string;
	summary: string;
	method: Method;
	/** Relative to `/api/cli/v1`, parameters in braces, e.g. `/tests/{testId}/runs`. */
	path: Path;
	/** Scope the key needs; `any` = any valid key; `owner` = the owner token of the data directory. */
	scope: Scope | 'any' | 'owner';
	/** Status of success; absent: 200. */
	status?: 200 | 201 | 202;
	query?: Query;
	body?: Body;
	/** Fields of the body that hold any JSON: a null inside them is a value, not an absent field. */
	jsonFields?: readonly string[];
	/** The body may be left out altogether. */
	bodyOptional?: boolean;
	response: Response;
	/** Largest request body in bytes; 1 MiB when absent. */
	maxBodyBytes?: number;
	/** Starts runs: counts against the trigger limit of 60 a minute. */
	trigger?: boolean;
	/**
	 * What a fresh idempotency key of this package begins with, such as `cli-proj-create-`. Absent: the route takes no key; it
	 * reads, cancels or decides.
	 */
	keyPrefix?: KeyPrefix;
	/** Errors besides those every route can answer. */
	errors?: ErrorCode[];
};

type ParamNames<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
	? Name | ParamNames<Rest>
	: never;
export type Params<R extends Route> = [ParamNames<R['path']>] extends [never]
	? Record<never, string>
	: {[Name in ParamNames<R['path']>]: Name extends keyof IdOfParameter ? IdOfParameter[Name] : string};
/** A route's schema, or never when the route declares none (its type is then the bare `ZodMiniType`). */
type Declared<Schema> = [z.ZodMiniType] extends [NonNullable<Schema>] ? never : NonNullable<Schema>;
type OutputOf<Schema> = [Declared<Schema>] extends [never] ? undefined : z.output<Declared<Schema>>;
type InputOf<Schema> = [Declared<Schema>] extends [never] ? undefined : z.input<Declared<Schema>>;

export type QueryInput<R extends Route> = [Declared<R['query']>] extends [never]
	? undefined
	: {[K in keyof z.input<Declared<R['query']>>]?: string | number | boolean | undefined};
export type QueryOf<R extends Route> = OutputOf<R['query']>;
export type BodyInput<R extends Route> = InputOf<R['body']>;
export type BodyOf<R extends Route> = OutputOf<R['body']>;
export type ResponseOf<R extends Route> = z.output<R['response']>;

/** Declares a route and keeps its exact types. */
export const defineRoute = <
	const Path extends string,
	Query extends z.ZodMiniType,
	Body extends z.ZodMiniType,
	Response extends z.ZodMiniType,
>(
	route: Route<Query, Body, Response, Path>,
): Route<Query, Body, Response, Path> => route;

/** Status of success of a route. */
export const successStatus = ({status}: Pick<Route, 'status'>): number => status ?? 200;

/** A fresh idempotency key, of a route or with a prefix. @param uuid names the request */
export const freshKey = (what: KeyedRoute | KeyPrefix, uuid: string): string =>
	`${typeof what === 'string' ? what : (what.keyPrefix ?? 'cli-')}${uuid}`;

export const basePath = '/api/cli/v1';

/**
 * Header of every answer while the service has verdicts that it cannot store, such as on a full disk. Reads answer as ever
 * then, and the verdicts are stored when there is room again.
 */
export const storeHeader = 'x-svc-store';

/** Its only value. */
export const storeWaiting = 'waiting';

/**
 * Header of answers to a caller whose tests wait while no live process executes their kind: those kinds, with commas. Whoever waits
 * for a verdict would not learn otherwise why there is none.
 */
export const workersHeader = 'x-svc-unserved';

/** Starts what executes tests of these kinds. */
export const workerCommand = (kinds: readonly TestType[]): string => `svc worker --kinds ${kinds.join(',')}`;
