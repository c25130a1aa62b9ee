import {createServer, type IncomingMessage, type ServerResponse} from 'node:http';
import type {AddressInfo} from 'node:net';
import {onTestFinished} from 'vitest';

/** One request as a server received it. */
export type Received = {
	method: string;
	/** Path and query. */
	url: string;
	headers: Record<string, string | string[] | undefined>;
	body: string;
};

type Answer = (request: Received, response: ServerResponse, count: number) => unknown;

/**
 * A real HTTP server on a free port of this machine, closed when the test ends. `answer` gets the request with its body
 * and how many requests came before it.
 */
export async function startServer(answer: Answer): Promise<{url: string; received: Received[]}> {
	const received: Received[] = [];
	const server = createServer(async (request, response) => {
		const {method = '', url = '', headers} = request;
		const entry = {method, url, headers, body: await readBody(request)};
		received.push(entry);
		await answer(entry, response, received.length - 1);
	});
	await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
	onTestFinished(async () => {
		server.closeAllConnections();
		await new Promise(resolve => server.close(resolve));
	});
	return {url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, received};
}

async function readBody(request: IncomingMessage): Promise<string> {
	const chunks: Buffer[] = [];
	for await (const chunk of request) chunks.push(chunk);
	return Buffer.concat(chunks).toString();
}

/** Answers with JSON. */
export function sendJson(
	response: ServerResponse,
	value: unknown,
	{status = 200, headers = {}}: {status?: number; headers?: Record<string, string>} = {},
): void {
	response.writeHead(status, {'content-type': 'application/json', ...headers});
	response.end(JSON.stringify(value));
}

/** Answers with the error envelope. */
export function sendError(
	response: ServerResponse,
	status: number,
	code: string,
	details: Record<string, unknown> = {},
	headers: Record<string, string> = {},
): void {
	const error = {code, message: `${code} for the test`, nextAction: '', requestId: 'req_server', details};
	sendJson(response, {error}, {status, headers});
}
