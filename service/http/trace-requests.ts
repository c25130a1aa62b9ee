import type {FastifyInstance, FastifyRequest} from 'fastify';
import type {OpenSpan, Tracing} from '../domain/tracing.ts';

/** Routes that are asked again and again by machines, and say nothing of what people do. */
const quiet = new Set(['/healthz', '/readyz', '/metrics']);

/** A span for every request, named after its route: neither ids nor queries stand in it. Goes on the trace of `traceparent`. */
export function traceRequests(app: FastifyInstance, tracing: Tracing): void {
	const spans = new WeakMap<FastifyRequest, OpenSpan>();
	app.addHook('onRequest', async request => {
		const route = request.routeOptions.url ?? 'unknown';
		if (quiet.has(route)) return;
		const {traceparent} = request.headers;
		const attributes = {
			'http.request.method': request.method,
			'http.route': route,
			'url.scheme': request.protocol,
			'svc.request.id': request.id,
		};
		const parent = typeof traceparent === 'string' ? {parent: traceparent} : {};
		spans.set(request, tracing.start(`${request.method} ${route}`, {kind: 'server', attributes, ...parent}));
	});
	app.addHook('onResponse', async (request, reply) => {
		const {statusCode} = reply;
		const error = statusCode >= 500 ? `answered ${statusCode}` : undefined;
		spans.get(request)?.end({'http.response.status_code': statusCode}, error);
	});
}
