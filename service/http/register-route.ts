import type {IncomingHttpHeaders} from 'node:http';
import type {FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest} from 'fastify';
import * as z from 'zod/mini';
import {scopes} from '../../contract/enums.ts';
import type {ProjectId} from '../../contract/ids.ts';
import {
	type BodyOf,
	basePath,
	type Params,
	type QueryOf,
	type ResponseOf,
	type Route,
	successStatus,
} from '../../contract/route.ts';
import {readBody, readQuery} from '../../contract/request-issues.ts';
import {routes} from '../../contract/routes/index.ts';
import {authenticate, type Caller, requireScopes} from '../auth/api-keys.ts';
import {notFound, ServiceError} from '../domain/service-error.ts';
import {type AuditNote, type AuditTrail, ownerKeyId} from './audit-trail.ts';
import {callerGone} from './connections.ts';
import {requestError} from './error-answer.ts';
import type {HeldRequests} from './held-requests.ts';
import {type Idempotency, readIdempotencyKey} from './idempotency.ts';
import {isLoopbackPeer, isSameSecret} from './peer.ts';
import type {RateLimits} from './rate-limits.ts';
import {withMeantIds} from './meant-ids.ts';
import type {Services} from './services.ts';
import {requireClientVersion} from './user-agent.ts';

type JsonSchema = {[key: string]: unknown};

/**
 * The JSON schema from which fast-json-stringify builds a route's serialiser. Unknown keys survive, because answers are
 * loose objects. `anyOf` with null becomes `nullable`: a union is resolved by validating at run time, a flag is not.
 */
function responseSchema(response: z.ZodMiniType): JsonSchema {
	const schema = z.toJSONSchema(response, {target: 'draft-7', io: 'output', unrepresentable: 'any'});
	return simplify(schema as JsonSchema) as JsonSchema;
}

function simplify(node: unknown): unknown {
	if (Array.isArray(node)) return node.map(simplify);
	if (typeof node !== 'object' || node === null) return node;
	const {anyOf, $schema: _version, ...rest} = node as JsonSchema;
	const simple = Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, simplify(value)]));
	if (anyOf === undefined) return simple;
	const [only, ...others] = (anyOf as JsonSchema[]).filter(branch => branch['type'] !== 'null');
	if (only === undefined || others.length > 0) return {...simple, anyOf: simplify(anyOf)};
	return {...simple, ...(simplify(only) as JsonSchema), nullable: true};
}

/** One authenticated, validated request. */
type Call<R extends Route> = {
	caller: Caller;
	params: Params<R>;
	query: QueryOf<R>;
	body: BodyOf<R>;
	headers: IncomingHttpHeaders;
	/** Holds the request for at most `seconds` while `wait` runs; `signal` aborts when nobody waits any more. */
	hold(seconds: number, wait: (waitMs: number, signal: AbortSignal) => Promise<void>): Promise<void>;
	/** A signal that aborts when the caller has hung up: for work that only this answer needs. */
	gone(): AbortSignal;
	/** Adds to the audit entry of this change what its route does not tell. */
	audit(note: AuditNote): void;
	log: FastifyBaseLogger;
};

/** Answers one route. Everything a caller can act on is thrown as `ServiceError`. */
type Handler<R extends Route> = (call: Call<R>) => Promise<ResponseOf<R>>;

/** Registers a route of the contract. `headersOf` adds headers that follow from the answer alone. */
export type On = <R extends Route>(
	route: R,
	handler: Handler<R>,
	headersOf?: (answer: ResponseOf<R>) => Record<string, string>,
) => void;

type Gates = {limits: RateLimits; held: HeldRequests; idempotency: Idempotency; trail: AuditTrail};

declare module 'fastify' {
	interface FastifyRequest {
		/** Set once the key of the request has been accepted. */
		caller: Caller | null;
	}
}

const defaultMaxBodyBytes = 1_048_576;

/**
 * What every route shares, in this order: client version, key, request limit, scope; then body limit and JSON; then
 * validation, idempotency, trigger limit; then the handler, whose answer is serialised by the schema of the route.
 */
export function routeRegistrar(app: FastifyInstance, services: Services, gates: Gates): On {
	return (route, handler, headersOf) => {
		const serialise = serialiser(route);
		app.route({
			method: route.method,
			url: basePath + route.path.replace(/\{(\w+)\}/g, ':$1'),
			bodyLimit: route.maxBodyBytes ?? defaultMaxBodyBytes,
			onRequest: async request => admit(route, request, services, gates),
			handler: async (request, reply) => {
				let note: AuditNote = {};
				const call = await callOf(route, request, reply, services, gates, more => {
					note = {...note, ...more};
				});
				const work = async () => {
					if (route.trigger) await gates.limits.count('triggers', call.caller.keyId);
					const answer = await handler(call);
					if (route.method !== 'GET') await gates.trail.append({...call, route, request, answer, note});
					return {status: successStatus(route), body: serialise(reply, answer)};
				};
				const key = takesIdempotencyKey(route) ? readIdempotencyKey(request.headers['idempotency-key']) : undefined;
				const answer =
					key === undefined
						? {...(await work()), replayed: false}
						: await gates.idempotency.once(
								{
									accountId: call.caller.accountId,
									method: route.method,
									path: request.url.split('?', 1)[0] ?? '',
									key,
									body: request.body,
									ifMatch: request.headers['if-match'],
								},
								work,
							);
				if (answer.replayed) reply.header('idempotency-replayed', 'true');
				if (headersOf) reply.headers(headersOf(JSON.parse(answer.body)));
				return reply.code(answer.status).type('application/json; charset=utf-8').send(answer.body);
			},
		});
	};
}

/** The refusal of what no route takes: says which methods the path has, or where the routes are told. */
export function noRoute(method: string, path: string): ServiceError {
	const asked = path.split('/');
	const isAsked = (route: Route) => {
		const parts = `${basePath}${route.path}`.split('/');
		return parts.length === asked.length && parts.every((part, at) => part.startsWith('{') || part === asked[at]);
	};
	const methods = Object.values(routes)
		.filter(isAsked)
		.map(route => route.method);
	const {message, details} = notFound('route', `${method} ${path}`.slice(0, 256));
	return new ServiceError('NOT_FOUND', message, {
		nextAction:
			methods.length > 0 ? `This path takes ${methods.join(', ')}.` : 'See which routes there are: GET /openapi.json',
		details,
	});
}

const takesIdempotencyKey = (route: Route) => route.keyPrefix !== undefined;

/**
 * What writes an answer by the schema of its route. It is made for the first answer: a service has more than a hundred
 * routes, and making all of them took a quarter of a second of every start. The framework keeps it.
 */
function serialiser({response}: Route): (reply: FastifyReply, answer: unknown) => string {
	let schema: ReturnType<typeof responseSchema> | undefined;
	return (reply, answer) => {
		schema ??= responseSchema(response);
		return reply.compileSerializationSchema(schema)(answer as Record<string, unknown>);
	};
}

async function admit(route: Route, request: FastifyRequest, services: Services, gates: Gates): Promise<void> {
	if (route.path !== '/me') requireClientVersion(request.headers, services.settings);
	const caller = await identify(route, request, services, gates);
	request.caller = caller;
	if (!isOwnerReading(route, request, caller, services)) await gates.limits.count('requests', caller.keyId);
	if (route.scope !== 'any' && route.scope !== 'owner') requireScopes(caller, [route.scope]);
}

/**
 * Whether the person whose machine this is reads on it: a limit would only be in their way
 * (`docs/adr/0006-the-owner-of-a-machine-is-not-gated.md`). One that the operator has written down counts for everybody.
 */
const isOwnerReading = (
	{method}: Route,
	request: FastifyRequest,
	{accountId}: Caller,
	{settings, ownerAccountId}: Services,
) =>
	method === 'GET' &&
	settings.limits?.requests === undefined &&
	accountId === ownerAccountId &&
	isLoopbackPeer(request);

async function identify(route: Route, request: FastifyRequest, services: Services, {limits}: Gates): Promise<Caller> {
	try {
		if (route.scope === 'owner') return identifyOwner(request, services);
		return await callerByKey(request, services);
	} catch (error) {
		// Only failures count: a broken job must not lock out others who share its address.
		if (error instanceof ServiceError && error.code.startsWith('AUTH_')) await limits.count('auth', request.ip);
		throw error;
	}
}

function callerByKey(request: FastifyRequest, {database, ownerAccountId, now}: Services): Promise<Caller> {
	const secret = request.headers['x-api-key'];
	return authenticate(database, typeof secret === 'string' ? secret : undefined, {
		operatorId: ownerAccountId,
		now: now(),
	});
}

/** The person who can read the data directory on this machine. To every other peer the route does not exist. */
function identifyOwner(request: FastifyRequest, services: Services): Caller {
	if (!isLoopbackPeer(request)) throw notFound('route', request.url);
	const token = request.headers['x-svc-owner-token'];
	if (typeof token !== 'string' || !isSameSecret(token, services.ownerToken))
		throw new ServiceError('AUTH_INVALID', 'The owner token is not the one of this service.', {
			nextAction: 'Read the ownerToken from service.json of the data directory; it is new at each start.',
			details: {reason: 'unknown'},
		});
	return {
		accountId: services.ownerAccountId,
		keyId: ownerKeyId,
		keyName: ownerKeyId,
		scopes,
		member: null,
		role: 'owner',
		account: {email: null, displayName: null, plan: '', metered: false},
	};
}

async function callOf<R extends Route>(
	route: R,
	request: FastifyRequest,
	reply: FastifyReply,
	services: Services,
	gates: Gates,
	audit: Call<R>['audit'],
): Promise<Call<R>> {
	const {caller} = request;
	if (!caller) throw new Error(`${route.name} was reached without a key`);
	const {database} = services;
	const {accountId} = caller;
	const [query, body] = [queryOf(route, request.query), bodyOf(route, request.body)];
	const params = await withMeantIds(database, {accountId}, request.params as Params<R>);
	const scope = {accountId, projectId: (params as {projectId?: ProjectId}).projectId};
	return {
		caller,
		params,
		query: await withMeantIds(database, scope, query),
		body: await withMeantIds(database, scope, body),
		headers: request.headers,
		async hold(seconds, wait) {
			await gates.held.hold(caller.keyId, reply.raw, signal => wait(seconds * 1000, signal));
			// The key may have been revoked, or its account disabled, while the request was held.
			if (caller.keyId !== ownerKeyId) await callerByKey(request, services);
		},
		gone: () => callerGone(reply.raw),
		audit,
		log: request.log,
	};
}

function queryOf<R extends Route>(route: R, given: unknown): QueryOf<R> {
	const {value, problem} = readQuery(route, given);
	if (problem) throw requestError(problem);
	return value as QueryOf<R>;
}

function bodyOf<R extends Route>(route: R, given: unknown): BodyOf<R> {
	const {value, problem} = readBody(route, given);
	if (problem) throw requestError(problem);
	return value as BodyOf<R>;
}
