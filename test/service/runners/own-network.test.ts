import {mkdtempSync, rmSync} from 'node:fs';
import {createServer} from 'node:net';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {beforeAll, describe, expect, it, onTestFinished} from 'vitest';
import {openGate} from '../../../service/process/open-gate.ts';
import {createBackendBench} from '../../helpers/backend-bench.ts';
import {pythonWith} from '../../helpers/python-with.ts';

const folder = mkdtempSync(join(tmpdir(), 'svc-own-network-'));
// The policy lets the loopback of this machine through, where the target of a test is, and refuses one address.
const refusedAddress = '169.254.169.254';
const path = join(folder, 'gate');
const scratchDir = join(folder, 'tests');
const bench = createBackendBench(
	{sandbox: 'strict', gate: path, dataDir: folder, scratchDir, refusedNetworks: [`${refusedAddress}/32`]},
	() => pythonWith('requests', 'httpx'),
);
let works = false;
beforeAll(async () => {
	const gate = await openGate(path, 'private');
	const {ok, detail} = await bench.runner.check();
	works = ok;
	if (ok) expect(detail).toMatch(/bubblewrap and a network of its own$/);
	else expect(detail).toMatch(/bubblewrap|bwrap/);
	return () => {
		gate.close();
		rmSync(folder, {recursive: true, force: true});
	};
});

describe('in a network of its own', () => {
	it.each([
		['requests', 'import requests; answer = requests.get(url, timeout=5).status_code'],
		['httpx', 'import httpx; answer = httpx.get(url, timeout=5).status_code'],
		['urllib', 'import urllib.request; answer = urllib.request.urlopen(url, timeout=5).status'],
		[
			'httpx without blocking',
			'import asyncio, httpx\nasync def ask():\n    async with httpx.AsyncClient() as one:\n        return (await one.get(url)).status_code\nanswer = asyncio.run(ask())',
		],
	])('%s is used as ever, and its call is recorded as ever', async (_, lines) => {
		const {status, error, calls} = await bench.run(`url = TARGET_URL + "/echo"\n${lines}\nassert answer == 200`);
		if (!works) return;
		expect({status, error}).toEqual({status: 'passed', error: null});
		expect(calls.map(({method, url, status: answer}) => [method, url, answer])).toEqual([
			['GET', `${bench.target.url}/echo`, 200],
		]);
	});

	it('a bare socket hears who speaks first, and knows whom it is connected to', async () => {
		const server = createServer(socket => socket.end('220 ready\r\n'));
		await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
		onTestFinished(() => void server.close());
		const {port} = server.address() as {port: number};
		const {status, error} = await bench.run(
			[
				'import socket',
				`with socket.create_connection(("localhost", ${port}), 5) as one:`,
				`    assert one.getpeername() == ("127.0.0.1", ${port}), one.getpeername()`,
				'    assert one.makefile().readline() == "220 ready\\n"',
				'    assert one.gettimeout() == 5',
			].join('\n'),
		);
		if (works) expect({status, error}).toEqual({status: 'passed', error: null});
	});

	it('errors are those of the network', async () => {
		const {status, error} = await bench.run(
			[
				'import errno, socket',
				'def number(address):',
				'    try:',
				'        socket.create_connection(address, 5)',
				'    except OSError as error:',
				'        return type(error).__name__',
				'assert number(("127.0.0.1", 9)) == "ConnectionRefusedError", number(("127.0.0.1", 9))',
				'assert number(("no-such-host.invalid", 80)) == "gaierror"',
				`assert number(("${refusedAddress}", 80)) == "PermissionError"`,
				'assert socket.socket().connect_ex(("127.0.0.1", 9)) == errno.ECONNREFUSED',
			].join('\n'),
		);
		if (works) expect({status, error}).toEqual({status: 'passed', error: null});
	});

	it('a program that it starts goes the same way, and nowhere else', async () => {
		// Of its own, so that it is Python without the run-time: what `curl` would be.
		const program = [
			'import sys, urllib.request, urllib.error, socket, _socket',
			'def status(url):',
			'    try: return urllib.request.urlopen(url, timeout=5).status',
			'    except urllib.error.HTTPError as error: return error.code',
			'def direct(host, port):',
			'    try: _socket.socket().connect((host, port)); return "open"',
			'    except OSError: return "closed"',
			`print(status(sys.argv[1]), status("http://${refusedAddress}/latest"), direct(sys.argv[2], int(sys.argv[3])), direct("8.8.8.8", 53))`,
		].join('\n');
		const {status, error, apiOutput} = await bench.run(
			[
				'import subprocess, sys, urllib.parse',
				'at = urllib.parse.urlsplit(TARGET_URL)',
				`program = ${JSON.stringify(program)}`,
				'subprocess.run([sys.executable, "-c", program, TARGET_URL + "/echo", at.hostname, str(at.port)], check=True)',
				'import _socket',
				'try:',
				'    _socket.socket().connect((at.hostname, at.port))',
				'    raise SystemExit("it is connected")',
				'except OSError as error:',
				'    assert error.errno == 111, error',
			].join('\n'),
		);
		if (!works) return;
		expect({status, error}).toEqual({status: 'passed', error: null});
		expect(apiOutput).toBe('200 403 closed closed\n');
	});
});

it('without bubblewrap no test runs that strict and public would have held', async () => {
	const runner = (await import('../../../service/runners/backend.ts')).createBackendRunner({
		python: bench.python,
		sandbox: 'strict',
		gate: path,
		scratchDir: join(folder, 'without'),
		dataDir: folder,
		env: {PATH: '/nowhere'},
	});
	onTestFinished(() => runner.stop());
	expect(await runner.check()).toEqual({ok: false, detail: expect.stringContaining('install bubblewrap')});
});
