import {createServer, type Server} from 'node:http';
import {type AddressInfo, createServer as createTcpServer} from 'node:net';

export type Target = {
	url: string /** `METHOD path` in the order they arrived. */;
	requests: string[];
	close(): Promise<void>;
};

const listening = (server: {listen(port: number, host: string, done: () => void): unknown}) =>
	new Promise<void>(resolve => {
		server.listen(0, '127.0.0.1', resolve);
	});
const urlOf = (server: {address(): unknown}) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

/** A small API on loopback: `/items` creates, `/slow/<ms>` answers late, anything else is 200 `{}`. */
export async function startTarget(): Promise<Target> {
	const requests: string[] = [];
	let nextId = 1;
	const server: Server = createServer((request, response) => {
		const {method = '', url = ''} = request;
		requests.push(`${method} ${url}`);
		request.resume();
		const send = (status: number, body: unknown) => {
			response.writeHead(status, {'content-type': 'application/json'});
			response.end(JSON.stringify(body));
		};
		const slow = /^\/slow\/(\d+)$/.exec(url);
		if (slow) return void setTimeout(() => send(200, {}), Number(slow[1]));
		if (method === 'POST' && url === '/items') return send(201, {id: nextId++});
		send(200, {});
	});
	await listening(server);
	return {
		url: urlOf(server),
		requests,
		async close() {
			server.closeAllConnections();
			await new Promise(resolve => server.close(resolve));
		},
	};
}

/** A server that sends its answer one byte a second and never ends it. */
export async function startDrippingTarget(): Promise<Omit<Target, 'requests'>> {
	const open = new Set<{destroy(): void}>();
	const server = createTcpServer(socket => {
		open.add(socket);
		socket.on('error', () => {});
		socket.write('HTTP/1.1 200 OK\r\ncontent-type: text/plain\r\ncontent-length: 100000\r\n\r\n');
		const dripping = setInterval(() => socket.write('.'), 1000);
		socket.once('close', () => {
			clearInterval(dripping);
			open.delete(socket);
		});
	});
	await listening(server);
	return {
		url: urlOf(server),
		async close() {
			for (const socket of open) socket.destroy();
			await new Promise(resolve => server.close(resolve));
		},
	};
}
