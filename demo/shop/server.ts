import fastify, {type FastifyInstance} from 'fastify';
import * as z from 'zod';
import {shopDocument} from './document.ts';
import {parseInput} from './input.ts';
import type {Operation, Shop} from './operation.ts';
import {ShopError} from './shop-error.ts';
import {homePage, type Release} from './website/home-page.ts';

const released = z.strictObject({release: z.literal([1, 2])});

/**
 * The website of the shop at `/`, and the switch that puts another release of it online. Neither belongs to the API:
 * its document does not name them.
 */
function addWebsite(server: FastifyInstance): void {
	let release: Release = 1;
	server.get('/', (_request, reply) => reply.type('text/html; charset=utf-8').send(homePage(release)));
	server.put('/website', (request, reply) => {
		const asked = released.safeParse(request.body);
		if (!asked.success)
			return reply.code(400).send({error: {code: 'invalid_input', message: 'There are releases 1 and 2.'}});
		({release} = asked.data);
		return {release};
	});
}

/** An error of the framework (bad JSON, wrong media type, too large) as the shop words it; undefined for a real bug. */
function fromFramework(error: unknown): ShopError | undefined {
	const {statusCode, message} = error as {statusCode?: unknown; message?: unknown};
	if (typeof statusCode !== 'number' || statusCode < 400 || statusCode > 499) return undefined;
	return new ShopError({
		status: statusCode,
		code: statusCode === 400 ? 'invalid_input' : 'refused',
		message: String(message),
		...(statusCode === 400 ? {field: 'body'} : {}),
	});
}

/** The shop's HTTP server, not listening yet: one route per operation, `GET /openapi.json`, its website, and errors of one shape. */
export function createServer(operations: readonly Operation[], shop: Shop): FastifyInstance {
	const server = fastify({bodyLimit: 64 * 1024, forceCloseConnections: true});
	const document = shopDocument(operations);

	// An empty body is no body, also when the caller says that it is JSON: some clients label every DELETE so.
	server.removeContentTypeParser('application/json');
	const parseJson = server.getDefaultJsonParser('error', 'error');
	server.addContentTypeParser('application/json', {parseAs: 'string'}, (request, body, done) => {
		if (body === '') done(null, undefined);
		else parseJson(request, body as string, done);
	});

	server.setErrorHandler((error, _request, reply) => {
		const refusal = error instanceof ShopError ? error : fromFramework(error);
		if (refusal !== undefined) return reply.code(refusal.status).send(refusal.toBody());
		return reply.code(500).send({error: {code: 'internal', message: 'The shop made a mistake.'}});
	});
	server.setNotFoundHandler((request, reply) =>
		reply
			.code(404)
			.send({error: {code: 'no_such_route', message: `Nothing answers ${request.method} ${request.url}.`}}),
	);

	server.get('/openapi.json', () => document);
	addWebsite(server);
	for (const operation of operations) {
		server.route({
			method: operation.method,
			url: operation.path.replace(/\{(\w+)\}/g, ':$1'),
			async handler(request, reply) {
				if (!operation.isPublic && !shop.sessions.isOpen(request.headers.authorization)) {
					throw new ShopError({
						status: 401,
						code: 'no_token',
						message: 'Send the token of POST /auth/login as a bearer token.',
					});
				}
				const input = parseInput(operation, {params: request.params, query: request.query, body: request.body});
				const {status, body, location} = await operation.handle(input, shop);
				if (location !== undefined) reply.header('location', location);
				return reply.code(status).send(body);
			},
		});
	}
	return server;
}
