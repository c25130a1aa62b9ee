import {createServer} from 'node:http';
import {mkdtempSync, rmSync} from 'node:fs';
import type {AddressInfo} from 'node:net';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import process from 'node:process';
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {createBackendRunner} from '../../../service/runners/backend.ts';
import type {Runner} from '../../../service/runners/runner.ts';

const server = createServer((request, response) => {
	request.resume().once('end', () => {
		const status = Number(/\d{3}/.exec(request.url ?? '')?.[0] ?? 200);
		// Polled until it is ready.
		const isReady = request.url === '/job' && ++asked > 2;
		response.writeHead(request.url === '/job' ? (isReady ? 200 : 404) : status).end('{}');
	});
});
let asked = 0;
let target: string;
let runner: Runner;
const directory = mkdtempSync(join(tmpdir(), 'svc-unlooked-'));
beforeAll(async () => {
	await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
	target = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	runner = createBackendRunner({scratchDir: join(directory, 'scratch'), dataDir: directory, env: process.env});
});
afterAll(async () => {
	await runner.stop();
	server.closeAllConnections();
	server.close();
	rmSync(directory, {recursive: true, force: true});
});

const client = `
import urllib.request, urllib.error
def send(method, path):
    try:
        return urllib.request.urlopen(urllib.request.Request(BASE_URL + path, method=method), timeout=60).status
    except urllib.error.HTTPError as refused:
        return refused.code
`;
let runs = 0;
async function advisoriesOf(code: string) {
	runs++;
	asked = 0;
	const outcome = await runner.run({
		executionId: `run_${runs}#1`,
		runId: `run_${runs}`,
		testName: 'looks',
		code: client + code,
		timeoutSeconds: 60,
		targetUrl: target,
		auth: {type: 'public', credential: '', headers: {}, extraHeaders: {}},
		variables: {},
		produces: [],
		environment: {},
		secrets: [],
	}).result;
	return {status: outcome.status, advisories: outcome.advisories};
}

describe('an answer of 4xx or 5xx in a test that passes', () => {
	it.each([
		[
			'that nothing checked is told',
			'send("POST", "/500")\nassert send("GET", "/200") == 200\n',
			['POST /500 answered 500'],
		],
		['at the end is told', 'assert send("GET", "/200") == 200\nsend("PUT", "/403")\n', ['PUT /403 answered 403']],
		['that the next assertion compared is not', 'assert send("GET", "/404") == 404\n', []],
		[
			'that a later assertion compared is not',
			'a = send("GET", "/404")\nb = send("GET", "/200")\nassert a == 404\nassert b == 200\n',
			[],
		],
		['whose class was compared is not', 'a = send("GET", "/422")\nb = send("GET", "/200")\nassert a // 100 == 4\n', []],
		[
			'that was one of several is not',
			'a = send("GET", "/409")\nb = send("GET", "/200")\nassert a in (400, 409)\n',
			[],
		],
		['of a request that was repeated until it went well is not', 'while send("GET", "/job") != 200:\n    pass\n', []],
		['of a DELETE that found nothing is not', 'assert send("GET", "/200") == 200\nsend("DELETE", "/404")\n', []],
	])('%s', async (_, code, expected) => {
		const {status, advisories} = await advisoriesOf(code);
		expect(status).toBe('passed');
		expect(advisories).toEqual(expected.map(line => `${line}, and no assertion looked at it`));
	});

	it('is told five times at most', async () => {
		const {advisories} = await advisoriesOf('for n in range(401, 409):\n    send("GET", f"/{n}")\n');
		expect(advisories).toHaveLength(6);
		expect(advisories.at(-1)).toBe('3 more answers of 4xx or 5xx that no assertion looked at');
	});

	it('in a test that fails is no news', async () => {
		expect(await advisoriesOf('send("POST", "/500")\nassert False\n')).toEqual({status: 'failed', advisories: []});
	});
});
