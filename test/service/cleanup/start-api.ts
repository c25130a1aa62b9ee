import {createServer, type IncomingMessage, type Server} from 'node:http';
import type {AddressInfo} from 'node:net';
import {onTestFinished} from 'vitest';

/** A request as the API under test sees it. */
export type Asked = {
	method: string;
	/** Without query. */
	path: string;
	query: URLSearchParams;
	body: unknown;
	headers: IncomingMessage['headers'];
	/** How often this method and path were asked before. */
	before: number;
};

/** Status, status with a body and headers, or `drop`: the connection is lost without an answer. */
export type Told =
	| number
	| [status: number, body?: unknown, headers?: Record<string, string | string[]>]
	| 'drop'
	| 'hang';

export type Api = {
	url: string;
	/** Every request, as `DELETE /users/1 500` with the status that it got. */
	seen: string[];
	deletes(): string[];
	/** It dies: connections are lost and new ones refused. */
	die(): Promise<void>;
	/** It listens again at the same address, with everything it knew. */
	comeBack(): Promise<void>;
};

/** A small API over real connections that answers as the function says. */
export async function startApi(answer: (asked: Asked) => Told | Promise<Told>): Promise<Api> {
	const counts = new Map<string, number>();
	const seen: string[] = [];
	const listen = (server: Server, port: number) =>
		new Promise<void>(resolve => void server.listen(port, '127.0.0.1', resolve));
	const open = () =>
		createServer(async (request, response) => {
			const {pathname, searchParams} = new URL(request.url ?? '', 'http://api.test');
			const method = request.method ?? '';
			const line = `${method} ${request.url}`;
			const before = counts.get(line) ?? 0;
			counts.set(line, before + 1);
			const body = await bodyOf(request);
			const told = await answer({method, path: pathname, query: searchParams, body, headers: request.headers, before});
			const [status, content, headers = {}] = typeof told === 'object' ? told : [told];
			seen.push(`${line} ${status}`);
			if (status === 'hang') return;
			if (status === 'drop') return void request.socket.destroy();
			response.writeHead(status, {...(content === undefined ? {} : {'content-type': 'application/json'}), ...headers});
			response.end(content === undefined ? undefined : JSON.stringify(content));
		});
	let server = open();
	await listen(server, 0);
	const {port} = server.address() as AddressInfo;
	const die = () =>
		new Promise<void>(resolve => {
			server.close(() => resolve());
			server.closeAllConnections();
		});
	onTestFinished(die);
	return {
		url: `http://127.0.0.1:${port}`,
		seen,
		deletes: () => seen.filter(line => line.startsWith('DELETE ')),
		die,
		async comeBack() {
			server = open();
			await listen(server, port);
		},
	};
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
	const chunks: Buffer[] = [];
	for await (const chunk of request) chunks.push(chunk as Buffer);
	const text = Buffer.concat(chunks).toString();
	try {
		return text === '' ? undefined : JSON.parse(text);
	} catch {
		return text;
	}
}
