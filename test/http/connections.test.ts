import {once} from 'node:events';
import {createServer, get, type ServerResponse} from 'node:http';
import {type AddressInfo, connect, type Socket} from 'node:net';
import {describe, expect, it, onTestFinished} from 'vitest';
import {guardConnections, type Held, reserveOf, whoLeaves} from '../../service/http/connections.ts';
import {connectionLimit} from '../../service/process/process-files.ts';
import {type HttpUnderTest, startHttp} from './start-http.ts';

/** A client that keeps its side open whatever the service does. */
async function client({port}: HttpUnderTest, text: string): Promise<Socket> {
	const socket = connect({port, host: '127.0.0.1', allowHalfOpen: true});
	onTestFinished(() => void socket.destroy());
	socket.on('error', () => undefined);
	await once(socket, 'connect');
	socket.write(text);
	return socket;
}

const unfinished = 'GET /healthz HTTP/1.1\r\nhost: 127.0.0.1\r\n';
/** Over a connection of its own: one that is kept may be cut while it is idle. */
async function isHealthy({port}: HttpUnderTest): Promise<boolean> {
	const [response] = await once(get({port, host: '127.0.0.1', path: '/healthz', agent: false}), 'response');
	response.resume();
	return response.statusCode === 200;
}

describe('a connection on which nothing moves', () => {
	/** A server that waits 30 ms for a sign of life, with what answers its requests. */
	async function startSilent(answer: (response: ServerResponse) => void) {
		const server = createServer((_request, response) => answer(response));
		server.setTimeout(30);
		guardConnections(server, 8);
		server.listen(0, '127.0.0.1');
		await once(server, 'listening');
		onTestFinished(() => void server.close());
		return (server.address() as AddressInfo).port;
	}

	it('stays while its answer is being made', async () => {
		const port = await startSilent(response => {
			let silences = 0;
			response.socket?.on('timeout', () => {
				if (++silences === 3) response.end('at last');
			});
		});
		const [response] = await once(get({port, host: '127.0.0.1', agent: false}), 'response');
		expect((await response.toArray()).join('')).toBe('at last');
	});

	it('ends when its client never asks', async () => {
		const port = await startSilent(response => response.end());
		const socket = connect({port, host: '127.0.0.1'});
		socket.resume();
		await once(socket, 'close');
	});
});

describe('more clients than there is room for', () => {
	it.each([
		['never finish their request', unfinished],
		['never begin', ''],
		['send a body for ever', `POST /api/cli/v1/projects HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-length: 5000\r\n\r\n{`],
	])('that %s keep nobody else from being answered', async (_, text) => {
		const http = await startHttp({connections: 8});
		const crowd: Socket[] = [];
		for (let count = 0; count < 24; count++) {
			crowd.push(await client(http, text));
			expect(await isHealthy(http)).toBe(true);
		}
		// Every one that had to go was told so by the end of its connection.
		for (const socket of crowd) socket.resume();
		await expect
			.poll(() => crowd.filter(socket => socket.readableEnded || socket.destroyed).length)
			.toBeGreaterThan(15);
	});

	it('that do not read their answers lose their place first', async () => {
		const http = await startHttp({connections: 4});
		const whole = `GET /openapi.json HTTP/1.1\r\nhost: 127.0.0.1:${http.port}\r\n\r\n`;
		for (let count = 0; count < 12; count++) {
			(await client(http, whole.repeat(20))).pause();
			expect(await isHealthy(http)).toBe(true);
		}
	});

	it('take no place from one that has asked and waits for its next request', async () => {
		const http = await startHttp({connections: 4});
		const asking = await client(http, `${unfinished}\r\n`);
		asking.setEncoding('utf8');
		await once(asking, 'data');
		for (let count = 0; count < 12; count++) await client(http, unfinished);
		asking.write(`${unfinished}\r\n`);
		expect(String(await once(asking, 'data'))).toContain('HTTP/1.1 200 OK');
	});
});

it('a client that was refused and does not close is cut', async () => {
	const http = await startHttp();
	const socket = await client(http, 'no http at all\r\n\r\n');
	let answer = '';
	socket.setEncoding('utf8').on('data', chunk => {
		answer += chunk;
	});
	await once(socket, 'end');
	expect(answer).toMatch(/^HTTP\/1\.1 400 /);
	// Our side is still open: writing fails only when the service holds nothing of this connection any more.
	await expect
		.poll(() => {
			socket.write('x');
			return socket.destroyed;
		})
		.toBe(true);
});

it('leaves descriptors for the service itself, and some room where there are few', () => {
	expect([64, 256, 1024, 1_048_576].map(connectionLimit)).toEqual([32, 128, 896, 4096]);
	expect(connectionLimit(16)).toBe(16);
});

describe('the reserve of this machine', () => {
	const limit = 16;
	const held = (isLocal: boolean, state: Held['state'], count: number): Held[] =>
		Array.from({length: count}, () => ({isLocal, state}));

	it('is not taken by a crowd from elsewhere, whatever it does', () => {
		for (const state of ['unfinished', 'unread', 'idle', 'busy'] as const) {
			const remote = held(false, state, limit - reserveOf(limit));
			const own = held(true, 'unfinished', reserveOf(limit));
			expect(whoLeaves([...own, ...remote], false, limit)).toBe(remote[0]);
			expect(whoLeaves(remote, false, limit)).toBe(remote[0]);
			// Somebody of this machine comes in without anybody leaving.
			expect(whoLeaves(remote, true, limit)).toBeNull();
		}
	});

	it('keeps out nobody while there is room, and of a full house the one who does least leaves', () => {
		expect(whoLeaves(held(false, 'busy', 3), false, limit)).toBeNull();
		const idle = held(false, 'idle', 1);
		const unread = held(true, 'unread', 1);
		const busy = held(true, 'busy', limit - 2);
		expect(whoLeaves([...busy, ...idle, ...unread], true, limit)).toBe(unread[0]);
		expect(whoLeaves([...busy, ...idle, ...held(true, 'busy', 1)], false, limit)).toBe(idle[0]);
		expect(whoLeaves(held(true, 'busy', limit), true, limit)).not.toBeNull();
	});
});
