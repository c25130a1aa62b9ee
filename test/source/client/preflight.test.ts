import {createServer} from 'node:http';
import {type AddressInfo, connect} from 'node:net';
import {expect, it, onTestFinished} from 'vitest';
import {systemClock} from '../../../source/client/clock.ts';
import {checkHostIsKnown, type PreflightOptions, preflight} from '../../../source/client/preflight.ts';
import {FakeClock} from './fake-clock.ts';
import {startServer} from './start-server.ts';

const privately: PreflightOptions = {...systemClock, field: 'target-url', policy: 'private', env: {}};
const refused = {code: 'VALIDATION_ERROR', exitCode: 5, details: {field: 'target-url'}};
const failure = (code: string) => async () => {
	throw Object.assign(new Error(code), {code});
};
/** A name that resolves to this machine. */
const resolve = async () => [{address: '127.0.0.1', family: 4}];

it('a target that answers gives no warning and sees one HEAD', async () => {
	const target = await startServer((_, response) => response.end());
	expect(await preflight(`${target.url}/shop?x=1`, privately)).toBeNull();
	expect(target.received.map(({method, url}) => `${method} ${url}`)).toEqual(['HEAD /shop?x=1']);
	expect(target.received[0]?.headers).not.toHaveProperty('x-api-key');
});

it('GET follows a 405 and its body is not read', async () => {
	const target = await startServer(({method}, response) => {
		response.writeHead(method === 'HEAD' ? 405 : 200);
		if (method === 'HEAD') response.end();
		else response.write('without an end');
	});
	expect(await preflight(target.url, privately)).toBeNull();
	expect(target.received.map(({method}) => method)).toEqual(['HEAD', 'GET']);
});

it.each([502, 503, 504])('%d is refused', async status => {
	const target = await startServer((_, response) => response.writeHead(status).end());
	await expect(preflight(target.url, privately)).rejects.toMatchObject(refused);
});

it.each([400, 404, 500])('%d is a warning', async status => {
	const target = await startServer((_, response) => response.writeHead(status).end());
	expect(await preflight(target.url, privately)).toContain(`answers ${status}`);
});

it('a redirect is an answer and is not followed', async () => {
	const target = await startServer((_, response) => response.writeHead(302, {location: 'http://127.0.0.1:9'}).end());
	expect(await preflight(target.url, privately)).toBeNull();
	expect(target.received).toHaveLength(1);
});

it('a refused connection is refused', async () => {
	const server = createServer();
	await new Promise<void>(done => server.listen(0, '127.0.0.1', done));
	const {port} = server.address() as AddressInfo;
	await new Promise(done => server.close(done));
	await expect(preflight(`http://127.0.0.1:${port}`, privately)).rejects.toMatchObject(refused);
});

it('a broken answer is a warning', async () => {
	const target = await startServer((_, response) => void response.destroy());
	expect(await preflight(target.url, privately)).toContain('could not be checked');
});

it('an unknown host is refused', async () => {
	const options = {...privately, resolve: failure('ENOTFOUND')};
	await expect(preflight('http://nowhere.example', options)).rejects.toMatchObject(refused);
});

it('a name server that does not know is a warning', async () => {
	const options = {...privately, resolve: failure('EAI_AGAIN')};
	expect(await preflight('http://maybe.example', options)).toContain('could not be looked up');
});

it('a name server that does not answer is a warning after 5 s', async () => {
	const clock = new FakeClock();
	const options = {...privately, now: clock.now, sleep: clock.sleep, resolve: () => new Promise<never>(() => {})};
	expect(await clock.drive(preflight('http://slow.example', options))).toContain('could not be looked up');
	expect(clock.slept).toEqual([5000]);
});

it('a name that resolves to a refused address is refused under the policy public, without a connection', async () => {
	const target = await startServer((_, response) => response.end());
	const url = `http://shop.example:${new URL(target.url).port}`;
	for (const address of ['127.0.0.1', '10.0.0.1', '::1', 'fd00::1']) {
		const addresses = async () => [
			{address: '93.184.215.14', family: 4},
			{address, family: address.includes(':') ? 6 : 4},
		];
		await expect(preflight(url, {...privately, policy: 'public', resolve: addresses})).rejects.toMatchObject(refused);
	}
	expect(target.received).toEqual([]);
});

it('the connection goes to the address that was looked up', async () => {
	const target = await startServer((_, response) => response.end());
	const url = `http://shop.example:${new URL(target.url).port}`;
	expect(await preflight(url, {...privately, resolve})).toBeNull();
	expect(target.received[0]?.headers['host']).toBe(new URL(url).host);
});

it('behind a proxy an unknown name is left to the proxy', async () => {
	const target = await startServer((_, response) => response.end());
	const proxy = createServer();
	proxy.on('connect', (_, socket) => {
		const tunnel = connect(Number(new URL(target.url).port), '127.0.0.1', () => {
			socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
			tunnel.pipe(socket).pipe(tunnel);
		});
		for (const end of [socket, tunnel]) end.on('error', () => {});
	});
	await new Promise<void>(done => proxy.listen(0, '127.0.0.1', done));
	onTestFinished(() => void proxy.close());
	const env = {HTTP_PROXY: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`};
	expect(await preflight('http://shop.example', {...privately, env, resolve: failure('ENOTFOUND')})).toBeNull();
	expect(target.received).toHaveLength(1);
});

it('a target that does not answer is a warning', async () => {
	const target = await startServer(() => {});
	// 4.9 of the 5 seconds are gone before the request starts.
	let calls = 0;
	const elapsed = () => (calls++ === 0 ? 0 : 4900);
	expect(await preflight(target.url, {...privately, elapsed})).toContain('did not answer within 5 s');
});

it('an aborted check rejects with the reason', async () => {
	const abort = new AbortController();
	const target = await startServer(() => abort.abort('enough'));
	await expect(preflight(target.url, {...privately, signal: abort.signal})).rejects.toBe('enough');
});

it.each(['ENOTFOUND', 'ENODATA'])(
	'a host that nobody knows (%s) is said in one sentence, before anything is asked',
	async code => {
		await expect(
			checkHostIsKnown('http://shop.example/x', {...privately, resolve: failure(code)}),
		).rejects.toMatchObject({
			code: 'UNAVAILABLE',
			exitCode: 10,
			message: 'The host shop.example is not known: no name server has an address for it.',
		});
	},
);

it.each<[string, Partial<PreflightOptions>]>([
	['a look-up that fails for another reason', {resolve: failure('EAI_AGAIN')}],
	['a known host', {resolve}],
	['a host behind a proxy', {resolve: failure('ENOTFOUND'), env: {HTTP_PROXY: 'http://127.0.0.1:9'}}],
])('%s is not refused by its name', async (_, options) => {
	await expect(checkHostIsKnown('http://shop.example/x', {...privately, ...options})).resolves.toBeUndefined();
});
