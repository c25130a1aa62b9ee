import {createServer, request} from 'node:http';

/** The user agent of the sweep. */
export const sweepAgent = 'svc-cleanup';

/**
 * Stands in front of an application and writes down what it is asked: the one witness that neither the service nor the
 * application is.
 *
 * @param {string} target origin of the application
 * @param {number} slowDeleteMs how long every DELETE of the sweep is held back, so that cleanup outlives a token
 * @returns {Promise<{url: string, seen: Array<{method: string, url: string, status: number | null, agent: string}>, close(): Promise<void>}>}
 */
export async function startCountingProxy(target, slowDeleteMs = 0) {
	const seen = [];
	const server = createServer((incoming, outgoing) => {
		const {method, url, headers} = incoming;
		const entry = {method, url, status: null, agent: headers['user-agent'] ?? ''};
		seen.push(entry);
		const forwarded = request(new URL(url, target), {method, headers}, answer => {
			entry.status = answer.statusCode;
			outgoing.writeHead(answer.statusCode, answer.rawHeaders);
			answer.pipe(outgoing);
		});
		// The application dropped the connection: so does the proxy.
		forwarded.on('error', () => outgoing.destroy());
		if (method === 'DELETE' && entry.agent === sweepAgent && slowDeleteMs > 0)
			setTimeout(() => incoming.pipe(forwarded), slowDeleteMs);
		else incoming.pipe(forwarded);
	});
	await new Promise(resolve => server.listen(0, '127.0.0.1', resolve));
	return {
		url: `http://127.0.0.1:${server.address().port}`,
		seen,
		close: () =>
			new Promise(resolve => {
				server.close(() => resolve());
				server.closeAllConnections();
			}),
	};
}
