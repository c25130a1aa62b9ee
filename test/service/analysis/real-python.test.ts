import {mkdtempSync, rmSync} from 'node:fs';
import {createServer, type Server} from 'node:http';
import type {AddressInfo} from 'node:net';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import process from 'node:process';
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {analyse} from '../../../service/analysis/analyse.ts';
import {plainSetUp} from './failure.ts';
import {createBackendRunner} from '../../../service/runners/backend.ts';
import type {Runner} from '../../../service/runners/runner.ts';

type Answer = {status?: number; headers?: Record<string, string>; body?: unknown; hangs?: boolean; drops?: boolean};

/** What the API under test answers, by method and path. */
const answers: Record<string, Answer> = {
	'GET /health': {body: {ok: true}},
	'POST /coupons': {status: 500, headers: {'x-request-id': 'abc'}, body: {error: 'boom'}},
	'GET /me': {status: 401, headers: {'www-authenticate': 'Bearer error="invalid_token"'}, body: {}},
	'GET /missing': {status: 404, body: 'Cannot GET /missing'},
	'POST /users': {status: 422, body: {detail: [{loc: ['body', 'email'], msg: 'not an address'}]}},
	'POST /pay': {body: {code: 1007, message: 'card declined'}},
	'GET /orders': {body: {items: [], total: 0}},
	'GET /order': {status: 200, body: {data: {id: 4, state: 'open'}}},
	'GET /page': {body: '<html>maintenance</html>'},
	'GET /nobody': {status: 204},
	'GET /slow': {hangs: true},
	'GET /hangup': {drops: true},
	'GET /profile': {body: {address: null, name: 'Ann'}},
};

let server: Server;
let target: string;
let runner: Runner;
let directory: string;

beforeAll(async () => {
	server = createServer((request, response) => {
		request.resume().once('end', () => {
			const {status = 200, headers, body, hangs, drops} = answers[`${request.method} ${request.url}`] ?? {status: 404};
			if (hangs) return;
			if (drops) return void request.socket.destroy();
			const isText = typeof body === 'string';
			response.writeHead(status, {'content-type': isText ? 'text/html' : 'application/json', ...headers});
			response.end(body === undefined ? undefined : isText ? body : JSON.stringify(body));
		});
	});
	await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
	target = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	directory = mkdtempSync(join(tmpdir(), 'svc-analysis-'));
	runner = createBackendRunner({scratchDir: join(directory, 'scratch'), dataDir: directory, env: process.env});
});

afterAll(async () => {
	await runner.stop();
	server.closeAllConnections();
	await new Promise(resolve => server.close(resolve));
	rmSync(directory, {recursive: true, force: true});
});

let executions = 0;

/** Executes a test whose helpers need nothing but the standard library, and analyses how it ended. */
async function analysisOf(code: string, timeoutSeconds = 20) {
	executions++;
	const outcome = await runner.run({
		executionId: `run_${executions}#1`,
		runId: `run_${executions}`,
		testName: 'check',
		code,
		timeoutSeconds,
		targetUrl: target,
		auth: {type: 'public', credential: '', headers: {}, extraHeaders: {}},
		variables: {},
		produces: [],
		environment: {},
		secrets: [],
	}).result;
	const run = {
		...outcome,
		runId: `run_${executions}`,
		projectId: 'prj_1',
		testId: 'tst_1',
		testName: 'check',
		code,
		codeVersion: 'v1',
		targetUrl: target,
		environment: null,
		timeoutSeconds,
		blockedBy: null,
		setUp: plainSetUp,
		foreignChanges: [],
	};
	return {outcome, analysis: analyse({run, lastPassed: null, root: null})};
}

const client = `
import json, urllib.request, urllib.error
def send(method, path, body=None, timeout=120):
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(BASE_URL + path, data=data, method=method)
    try:
        answer = urllib.request.urlopen(request, timeout=timeout)
    except urllib.error.HTTPError as refused:
        answer = refused
    return answer.status, answer.read()
`;

describe('what a real Python says of a failure is understood', () => {
	it.each<[claim: string, code: string, cause: RegExp]>([
		[
			'a compared status',
			'status, body = send("POST", "/coupons", {"code": "X"})\nassert status == 201, f"got {status}"',
			/^POST \/coupons answered 500 with \{"error":"boom"\}; the test expected 201 \(line \d+\)\.$/,
		],
		[
			'a range of statuses',
			'status, body = send("POST", "/coupons", {})\nassert status < 300',
			/^POST \/coupons answered 500 .*; the test expected a value < 300 \(line \d+\)\.$/,
		],
		[
			'one of several statuses',
			'status, body = send("GET", "/missing")\nassert status in (200, 201)',
			/^GET \/missing answered 404 with "Cannot GET \/missing"; the test expected one of \(200, 201\) \(line \d+\)\.$/,
		],
		[
			'an HTTPError that nobody caught',
			'urllib.request.urlopen(BASE_URL + "/missing")',
			/^GET \/missing answered 404 .*; the test expected a success \(line \d+\)\./,
		],
		[
			'refused credentials',
			'status, body = send("GET", "/me")\nassert status == 200',
			/^GET \/me answered 401, saying "invalid_token", and the request carried no credentials; the test expected 200/,
		],
		[
			'a refused field',
			'status, body = send("POST", "/users", {"email": "nope"})\nassert status == 201',
			/^POST \/users answered 422: it refuses `email` \("not an address"\), which the request sent as "nope";/,
		],
		[
			'a KeyError after an error in a 200',
			'status, body = send("POST", "/pay", {})\nassert status == 200\nreceipt = json.loads(body)["receipt"]',
			/^POST \/pay answered 200, but its body reports an error: `code` is 1007 \("card declined"\); the test stopped with KeyError: 'receipt'/,
		],
		[
			'a KeyError',
			'status, body = send("GET", "/order")\nprint(json.loads(body)["id"])',
			/^The test reads `id` \(line \d+\), but the answer of GET \/order \(200\) has only `data`\. `\$\.data\.id` may be meant\.$/,
		],
		[
			'an IndexError',
			'status, body = send("GET", "/orders")\nfirst = json.loads(body)["items"][0]',
			/^The test reads an entry of a list \(line \d+\), but GET \/orders answered 200 with an empty list at `\$\.items`\.$/,
		],
		[
			'a JSONDecodeError',
			'status, body = send("GET", "/page")\njson.loads(body)',
			/^The test reads JSON \(line \d+\), but GET \/page answered 200 with "<html>maintenance<\/html>" \(text\/html\), which is not JSON\.$/,
		],
		[
			'an empty body read as JSON',
			'status, body = send("GET", "/nobody")\njson.loads(body)',
			/^The test reads JSON \(line \d+\), but GET \/nobody answered 204 with an empty body\.$/,
		],
		[
			'a TypeError about null',
			'status, body = send("GET", "/profile")\ncity = json.loads(body)["address"]["city"]',
			/^`\$\.address` in the answer of GET \/profile \(200\) is null, .*: TypeError: 'NoneType' object is not subscriptable\.$/,
		],
		[
			'a value read through variables',
			'status, body = send("GET", "/order")\norder = json.loads(body)["data"]\nstate = order["state"]\nassert state == "paid", "not paid"',
			/^GET \/order answered 200 with 'open' at `\$\.data\.state`; the test expected 'paid' \(line \d+\)\.$/,
		],
		[
			'an absent name',
			'status, body = send("GET", "/profile")\nassert "email" in json.loads(body)',
			/^The test reads `email` \(line \d+\), but the answer of GET \/profile \(200\) has only `address`, `name`\.$/,
		],
		[
			'a time-out',
			'send("GET", "/slow", timeout=0.2)',
			/^GET \/slow gave no answer.*, and the request of the test timed out \(line \d+\)\.$/,
		],
		[
			'a connection that is dropped',
			'send("GET", "/hangup")',
			/^GET \/hangup got no answer \(line \d+\): the connection was closed before a whole answer came from /,
		],
		[
			'a refused connection',
			'urllib.request.urlopen("http://127.0.0.1:1/x", timeout=5)',
			/^GET http:\/\/127\.0\.0\.1:1\/x got no answer \(line \d+\): nothing accepts connections at http:\/\/127\.0\.0\.1:1 /,
		],
		[
			'an unknown host',
			'urllib.request.urlopen("http://no-such-host.invalid/x", timeout=5)',
			/^GET http:\/\/no-such-host\.invalid\/x got no answer \(line \d+\): no address can be found for the host of /,
		],
		[
			'an undefined name',
			'print(coupon_id)',
			/^The test itself stopped \(line \d+\) with NameError: name 'coupon_id' is not defined/,
		],
		[
			'a missing module',
			'import no_such_module',
			/^The test imports `no_such_module` \(line \d+\), which the Python of the service does not have\.$/,
		],
	])('%s', async (_, code, cause) => {
		const {outcome, analysis} = await analysisOf(client + code);
		expect(outcome.status).toBe('failed');
		expect(analysis.rootCauseHypothesis).toMatch(cause);
		expect(analysis.recommendedFixTarget?.rationale).toBeTruthy();
	});

	it.for<[claim: string, code: string, cause: RegExp]>([
		[
			'raise_for_status',
			'requests.post(BASE_URL + "/coupons").raise_for_status()',
			/^POST \/coupons answered 500 .*; the test expected a success \(line \d+\)\.$/,
		],
		[
			'assert response.ok',
			'r = requests.post(BASE_URL + "/coupons")\nassert r.ok, r.text',
			/^POST \/coupons answered 500 .*; the test expected a success \(line \d+\)\.$/,
		],
		[
			'json() of a page',
			'requests.get(BASE_URL + "/page").json()',
			/^The test reads JSON \(line \d+\), but GET \/page answered 200 with "<html>/,
		],
		[
			'a read time-out',
			'requests.get(BASE_URL + "/slow", timeout=0.2)',
			/^GET \/slow gave no answer.*, and the request of the test timed out/,
		],
		[
			'a dropped connection',
			'requests.get(BASE_URL + "/hangup")',
			/^GET \/hangup got no answer \(line \d+\): the connection was closed before/,
		],
		[
			'a refused connection',
			'requests.get("http://127.0.0.1:1/x")',
			/: nothing accepts connections at http:\/\/127\.0\.0\.1:1 /,
		],
		[
			'an unknown host',
			'requests.get("http://no-such-host.invalid/x")',
			/: no address can be found for the host of http:\/\/no-such-host/,
		],
		[
			'a value of json()',
			'r = requests.get(BASE_URL + "/order")\nassert r.json()["data"]["state"] == "paid", f"{r.text}"',
			/^GET \/order answered 200 with 'open' at `\$\.data\.state`; the test expected 'paid' \(line \d+\)\.$/,
		],
	])('with requests: %s', async ([, code, cause], {skip}) => {
		const {detail} = await runner.check();
		// Which Python there is depends on the machine; the cases above need its standard library only.
		skip(detail.includes('without requests'));
		const {analysis} = await analysisOf(`import requests\n${code}`);
		expect(analysis.rootCauseHypothesis).toMatch(cause);
	});

	it('a syntax error', async () => {
		const {analysis} = await analysisOf(`${client}print(`);
		expect(analysis.rootCauseHypothesis).toMatch(
			/^Python cannot read the test \(line \d+\): .+ \(SyntaxError\)\. No statement/,
		);
	});

	it('a file that checks nothing', async () => {
		const {analysis} = await analysisOf('x = 1\n');
		expect(analysis.rootCauseHypothesis).toMatch(/^The test made no HTTP call/);
	});

	it('a test that waits too long for an answer', async () => {
		const {outcome, analysis} = await analysisOf(`${client}send("GET", "/slow", timeout=60)`, 1);
		expect(outcome.failureKind).toBe('timeout');
		expect(analysis.rootCauseHypothesis).toMatch(
			/^The test reached its limit of 1 s while it waited for the answer to GET \/slow/,
		);
	});
});
