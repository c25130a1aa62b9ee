import {createServer} from 'node:http';
import {type AddressInfo, connect} from 'node:net';
import {expect, it, onTestFinished} from 'vitest';
import {getMe} from '../../../contract/routes/account.ts';
import {createClient} from './create-client.ts';
import {meAnswer} from './samples.ts';
import {sendJson, startServer} from './start-server.ts';

/** A proxy that tunnels every host to one server, and remembers what it was asked for. */
async function startProxy(targetUrl: string) {
	const asked: string[] = [];
	const proxy = createServer();
	proxy.on('connect', (request, socket) => {
		asked.push(request.url ?? '');
		const target = connect(Number(new URL(targetUrl).port), '127.0.0.1', () => {
			socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
			target.pipe(socket).pipe(target);
		});
		for (const end of [socket, target]) end.on('error', () => {});
		onTestFinished(() => {
			socket.destroy();
			target.destroy();
		});
	});
	await new Promise<void>(resolve => proxy.listen(0, '127.0.0.1', resolve));
	onTestFinished(() => void proxy.close());
	return {url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`, asked};
}

it.each(['HTTP_PROXY', 'http_proxy'])(
	'%s carries every request of a client, and compression is accepted',
	async name => {
		const server = await startServer((_, response) => sendJson(response, meAnswer));
		const proxy = await startProxy(server.url);
		const {client, run} = createClient('http://svc.example.com', {env: {[name]: proxy.url}});
		await run(client.call(getMe));
		await run(client.call(getMe));
		expect(new Set(proxy.asked)).toEqual(new Set(['svc.example.com:80']));
		expect(server.received[1]?.headers).toMatchObject({host: 'svc.example.com', 'accept-encoding': 'gzip'});
	},
);

it('a proxy is never used for this machine', async () => {
	const server = await startServer((_, response) => sendJson(response, meAnswer));
	const proxy = await startProxy(server.url);
	const {client} = createClient(server.url, {env: {HTTP_PROXY: proxy.url, HTTPS_PROXY: proxy.url}});
	await client.call(getMe);
	expect(proxy.asked).toEqual([]);
	expect(server.received[0]?.headers).not.toHaveProperty('accept-encoding');
});

it('NO_PROXY names hosts that are reached directly', async () => {
	const proxy = await startProxy('http://127.0.0.1:9');
	const env = {HTTP_PROXY: proxy.url, NO_PROXY: 'other.example, .invalid'};
	const {client, run} = createClient('http://svc.invalid', {env});
	await expect(run(client.call(getMe))).rejects.toMatchObject({code: 'UNAVAILABLE'});
	expect(proxy.asked).toEqual([]);
});

it('a proxy variable that is no URL is a validation error without its value', async () => {
	const {client, run} = createClient('https://svc.example.com', {env: {HTTPS_PROXY: 'user:canary@proxy'}});
	const error = await run(client.call(getMe)).catch(error => error);
	expect(error).toMatchObject({code: 'VALIDATION_ERROR', details: {field: 'HTTPS_PROXY'}});
	expect(JSON.stringify(error.toEnvelope())).not.toContain('canary');
});

it('a proxy that refuses is a transport failure without its password', async () => {
	const proxy = createServer((_, response) => response.writeHead(407).end());
	proxy.on('connect', (_, socket) => socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n'));
	await new Promise<void>(resolve => proxy.listen(0, '127.0.0.1', resolve));
	onTestFinished(() => void proxy.close());
	const HTTPS_PROXY = `http://user:canary@127.0.0.1:${(proxy.address() as AddressInfo).port}`;
	const {client, run} = createClient('https://svc.example.com', {env: {HTTPS_PROXY}});
	const error = await run(client.call(getMe)).catch(error => error);
	expect(error.code).toBe('UNAVAILABLE');
	expect(JSON.stringify(error.toEnvelope())).not.toContain('canary');
});

it.each([
	[
		'http://svc.example.com',
		{HTTP_PROXY: 'http://ada:canary@127.0.0.1:9'},
		' through the proxy http://127.0.0.1:9 of HTTP_PROXY',
	],
	['https://svc.invalid', {http_proxy: 'http://127.0.0.1:9'}, ' through the proxy http://127.0.0.1:9 of HTTP_PROXY'],
	['http://svc.invalid', {HTTPS_PROXY: 'http://127.0.0.1:9'}, null],
	['http://svc.invalid', {HTTP_PROXY: 'http://127.0.0.1:9', NO_PROXY: 'a.example *.invalid'}, null],
	[
		'http://svc.invalid:81',
		{HTTP_PROXY: 'http://127.0.0.1:9', NO_PROXY: 'svc.invalid:80'},
		' through the proxy http://127.0.0.1:9 of HTTP_PROXY',
	],
])('a service at %s that cannot be reached with %j names the proxy: %s', async (url, env, named) => {
	const {client, run} = createClient(url, {env});
	const error = await run(client.call(getMe)).catch(error => error);
	expect(error.message).toContain(`The service at ${url} could not be reached${named ?? ''}: `);
	expect(error.nextAction.includes('NO_PROXY')).toBe(named !== null);
	expect(JSON.stringify(error.toEnvelope())).not.toContain('canary');
});
