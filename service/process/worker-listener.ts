import {createServer} from 'node:http';
import type {AddressInfo} from 'node:net';
import {version} from '../../package.json';
import type {Healthz, ReadinessCheck, Readyz} from '../../contract/operations.ts';
import type {Metrics} from '../http/metrics.ts';
import {ServeError} from './serve-error.ts';

type Parts = {
	/** 0: any free one. */
	port: number;
	readiness(): Promise<ReadinessCheck[]>;
	metrics: Pick<Metrics, 'contentType' | 'text'>;
	log: {error(fields: object, message: string): void};
};

/**
 * `/healthz`, `/readyz` and `/metrics` of a process that serves nothing else, on every address of the machine: who opens the port wants
 * it to be asked from elsewhere. Answers the port, and how to close it. Throws `ServeError` where the port cannot be had.
 */
export async function listenForProbes({
	port,
	readiness,
	metrics,
	log,
}: Parts): Promise<{port: number; close(): Promise<void>}> {
	const startedAt = performance.now();
	const answers: Record<string, () => Promise<[status: number, type: string, body: string]>> = {
		async '/healthz'() {
			const health: Healthz = {
				status: 'ok',
				version,
				uptimeSeconds: Math.floor((performance.now() - startedAt) / 1000),
			};
			return [200, 'application/json', JSON.stringify(health)];
		},
		async '/readyz'() {
			const checks = await readiness();
			const isReady = checks.every(check => check.ok || !check.required);
			const answer: Readyz = {status: isReady ? 'ready' : 'not_ready', checks};
			return [isReady ? 200 : 503, 'application/json', JSON.stringify(answer)];
		},
		'/metrics': async () => [200, metrics.contentType, await metrics.text()],
	};
	const server = createServer({requestTimeout: 10_000, headersTimeout: 10_000}, (request, response) => {
		request.resume();
		const answer = request.method === 'GET' ? answers[request.url?.split('?', 1)[0] ?? ''] : undefined;
		const told = answer ? answer() : Promise.resolve([404, 'text/plain', 'not found\n'] as const);
		told
			.catch((error: unknown) => {
				log.error({err: error}, 'a probe could not be answered');
				return [503, 'text/plain', 'unavailable\n'] as const;
			})
			.then(([status, type, body]) =>
				response.writeHead(status, {'content-type': type, 'cache-control': 'no-store'}).end(body),
			);
	});
	await new Promise<void>((resolve, reject) => {
		server.once('error', reject);
		server.listen(port, resolve);
	}).catch((cause: NodeJS.ErrnoException) => {
		throw new ServeError('CONFLICT', `The port ${port} for metrics cannot be used (${cause.code ?? cause.message}).`, {
			nextAction: 'Name another port with --metrics-port, or leave it out.',
			details: {field: 'metrics-port', reason: 'port'},
			cause,
		});
	});
	return {
		port: (server.address() as AddressInfo).port,
		async close() {
			const closed = new Promise<void>(resolve => server.close(() => resolve()));
			server.closeIdleConnections();
			await closed;
		},
	};
}
