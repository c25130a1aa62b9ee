import {createServer, type ServerResponse} from 'node:http';
import type {AddressInfo} from 'node:net';
import process from 'node:process';
import {afterAll, beforeAll, describe, expect, it, onTestFinished} from 'vitest';
import {createBackendBench} from '../../helpers/backend-bench.ts';
import {until} from '../../helpers/processes.ts';
import {pythonWith} from '../../helpers/python-with.ts';

/** An API that answers when it is told to. */
const held = new Map<string, ServerResponse>();
let url = '';
/** Whether it answers at once. */
let isAnswering = false;
const server = createServer((request, response) => {
	const call = `${request.method} ${request.url}`;
	request.resume().on('end', () => {
		held.set(call, response);
		if (isAnswering) answer(call);
	});
});
beforeAll(async () => {
	await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
	url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
	server.closeAllConnections();
	server.close();
});

const arrived = (call: string) => until(`${call} has arrived`, () => held.has(call));
const answer = (call: string) =>
	held
		.get(call)
		?.writeHead(201)
		.end(JSON.stringify({id: call}));

describe.each([
	['requests', 'import requests\nsend = requests.request'],
	['httpx', 'import httpx\nsend = httpx.request'],
	['urllib', 'import urllib.request as u\nsend = lambda m, a, **_: u.urlopen(u.Request(a, b"{}", method=m))'],
])('a call under way through %s', (library, prelude) => {
	const bench = createBackendBench({}, () => pythonWith(library === 'httpx' ? 'httpx' : 'requests'));

	it('is answered before its cancelled test ends, and none is left behind', async () => {
		const path = `/${library}-cancel`;
		const run = bench.start(`${prelude}\nfor n in range(10**9):\n    send("POST", f"${url}${path}-{n}", timeout=30)`);
		await arrived(`POST ${path}-0`);
		run.cancel();
		// The cancel is on its way: further calls may begin before it arrives, and they are answered, too.
		isAnswering = true;
		onTestFinished(() => {
			isAnswering = false;
		});
		answer(`POST ${path}-0`);
		const {status, calls} = await run.result;
		expect(status).toBe('cancelled');
		const sent = [...held.keys()].filter(call => call.startsWith(`POST ${path}-`));
		expect(calls.map(call => [new URL(call.url).pathname, call.status, call.isUnanswered])).toEqual(
			sent.map(call => [call.slice('POST '.length), 201, false]),
		);
	});

	it('is answered before the time-out of its test ends it', async () => {
		const path = `/${library}-late`;
		const run = bench.start(`${prelude}\nfor n in range(9):\n    send("PUT", f"${url}${path}-{n}", timeout=30)`, {
			timeoutSeconds: 1,
		});
		await arrived(`PUT ${path}-0`);
		// Beyond the limit of the test.
		setTimeout(() => answer(`PUT ${path}-0`), 1200);
		const {failureKind, error, calls} = await run.result;
		expect([failureKind, error]).toEqual(['timeout', expect.stringContaining('longer than its limit of 1 s')]);
		expect(calls.map(call => [call.status, call.isUnanswered])).toEqual([[201, false]]);
	});

	it('that only reads does not hold up a cancel', async () => {
		const path = `/${library}-read`;
		const run = bench.start(`${prelude}\nsend("GET", "${url}${path}", timeout=30)`);
		await arrived(`GET ${path}`);
		run.cancel();
		const {status, calls} = await run.result;
		expect(status).toBe('cancelled');
		expect(calls.map(call => [call.status, call.isUnanswered])).toEqual([[null, false]]);
	});

	it('whose process is killed is known as sent and unanswered, with its request', async () => {
		const path = `/${library}-killed`;
		let pid = 0;
		const run = bench.start(`${prelude}\nsend("POST", "${url}${path}", timeout=30)`, {}, {onStart: own => (pid = own)});
		await arrived(`POST ${path}`);
		process.kill(pid, 'SIGKILL');
		const {calls} = await run.result;
		expect(calls.map(call => [call.method, call.url, call.status, call.isUnanswered])).toEqual([
			['POST', `${url}${path}`, null, true],
		]);
	});

	it('that found nobody to connect to was never sent', async () => {
		const {calls} = await bench.run(`${prelude}\nsend("POST", "http://127.0.0.1:9/", timeout=5)`);
		expect(calls.map(call => [call.status, call.isUnanswered])).toEqual([[null, false]]);
	});
});

describe('a call of a cancelled test', () => {
	const bench = createBackendBench();

	it('that nobody answers ends with it, as sent and unanswered', async () => {
		const run = bench.start(`import requests\nrequests.post("${url}/never", json={"name": "x"}, timeout=30)`);
		await arrived('POST /never');
		run.cancel();
		const {status, calls} = await run.result;
		expect(status).toBe('cancelled');
		expect(calls.map(call => [call.requestBody, call.isUnanswered])).toEqual([['{"name": "x"}', true]]);
	});
});
