import type {ServerResponse} from 'node:http';
import {type AddressInfo, createServer} from 'node:net';
import {Readable} from 'node:stream';
import {gzipSync} from 'node:zlib';
import {describe, expect, it, onTestFinished, vi} from 'vitest';
import {getMe} from '../../../contract/routes/account.ts';
import {createClient} from './create-client.ts';
import {meAnswer} from './samples.ts';
import {sendJson, startServer} from './start-server.ts';

/** Calls `GET /me` on a server that answers in one way. */
async function callMe(answer: (response: ServerResponse) => void, options: Parameters<typeof createClient>[1] = {}) {
	const server = await startServer((_, response) => answer(response));
	const test = createClient(server.url, options);
	return {...test, ...server, call: test.run(test.client.call(getMe))};
}

const badResponse = {code: 'INTERNAL', exitCode: 1, details: {reason: 'bad_response'}};

describe('a success that is none', () => {
	it.each([
		['HTML', 'text/html', '<html><body>Welcome to the hotel network</body></html>'],
		['nothing', 'application/json', ''],
		['truncated JSON', 'application/json', '{"userId":"usr_1","keyId":'],
		['JSON of another shape', 'application/json', '{"userId":"usr_1"}'],
		['an array', 'application/json', '[]'],
		['null', 'application/json', 'null'],
		['a wrong type inside', 'application/json', JSON.stringify({...meAnswer, scopes: 'all'})],
		['binary data', 'application/octet-stream', '\u0000\u0001\u0002'],
	])('%s is INTERNAL, tried once more', async (_, contentType, body) => {
		const {call, received} = await callMe(response => response.writeHead(200, {'content-type': contentType}).end(body));
		await expect(call).rejects.toMatchObject(badResponse);
		expect(received).toHaveLength(2);
	});

	it('names where the shape is wrong, not what was there', async () => {
		const {call} = await callMe(response => sendJson(response, {...meAnswer, scopes: ['read:me', {secret: 'canary'}]}));
		const error = await call.catch(error => error);
		expect(error.message).toContain('scopes.1');
		expect(JSON.stringify(error.toEnvelope())).not.toContain('canary');
	});

	it('without a body is INTERNAL', async () => {
		const {call} = await callMe(response => response.writeHead(204).end());
		await expect(call).rejects.toMatchObject(badResponse);
	});
});

it('JSON with another content type is read', async () => {
	const {call} = await callMe(response =>
		response.writeHead(200, {'content-type': 'text/plain'}).end(JSON.stringify(meAnswer)),
	);
	expect(await call).toEqual(meAnswer);
});

describe('an answer beyond 64 MiB', () => {
	const mebibyte = 1024 * 1024;

	it('is refused by its announced length, before it is read', async () => {
		const {call} = await callMe(response => {
			response.writeHead(200, {'content-length': String(70 * mebibyte)});
			response.write('x');
		});
		await expect(call).rejects.toMatchObject({...badResponse, message: expect.stringContaining('larger than 64 MiB')});
	});

	it('is refused while it is read', async () => {
		const chunk = Buffer.alloc(mebibyte, 'x');
		const {call} = await callMe(response => {
			Readable.from(Array.from({length: 70}, () => chunk)).pipe(response);
		});
		await expect(call).rejects.toMatchObject({...badResponse, message: expect.stringContaining('larger than 64 MiB')});
	});

	it('is refused when only its decompression is that large', async () => {
		const bomb = gzipSync(Buffer.alloc(70 * mebibyte));
		const {call} = await callMe(response => response.writeHead(200, {'content-encoding': 'gzip'}).end(bomb));
		await expect(call).rejects.toMatchObject({...badResponse, message: expect.stringContaining('larger than 64 MiB')});
	});
});

describe('gzip', () => {
	it('is decoded', async () => {
		const {call} = await callMe(response =>
			response.writeHead(200, {'content-encoding': 'gzip'}).end(gzipSync(JSON.stringify(meAnswer))),
		);
		expect(await call).toEqual(meAnswer);
	});

	it('is decoded in errors too', async () => {
		const error = {code: 'AUTH_FORBIDDEN', message: 'no', nextAction: '', requestId: 'req_1', details: {}};
		const {call} = await callMe(response =>
			response.writeHead(403, {'content-encoding': 'gzip'}).end(gzipSync(JSON.stringify({error}))),
		);
		await expect(call).rejects.toMatchObject({code: 'AUTH_FORBIDDEN', message: 'no'});
	});

	it('that does not decode is INTERNAL', async () => {
		const {call} = await callMe(response => response.writeHead(200, {'content-encoding': 'gzip'}).end('not gzip'));
		await expect(call).rejects.toMatchObject(badResponse);
	});
});

describe('a redirect', () => {
	it.each([301, 302, 303, 307, 308])('%d is not followed', async status => {
		const elsewhere = await startServer((_, response) => sendJson(response, meAnswer));
		const {call} = await callMe(response => response.writeHead(status, {location: elsewhere.url}).end());
		await expect(call).rejects.toMatchObject({code: 'INTERNAL', message: expect.stringContaining('redirect')});
		expect(elsewhere.received).toEqual([]);
	});
});

describe('time', () => {
	it('runs out while headers are awaited: REQUEST_TIMEOUT, not repeated', async () => {
		// The time is over as soon as the server has the request.
		vi.useFakeTimers({toFake: ['setTimeout', 'clearTimeout']});
		onTestFinished(() => void vi.useRealTimers());
		const {call, received, events} = await callMe(() => void vi.advanceTimersByTime(60), {requestTimeoutMs: 60});
		await expect(call).rejects.toMatchObject({code: 'REQUEST_TIMEOUT', exitCode: 7, details: {timeoutMs: 60}});
		expect(received).toHaveLength(1);
		expect(events.at(-1)).toMatchObject({kind: 'error', errorCode: 'REQUEST_TIMEOUT'});
	});

	it('runs out although the body drips', async () => {
		const {call} = await callMe(
			response => {
				response.writeHead(200);
				const drip = setInterval(() => response.write(' '), 10);
				response.on('close', () => clearInterval(drip));
			},
			{requestTimeoutMs: 150},
		);
		await expect(call).rejects.toMatchObject({code: 'REQUEST_TIMEOUT'});
	});

	it('runs out while the connection is being made', async () => {
		const {client} = createClient(`https://127.0.0.1:${await silentPort()}`, {requestTimeoutMs: 60});
		await expect(client.call(getMe)).rejects.toMatchObject({code: 'REQUEST_TIMEOUT'});
	});
});

describe('a broken connection', () => {
	it('before an answer is a transport failure, repeated three times', async () => {
		const {call, received} = await callMe(response => void response.destroy());
		await expect(call).rejects.toMatchObject({
			code: 'UNAVAILABLE',
			message: expect.stringContaining('connection closed'),
		});
		expect(received).toHaveLength(4);
	});

	it('in the middle of an answer is a transport failure', async () => {
		const {call, received} = await callMe(response => {
			response.writeHead(200, {'content-length': '1000'});
			response.write('{"userId":', () => response.destroy());
		});
		await expect(call).rejects.toMatchObject({code: 'UNAVAILABLE'});
		expect(received).toHaveLength(4);
	});

	it('to something that does not speak HTTP is a transport failure', async () => {
		const server = createServer(socket => {
			socket.on('error', () => {});
			socket.on('data', () => socket.write('SSH-2.0-OpenSSH_9.2\r\n'));
		});
		await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
		onTestFinished(() => void server.close());
		const {client, run} = createClient(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
		await expect(run(client.call(getMe))).rejects.toMatchObject({
			code: 'UNAVAILABLE',
			message: expect.stringContaining('not an HTTP answer'),
		});
	});

	it.each([408, 502, 504])('a bare %d is one too, with a JSON body it is an answer', async status => {
		const bare = await callMe(response => response.writeHead(status).end('<html>'));
		await expect(bare.call).rejects.toMatchObject({code: 'UNAVAILABLE'});
		expect(bare.received).toHaveLength(4);
		const spoken = await callMe(response => sendJson(response, {error: {code: 'UNSUPPORTED', message: 'x'}}, {status}));
		await expect(spoken.call).rejects.toMatchObject({code: 'UNSUPPORTED'});
	});
});

/** A port that accepts connections and says nothing. */
async function silentPort(): Promise<number> {
	const server = createServer(socket => {
		socket.on('error', () => {});
		onTestFinished(() => void socket.destroy());
	});
	await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
	onTestFinished(() => void server.close());
	return (server.address() as AddressInfo).port;
}
