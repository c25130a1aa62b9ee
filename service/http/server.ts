import type {IncomingMessage, Server} from 'node:http';
import {type AddressInfo, Server as TcpServer, type Socket} from 'node:net';
import {setTimeout as delay} from 'node:timers/promises';
import {constants} from 'node:zlib';
import compress from '@fastify/compress';
import fastify, {
	type FastifyBaseLogger,
	type FastifyInstance,
	type FastifyReply,
	type FastifyRequest,
	LogController,
} from 'fastify';
import {storeHeader, storeWaiting, workersHeader} from '../../contract/route.ts';
import {hideSealed} from '../domain/sealed-text.ts';
import {ServiceError} from '../domain/service-error.ts';
import {
	brokenRequestAnswer,
	type ErrorAnswer,
	errorAnswer,
	isUnexpected,
	maxHeaderBytes,
	refuseExpectations,
} from './error-answer.ts';
import {createAuditTrail} from './audit-trail.ts';
import {endConnection, guardConnections} from './connections.ts';
import {createDrain} from './drain.ts';
import {createHeldRequests} from './held-requests.ts';
import {createIdempotency} from './idempotency.ts';
import {acceptJsonBodies} from './json-body.ts';
import {assertOwnHost} from './peer.ts';
import {createMetrics} from './metrics.ts';
import {traceRequests} from './trace-requests.ts';
import {createRateLimits, defaultLimits, type TakeShared} from './rate-limits.ts';
import {noRoute, routeRegistrar} from './register-route.ts';
import {accountRoutes} from './routes/account.ts';
import {accountsRoutes} from './routes/accounts.ts';
import {assetRoutes} from './routes/assets.ts';
import {autoAuthRoutes} from './routes/auto-auth.ts';
import {batchRoutes} from './routes/batches.ts';
import {callRoutes} from './routes/calls.ts';
import {chainRoutes} from './routes/chains.ts';
import {cleanupRoutes} from './routes/cleanup.ts';
import {codeRoutes} from './routes/code.ts';
import {credentialSetRoutes} from './routes/credential-sets.ts';
import {credentialRoutes} from './routes/credentials.ts';
import {discoveryRoutes} from './routes/discovery.ts';
import {siteDiscoveryRoutes} from './routes/site-discovery.ts';
import {documentRoutes, uploadRoute} from './routes/documents.ts';
import {changeSetRoutes} from './routes/change-sets.ts';
import {edgeRoutes} from './routes/edges.ts';
import {endpointRoutes} from './routes/endpoints.ts';
import {environmentRoutes} from './routes/environments.ts';
import {findingRoutes} from './routes/findings.ts';
import {failureRoutes} from './routes/failures.ts';
import {healRoutes} from './routes/heals.ts';
import {keyRoutes} from './routes/keys.ts';
import {memberRoutes} from './routes/members.ts';
import {ledgerRoutes} from './routes/ledger.ts';
import {operationRoutes} from './routes/operations.ts';
import {generationRoutes} from './routes/generations.ts';
import {planRoutes} from './routes/plans.ts';
import {refinementRoutes} from './routes/refinements.ts';
import {planStepRoutes} from './routes/plan-steps.ts';
import {projectRoutes} from './routes/projects.ts';
import {rerunRoutes} from './routes/reruns.ts';
import {runRoutes} from './routes/runs.ts';
import {scheduleRoutes} from './routes/schedules.ts';
import {testListRoutes} from './routes/test-lists.ts';
import {testRoutes} from './routes/tests.ts';
import {variableRoutes} from './routes/variables.ts';
import type {Services} from './services.ts';
import {storageOf} from '../store/dialect/storage.ts';
import {forgetWindows, takeFromWindow} from '../store/team/rate-windows.ts';

export type HttpServer = {
	/** Serves on an address. Port 0: any free one. Rejects with the system's error, such as EADDRINUSE. */
	listen(address: {host: string; port: number}): Promise<{port: number}>;
	/**
	 * Answers held requests now, refuses new ones with UNAVAILABLE, and resolves when every answer is out, at the latest
	 * after some seconds.
	 */
	close(): Promise<void>;
	/** Drops every connection. */
	dropConnections(): void;
};

/** Answers shorter than this are not worth compressing. */
const compressedFromBytes = 8192;
const forgetAnswersEveryMs = 60 * 60_000;
/** Time to send a request: headers, and everything together. Slower senders would hold connections for nothing. */
const headersTimeoutMs = 15_000;
const requestTimeoutMs = 120_000;
const keepAliveTimeoutMs = 65_000;
/** A connection on which nothing moves, longer than the longest held request: an answer that nobody reads. */
const silenceMs = 90_000;
/** A turn of the event loop in which nothing happens is shorter; there soon is one. */
const quietTurnMs = 0.1;
const quietWithinMs = 500;
/** What was on its way when nobody could connect any more is answered within it. */
const lastWordsMs = 200;
/** How long a stop waits for answers under way. */
const closeTimeoutMs = 5000;

/**
 * The HTTP server of one service: the routes of the contract under the base path, and the operators' routes.
 *
 * @param connections how many clients may be connected at once
 * @param lingerMs how long a stop still tells who asks that it stops, so that they ask another process; 0 where there is none
 */
export async function createHttpServer(
	services: Services,
	log: FastifyBaseLogger,
	connections: number,
	lingerMs = 0,
): Promise<HttpServer> {
	const {settings, newId, elapsedMs} = services;
	const newRequestId = () => newId('req');
	const app: FastifyInstance = fastify({
		loggerInstance: log,
		// One line per answer is written below; the framework would write two and never the client's own id.
		logController: new LogController({disableRequestLogging: true}),
		genReqId: newRequestId,
		requestIdHeader: false,
		routerOptions: {maxParamLength: 1024},
		return503OnClosing: false,
		forceCloseConnections: 'idle',
		requestTimeout: requestTimeoutMs,
		keepAliveTimeout: keepAliveTimeoutMs,
		connectionTimeout: silenceMs,
		http: {headersTimeout: headersTimeoutMs, connectionsCheckingInterval: 5000, maxHeaderSize: maxHeaderBytes},
		clientErrorHandler: (error, socket) => answerOnSocket(brokenRequestAnswer(error, newRequestId()), socket),
		frameworkErrors: (error, request, reply) => {
			identifyAnswer(request, reply);
			sendError(error, request, reply);
		},
	});
	guardConnections(app.server, connections);
	refuseExpectations(app.server, newRequestId);
	const metrics = createMetrics(services);
	// A file belongs to one process, which counts for itself.
	const isShared = storageOf(services.database).processId !== null;
	const takeShared: TakeShared | null = isShared
		? (window, wanted) => takeFromWindow(services.database, {...window, wanted}, services.now())
		: null;
	const gates = {
		limits: createRateLimits({...defaultLimits, ...settings.limits}, elapsedMs, metrics.countRefusal, takeShared),
		held: createHeldRequests(),
		idempotency: createIdempotency(services),
		trail: createAuditTrail({...services, log}),
	};
	const answering = createDrain();
	let isStopping = false;

	app.decorateRequest('caller', null);
	app.addHook('onRequest', async (request, reply) => {
		answering.enter(reply.raw);
		identifyAnswer(request, reply);
		if (settings.advisedClientVersion !== null) reply.header('x-svc-cli-min-version', settings.advisedClientVersion);
		if (isStopping) {
			reply.header('connection', 'close');
			throw new ServiceError('UNAVAILABLE', 'The service is stopping.', {nextAction: 'Try again when it runs.'});
		}
		assertOwnHost(request, settings.hosts);
	});
	if (services.tracing) traceRequests(app, services.tracing);
	app.addHook('onResponse', async (request, reply) => {
		const route = request.routeOptions.url ?? 'unknown';
		const seconds = reply.elapsedTime / 1000;
		metrics.countRequest({method: request.method, route, status: String(reply.statusCode)}, seconds);
		request.log.info(
			{
				method: request.method,
				path: request.url.split('?', 1)[0]?.slice(0, 256),
				status: reply.statusCode,
				ms: Math.round(reply.elapsedTime * 10) / 10,
				keyId: request.caller?.keyId,
				clientRequestId: clientRequestId(request.raw),
			},
			'answered',
		);
	});
	// Secrets lie sealed in the store, and no answer shows even their ciphertext.
	app.addHook('onSend', async (request, reply, payload) => {
		// Reads answer as ever then; whoever waits for a verdict would not learn why there is none.
		if (services.engine.isHeldUp()) reply.header(storeHeader, storeWaiting);
		const unserved = request.caller ? await services.engine.unserved(request.caller.accountId).catch(() => []) : [];
		if (unserved.length > 0) reply.header(workersHeader, unserved.join(','));
		return typeof payload === 'string' ? hideSealed(payload) : payload;
	});
	app.setErrorHandler(sendError);
	app.setNotFoundHandler(request => {
		throw noRoute(request.method, request.url.split('?', 1)[0] ?? '');
	});
	acceptJsonBodies(app);
	await app.register(compress, {
		encodings: ['gzip', 'identity'],
		threshold: compressedFromBytes,
		// The views of a large batch are megabytes: the next levels take twice the time for a tenth of the size.
		zlibOptions: {level: constants.Z_BEST_SPEED},
		globalDecompression: false,
	});

	const on = routeRegistrar(app, services, gates);
	accountRoutes(on, services);
	keyRoutes(on, services);
	memberRoutes(on, services);
	accountsRoutes(on, services);
	ledgerRoutes(on, services);
	projectRoutes(on, services);
	credentialRoutes(on, services);
	credentialSetRoutes(on, services);
	environmentRoutes(on, services);
	autoAuthRoutes(on, services, gates.limits);
	testRoutes(on, services);
	codeRoutes(on, services);
	planStepRoutes(on, services);
	runRoutes(on, services);
	rerunRoutes(on, services);
	batchRoutes(on, services);
	testListRoutes(on, services);
	scheduleRoutes(on, services);
	failureRoutes(on, services);
	healRoutes(on, services);
	endpointRoutes(on, services);
	documentRoutes(on, services);
	discoveryRoutes(on, services);
	siteDiscoveryRoutes(on, services);
	planRoutes(on, services);
	changeSetRoutes(on, services);
	refinementRoutes(on, services);
	generationRoutes(on, services);
	edgeRoutes(on, services);
	findingRoutes(on, services);
	cleanupRoutes(on, services);
	variableRoutes(on, services);
	callRoutes(on, services);
	chainRoutes(on, services);
	assetRoutes(app, services);
	await app.register(async scope => uploadRoute(scope, services));
	operationRoutes(app, services, metrics);

	await gates.idempotency.forget();
	const forgetting = setInterval(() => {
		gates.idempotency.forget().catch((error: unknown) => log.warn({err: error}, 'old idempotent answers stay'));
		if (isShared)
			forgetWindows(services.database, services.now()).catch((error: unknown) =>
				log.warn({err: error}, 'windows of rate limits stay'),
			);
	}, forgetAnswersEveryMs).unref();

	return {
		async listen({host, port}) {
			await app.listen({host, port});
			return {port: (app.server.address() as AddressInfo).port};
		},
		async close() {
			isStopping = true;
			clearInterval(forgetting);
			gates.held.releaseAll();
			if (lingerMs > 0) {
				await delay(lingerMs);
				await stopListening(app.server);
				await delay(lastWordsMs);
			}
			const closed = app.close().catch(unlessClosed);
			await answering.drained(closeTimeoutMs);
			// Connections without a request, or with one that is still being sent, would keep the server open for ever.
			app.server.closeAllConnections();
			await closed;
		},
		dropConnections: () => app.server.closeAllConnections(),
	};
}

/**
 * Lets nobody connect any more, while those who have are still answered: a connection that is closed with a request on its way is a
 * reset for whoever sent it, and the server's own `close` ends those that are new. Whoever has connected and was not accepted yet
 * would be reset too, so it happens right after a look for connections that found none and took no time.
 */
async function stopListening(server: Server): Promise<void> {
	const giveUpAt = performance.now() + quietWithinMs;
	let isQuiet = false;
	const accept = () => {
		isQuiet = false;
	};
	server.on('connection', accept);
	for (let at = performance.now(); !isQuiet && at < giveUpAt; ) {
		isQuiet = true;
		await new Promise(resolve => setImmediate(resolve));
		const now = performance.now();
		if (now - at > quietTurnMs) isQuiet = false;
		at = now;
	}
	server.off('connection', accept);
	TcpServer.prototype.close.call(server);
}

function unlessClosed(error: NodeJS.ErrnoException): void {
	if (error.code !== 'ERR_SERVER_NOT_RUNNING') throw error;
}

function identifyAnswer(request: FastifyRequest, reply: FastifyReply): void {
	reply.header('x-request-id', request.id).header('cache-control', 'no-store');
}

function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
	const answer = errorAnswer(error, {
		requestId: request.id,
		userAgent: request.headers['user-agent'],
		params: request.params as Record<string, unknown>,
		contentLength: request.headers['content-length'],
		maxBodyBytes: request.routeOptions?.bodyLimit,
	});
	if (isUnexpected(answer)) request.log.error({err: error}, 'request failed');
	reply
		.code(answer.status)
		.headers(answer.headers)
		.type('application/json; charset=utf-8')
		.send(JSON.stringify(answer.envelope));
}

/** An answer to something that is not an HTTP request, so that there is no reply object to send it with. */
function answerOnSocket({status, envelope}: ErrorAnswer, socket: Socket): void {
	const body = JSON.stringify(envelope);
	endConnection(
		socket,
		[
			`HTTP/1.1 ${status} ${status === 408 ? 'Request Timeout' : 'Bad Request'}`,
			`x-request-id: ${envelope.error.requestId}`,
			'cache-control: no-store',
			'content-type: application/json; charset=utf-8',
			`content-length: ${Buffer.byteLength(body)}`,
			'connection: close',
			'',
			body,
		].join('\r\n'),
	);
}

/** The id the client gave its request, when it is one that a log line may carry. */
function clientRequestId({headers}: IncomingMessage): string | undefined {
	const id = headers['x-request-id'];
	return typeof id === 'string' && /^[\w.:-]{1,128}$/.test(id) ? id : undefined;
}
