import type {FastifyInstance, FastifyRequest} from 'fastify';
import type {Healthz, Readyz} from '../../../contract/operations.ts';
import {basePath} from '../../../contract/route.ts';
import {notFound} from '../../domain/service-error.ts';
import type {Metrics} from '../metrics.ts';
import {isLoopbackPeer, isSameSecret} from '../peer.ts';
import type {Services} from '../services.ts';
import {readFile} from 'node:fs/promises';

/** Routes for operators and their tools, beside the API and without a key. */
export function operationRoutes(app: FastifyInstance, services: Services, metrics: Metrics): void {
	const {settings, elapsedMs, readiness} = services;
	const startedAt = elapsedMs();

	app.get('/healthz', async (): Promise<Healthz> => {
		const uptimeSeconds = Math.floor((elapsedMs() - startedAt) / 1000);
		return {status: 'ok', version: settings.version, uptimeSeconds};
	});

	app.get('/readyz', async (_request, reply): Promise<Readyz> => {
		const checks = await readiness();
		const isReady = checks.every(check => check.ok || !check.required);
		reply.code(isReady ? 200 : 503);
		return {status: isReady ? 'ready' : 'not_ready', checks};
	});

	app.get('/metrics', async (request, reply) => {
		if (!mayReadMetrics(request, settings.metricsToken)) throw notFound('route', '/metrics');
		reply.type(metrics.contentType);
		return metrics.text();
	});

	// As bytes: neither its encoding nor a search for secrets is due for each who asks without a key.
	let document: Promise<Buffer> | undefined;
	const readDocument = () => {
		document ??= openApiText(settings.version);
		return document;
	};
	for (const path of ['/openapi.json', `${basePath}/openapi.json`])
		app.get(path, async (_request, reply) => {
			reply.type('application/json; charset=utf-8');
			return readDocument();
		});
}

/** "From loopback free, from elsewhere `Authorization: Bearer <metrics token>` when the operator set one, else 404." */
function mayReadMetrics(request: FastifyRequest, token: string | null): boolean {
	if (isLoopbackPeer(request)) return true;
	return token !== null && isSameSecret(request.headers.authorization ?? '', `Bearer ${token}`);
}

/** Where the build has put the document, seen from a module of the bundle: beside it or above it. */
const places = ['./prepared/openapi.json', '../prepared/openapi.json'];

/**
 * The text of `/openapi.json`, UTF-8. A package brings it along: to make it takes the event loop longer than anybody
 * should wait. Without a build it is made here, once somebody asks.
 *
 * @param version of the service
 */
export async function openApiText(version: string, moduleUrl: string = import.meta.url): Promise<Buffer> {
	for (const place of places) {
		const prepared = await readFile(new URL(place, moduleUrl)).catch(() => null);
		if (prepared !== null) return prepared;
	}
	const {openApiDocument} = await import('../openapi.ts');
	return Buffer.from(JSON.stringify(openApiDocument(version)));
}
