import {createServer, request} from 'node:http';
import {type AddressInfo, connect} from 'node:net';
import {expect, it, onTestFinished} from 'vitest';
import {FilterProxy, type FilterProxyOptions} from '../../../service/browser/filter-proxy.ts';
import {upstreamFor} from '../../../service/browser/upstream-proxy.ts';
import {serveSite} from '../../helpers/site.ts';

async function open(options: Partial<FilterProxyOptions> = {}): Promise<{proxy: FilterProxy; port: number}> {
	const proxy = await FilterProxy.open({policy: 'private', refusedPorts: [], env: {}, ...options});
	onTestFinished(() => proxy.close());
	return {proxy, port: Number(new URL(proxy.address).port)};
}

/** Status and body of a plain request through it; null: the connection was cut. */
const get = (port: number, address: string) =>
	new Promise<{status: number; body: string} | null>(resolve => {
		const sent = request({host: '127.0.0.1', port, path: address, headers: {host: new URL(address).host}}, response => {
			let body = '';
			response.on('data', chunk => (body += chunk)).on('end', () => resolve({status: response.statusCode!, body}));
		});
		sent.on('error', () => resolve(null)).end();
	});

/** The first line of the answer to CONNECT. */
const tunnel = (port: number, authority: string) =>
	new Promise<string>(resolve => {
		const socket = connect(port, '127.0.0.1', () =>
			socket.write(`CONNECT ${authority} HTTP/1.1\r\nhost: ${authority}\r\n\r\n`),
		);
		socket.once('data', data => {
			resolve(data.toString('latin1').split('\r\n')[0]!);
			socket.destroy();
		});
		socket.on('error', () => resolve(''));
	});

it.each([
	'127.0.0.1',
	'localhost',
	'2130706433',
	'0x7f.1',
	'0177.0.0.1',
	'127.1',
	'127.0.0.1.',
	'[::1]',
	'[::ffff:7f00:1]',
	'[::ffff:127.0.0.1]',
	'0.0.0.0',
	'10.1.2.3',
	'172.16.0.1',
	'172.31.255.255',
	'192.168.1.1',
	'169.254.169.254',
	'169.254.1.1',
	'[fe80::1]',
	'[fc00::1]',
	'[fd00:ec2::254]',
	'[64:ff9b::7f00:1]',
	'sub.localhost',
])('refuses %s to a service for the public, plain and as a tunnel', async host => {
	const {proxy, port} = await open({policy: 'public'});
	expect(await get(port, `http://${host}:9/`)).toBeNull();
	expect(await tunnel(port, `${host}:9`)).not.toContain('200');
	expect(
		[...proxy.refusals.map(({rule}) => rule), ...proxy.failures.map(({code}) => code)].every(rule =>
			['private_address', 'ENOTFOUND'].includes(rule),
		),
	).toBe(true);
	expect(proxy.refusals.length + proxy.failures.length).toBe(2);
});

it.each(['169.254.169.254', '[fd00:ec2::254]', '[::ffff:169.254.169.254]'])(
	'refuses the metadata address %s to everybody',
	async host => {
		const {proxy, port} = await open();
		expect(await get(port, `http://${host}/`)).toBeNull();
		expect(proxy.refusals).toMatchObject([{rule: 'private_address'}]);
	},
);

it('passes requests, bodies and statuses on, and notes nothing', async () => {
	const {url} = await serveSite({'/tea': (_, response) => response.writeHead(418).end('short and stout')});
	const {proxy, port} = await open();
	expect(await get(port, `${url}/tea`)).toEqual({status: 418, body: 'short and stout'});
	expect(await tunnel(port, new URL(url).host)).toContain('200');
	expect([proxy.refusals, proxy.failures]).toEqual([[], []]);
});

it('refuses ports of the service, and its own', async () => {
	const site = await serveSite();
	const {proxy, port} = await open({refusedPorts: [site.port]});
	expect(await get(port, `${site.url}/`)).toBeNull();
	expect(await tunnel(port, `localhost:${port}`)).toContain('403');
	expect(proxy.refusals.map(({rule}) => rule)).toEqual(['own_service', 'own_service']);
	expect(site.requests).toEqual([]);
});

it('says why a connection failed', async () => {
	const server = createServer().listen(0, '127.0.0.1');
	await new Promise(resolve => server.once('listening', resolve));
	const free = (server.address() as AddressInfo).port;
	await new Promise(resolve => server.close(resolve));
	const {proxy, port} = await open();
	expect(await get(port, `http://127.0.0.1:${free}/`)).toBeNull();
	expect(await tunnel(port, `127.0.0.1:${free}`)).toContain('502');
	expect(proxy.failures).toEqual([
		{host: '127.0.0.1', port: free, code: 'ECONNREFUSED'},
		{host: '127.0.0.1', port: free, code: 'ECONNREFUSED'},
	]);
});

it.each([
	[
		'http://shop.example/',
		{HTTP_PROXY: 'http://jane:a%40b@proxy.example:3128'},
		{host: 'proxy.example', port: 3128, authorization: 'Basic amFuZTphQGI='},
	],
	[
		'https://shop.example/',
		{https_proxy: 'proxy.example:8080'},
		{host: 'proxy.example', port: 8080, authorization: null},
	],
	['https://shop.example/', {HTTP_PROXY: 'http://proxy.example'}, null],
	['http://a.shop.example/', {HTTP_PROXY: 'http://proxy.example', NO_PROXY: 'x.example, .shop.example'}, null],
	[
		'http://shop.example:81/',
		{HTTP_PROXY: 'http://proxy.example', NO_PROXY: 'shop.example:80'},
		{host: 'proxy.example', port: 80, authorization: null},
	],
	['http://127.0.0.1:80/', {HTTP_PROXY: 'http://proxy.example'}, null],
	['http://shop.example/', {HTTP_PROXY: 'http://proxy.example', NO_PROXY: '*'}, null],
])('the machine reaches %s by %j through %j', (url, env, expected) => {
	expect(upstreamFor(new URL(url), env)).toEqual(expected);
});
