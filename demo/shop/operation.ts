import type * as z from 'zod';
import type {Database} from './database.ts';
import type {Sessions} from './sessions.ts';

/** What the handlers of the shop work with. */
export interface Shop {
	database: Database;
	sessions: Sessions;
	/** How long the sales report takes, in milliseconds. */
	reportDelayMs: number;
}

/** What a handler answers; `location` becomes the `Location` header of a creation. */
interface Reply {
	status: number;
	body?: unknown;
	location?: string;
}

export interface Input<Params, Query, Body> {
	params: Params;
	query: Query;
	body: Body;
}

/** The one success of an operation as its document describes it. */
interface Success {
	status: 200 | 201 | 204;
	description: string;
	schema?: z.ZodType;
}

/** What can go wrong beyond 400 (bad input) and 401 (no token), which every operation gets by itself. */
type Refusal = 401 | 404 | 409 | 422;

/** One endpoint: the shop routes it, checks its input and documents it from this same object. */
export interface Operation<Params = unknown, Query = unknown, Body = unknown> {
	method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
	/** OpenAPI form, `/users/{userId}`. */
	path: string;
	operationId: string;
	summary: string;
	tag: string;
	/** Answers without a token. */
	isPublic?: boolean;
	params?: z.ZodObject & z.ZodType<Params>;
	query?: z.ZodObject & z.ZodType<Query>;
	body?: z.ZodObject & z.ZodType<Body>;
	success: Success;
	refusals?: Refusal[];
	handle(input: Input<Params, Query, Body>, shop: Shop): Reply | Promise<Reply>;
}

/** Declares an operation with its input types inferred from its schemas, and forgets them for the list. */
export function operation<Params, Query, Body>(definition: Operation<Params, Query, Body>): Operation {
	return definition as unknown as Operation;
}
