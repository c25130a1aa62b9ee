import {spawn, spawnSync} from 'node:child_process';
import {mkdtempSync, readFileSync, rmSync} from 'node:fs';
import {createServer as createHttpServer} from 'node:http';
import {createServer as createHttpsServer, type Server} from 'node:https';
import {type AddressInfo, connect} from 'node:net';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import process from 'node:process';
import {afterAll, beforeAll, expect, it, onTestFinished} from 'vitest';
import {samples} from '../../../contract/samples/index.ts';
import {expectDeclared} from '../../helpers/strict-document.ts';
import {buildClient, dist, patienceMs} from '../../acceptance/built-client.ts';

const host = 'svc.example.com';
let folder: string;
let server: Server;
let authority: string;

/** A certificate authority of one's own, and a service whose certificate it signed. */
beforeAll(async () => {
	await buildClient();
	folder = mkdtempSync(join(tmpdir(), 'svc-network-'));
	authority = join(folder, 'ca.pem');
	openssl(
		'req',
		'-x509',
		'-newkey',
		'rsa:2048',
		'-nodes',
		'-days',
		'2',
		'-subj',
		'/CN=Own CA',
		'-keyout',
		'ca.key',
		'-out',
		'ca.pem',
	);
	openssl(
		'req',
		'-newkey',
		'rsa:2048',
		'-nodes',
		'-subj',
		`/CN=${host}`,
		'-keyout',
		'own.key',
		'-out',
		'own.csr',
		'-addext',
		`subjectAltName=DNS:${host},IP:127.0.0.1`,
	);
	openssl(
		'x509',
		'-req',
		'-in',
		'own.csr',
		'-CA',
		'ca.pem',
		'-CAkey',
		'ca.key',
		'-CAcreateserial',
		'-days',
		'2',
		'-copy_extensions',
		'copy',
		'-out',
		'own.pem',
	);
	const read = (name: string) => readFileSync(join(folder, name));
	server = createHttpsServer({key: read('own.key'), cert: read('own.pem')}, (_, response) =>
		response.writeHead(200, {'content-type': 'application/json'}).end(JSON.stringify(samples.getMe({}))),
	);
	await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
}, patienceMs);
afterAll(() => {
	server?.closeAllConnections();
	server?.close();
	rmSync(folder, {recursive: true, force: true});
});

function openssl(...args: string[]): void {
	const {status, stderr} = spawnSync('openssl', args, {cwd: folder, encoding: 'utf8'});
	if (status !== 0) throw new Error(`openssl ${args[0]}: ${stderr}`);
}

const port = () => (server.address() as AddressInfo).port;

/** A proxy that opens every tunnel it is asked for to the one server, and remembers the names. */
async function startProxy() {
	const asked: string[] = [];
	const proxy = createHttpServer();
	proxy.on('connect', (request, socket) => {
		asked.push(request.url ?? '');
		const target = connect(port(), '127.0.0.1', () => {
			socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
			target.pipe(socket).pipe(target);
		});
		for (const end of [socket, target]) end.on('error', () => undefined);
		onTestFinished(() => void socket.destroy());
	});
	await new Promise<void>(resolve => proxy.listen(0, '127.0.0.1', resolve));
	onTestFinished(() => void proxy.close());
	return {url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`, asked};
}

/** `svc usage` as a process: certificates are read by Node when it starts. */
function usage(env: Record<string, string>): Promise<{exitCode: number | null; stdout: string; stderr: string}> {
	const child = spawn(process.execPath, [join(dist, 'cli.js'), '--output', 'json', 'usage'], {
		env: {PATH: process.env['PATH'], SVC_HOME: join(folder, 'home'), SVC_API_KEY: 'sk-user-test', ...env},
		stdio: ['ignore', 'pipe', 'pipe'],
	});
	let [stdout, stderr] = ['', ''];
	child.stdout.setEncoding('utf8').on('data', text => (stdout += text));
	child.stderr.setEncoding('utf8').on('data', text => (stderr += text));
	return new Promise<number | null>(resolve => child.once('close', resolve)).then(exitCode => {
		expectDeclared(['--output', 'json', 'usage'], stdout);
		return {exitCode, stdout, stderr};
	});
}

it('a certificate of an unknown authority is refused, and says that it was TLS', {timeout: patienceMs}, async () => {
	const {exitCode, stdout, stderr} = await usage({SVC_API_URL: `https://127.0.0.1:${port()}`});
	expect({exitCode, stdout}).toEqual({exitCode: 10, stdout: ''});
	expect(stderr).toContain('TLS failed');
});

it('NODE_EXTRA_CA_CERTS makes it known', {timeout: patienceMs}, async () => {
	const env = {SVC_API_URL: `https://127.0.0.1:${port()}`, NODE_EXTRA_CA_CERTS: authority};
	const {exitCode, stdout} = await usage(env);
	expect(exitCode).toBe(0);
	expect(JSON.parse(stdout)).toMatchObject({userId: samples.getMe({}).userId});
});

it.each(['HTTPS_PROXY', 'https_proxy'])(
	'%s tunnels to the service, whose own certificate counts',
	{timeout: patienceMs},
	async name => {
		const proxy = await startProxy();
		const env = {SVC_API_URL: `https://${host}`, NODE_EXTRA_CA_CERTS: authority, [name]: proxy.url};
		expect((await usage(env)).exitCode).toBe(0);
		expect(proxy.asked).toEqual([`${host}:443`]);
	},
);

it('NO_PROXY keeps the proxy out', {timeout: patienceMs}, async () => {
	const proxy = await startProxy();
	const env = {SVC_API_URL: 'https://svc.invalid', HTTPS_PROXY: proxy.url, NO_PROXY: '.invalid'};
	expect((await usage(env)).exitCode).toBe(10);
	expect(proxy.asked).toEqual([]);
});
