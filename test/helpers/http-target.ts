import {Buffer} from 'node:buffer';
import {createServer, type IncomingMessage, type ServerResponse} from 'node:http';
import type {AddressInfo} from 'node:net';
import {setTimeout as delay} from 'node:timers/promises';
import {gzipSync} from 'node:zlib';

export type SeenRequest = {method: string; url: string; headers: IncomingMessage['headers']; body: Buffer};

/** A target with one route per way an API may answer; what it saw is in `seen`. */
export type HttpTarget = {url: string; seen: SeenRequest[]; close(): Promise<void>};

type Route = (request: SeenRequest, response: ServerResponse, argument: string) => unknown;

const json = (response: ServerResponse, status: number, body: unknown) =>
	response.writeHead(status, {'content-type': 'application/json'}).end(JSON.stringify(body));

const routes: Record<string, Route> = {
	/** `/echo`: what arrived. */
	echo: ({method, url, headers, body}, response) => json(response, 200, {method, url, headers, body: body.toString()}),
	/** `/only/<token>`: what arrived, when that token came with it; else 401. */
	only: ({method, url, headers, body}, response, argument) => {
		const isKnown = `${headers.authorization} ${headers.cookie}`.includes(argument.split('?', 1)[0] ?? '');
		json(response, isKnown ? 200 : 401, {method, url, headers, body: body.toString()});
	},
	/** `/items`: creates. */
	items: (_request, response) => json(response, 201, {id: 'item-7', name: 'x'}),
	/** `/status/404`. */
	status: (_request, response, argument) => json(response, Number(argument), {status: Number(argument)}),
	/** `/bytes/100000`: that many bytes of text, with their length. */
	bytes: (_request, response, argument) =>
		response.writeHead(200, {'content-type': 'text/plain'}).end('x'.repeat(Number(argument))),
	/** `/chunks/30`: that many chunks of ten thousand bytes. */
	chunks: async (_request, response, argument) => {
		response.writeHead(200, {'content-type': 'text/plain'});
		for (let index = 0; index < Number(argument); index++) {
			if (!response.write('c'.repeat(10_000))) await new Promise(resolve => response.once('drain', resolve));
		}
		response.end();
	},
	/** `/gzip`: compressed JSON. */
	gzip: (_request, response) =>
		response
			.writeHead(200, {'content-type': 'application/json', 'content-encoding': 'gzip'})
			.end(gzipSync(JSON.stringify({packed: 'y'.repeat(1000)}))),
	/** `/binary`: bytes that are no text. */
	binary: (_request, response) =>
		response.writeHead(200, {'content-type': 'image/png'}).end(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 2, 255])),
	/** `/latin`: text in another character set. */
	latin: (_request, response) =>
		response.writeHead(200, {'content-type': 'text/plain; charset=iso-8859-1'}).end(Buffer.from([0x47, 0xfc, 0x6e])),
	/** `/redirect`: to `/echo`. */
	redirect: (_request, response) => response.writeHead(302, {location: '/echo'}).end(),
	/** `/moved`: to `/echo`, with the same method and body. */
	moved: (_request, response) => response.writeHead(307, {location: '/echo'}).end(),
	/** `/cookie`: sets one. */
	cookie: (_request, response) =>
		response.writeHead(200, {'set-cookie': ['session=cookie-secret; Path=/', 'b=2']}).end('set'),
	/** `/hang`: never answers. */
	hang: () => {},
	/** `/drip`: a head, one byte, then silence. */
	drip: (_request, response) => {
		response.writeHead(200, {'content-length': '100'});
		response.write('a');
	},
	/** `/trickle`: one byte every 100 ms, without end. */
	trickle: async (_request, response) => {
		response.writeHead(200, {'content-length': '100000'});
		while (!response.destroyed) {
			response.write('b');
			await delay(100);
		}
	},
	/** `/reset`: drops the connection. */
	reset: (_request, response) => void response.socket?.destroy(),
};

/** Starts it on a free port of the loopback interface. */
export async function startHttpTarget(): Promise<HttpTarget> {
	const seen: SeenRequest[] = [];
	const server = createServer((request, response) => {
		const parts: Buffer[] = [];
		request.on('data', (part: Buffer) => parts.push(part));
		request.on('end', () => {
			const {method = '', url = '', headers} = request;
			const entry = {method, url, headers, body: Buffer.concat(parts)};
			seen.push(entry);
			const [, name = '', argument = ''] = /^\/([^/?]*)\/?([^?]*)/.exec(url) ?? [];
			const route = routes[name];
			if (route) void route(entry, response, argument);
			else json(response, 404, {error: 'no such route'});
		});
	});
	server.keepAliveTimeout = 60_000;
	await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
	const {port} = server.address() as AddressInfo;
	return {
		url: `http://127.0.0.1:${port}`,
		seen,
		close: () =>
			new Promise(resolve => {
				server.close(() => resolve());
				server.closeAllConnections();
			}),
	};
}
