import type * as z from 'zod/mini';
import type {Scope} from './enums.ts';
import type {ErrorCode} from './error.ts';

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
	/** Status of success. */
	status: 200 | 201 | 202;
	query?: Query;
	body?: Body;
	/** The body may be left out altogether. */
	bodyOptional?: boolean;
	response: Response;
	/** Largest request body in bytes; 1 MiB when absent. */
	maxBodyBytes?: number;
	/** Starts runs: counts against the trigger limit of 60 a minute. */
	trigger?: boolean;
	/** Cancel routes take no idempotency key. */
	noIdempotencyKey?: boolean;
	/** Errors besides those every route can answer. */
	errors?: ErrorCode[];
};

type ParamNames<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
	? Name | ParamNames<Rest>
	: never;
export type Params<R extends Route> = [ParamNames<R['path']>] extends [never]
	? Record<never, string>
	: Record<ParamNames<R['path']>, string>;
export type QueryInput<R extends Route> = R['query'] extends z.ZodMiniType
	? {[K in keyof z.input<R['query']>]?: string | number | boolean | undefined}
	: undefined;
export type QueryOf<R extends Route> = R['query'] extends z.ZodMiniType ? z.output<R['query']> : undefined;
export type BodyInput<R extends Route> = R['body'] extends z.ZodMiniType ? z.input<R['body']> : undefined;
export type BodyOf<R extends Route> = R['body'] extends z.ZodMiniType ? z.output<R['body']> : undefined;
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

export const basePath = '/api/cli/v1';
