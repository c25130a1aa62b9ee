import {randomUUID} from 'node:crypto';
import {mkdtempSync, rmSync} from 'node:fs';
import {createServer} from 'node:http';
import type {AddressInfo} from 'node:net';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import process from 'node:process';
import {afterAll, beforeAll, describe, expect, it, onTestFinished} from 'vitest';
import {createBackendRunner} from '../../service/runners/backend.ts';
import type {Runner} from '../../service/runners/runner.ts';
import {deleteAutoAuth, putAutoAuth} from '../../contract/routes/authentication.ts';
import {runBatch} from '../../contract/routes/batches.ts';
import {getRunFailure} from '../../contract/routes/failures.ts';
import {createProject} from '../../contract/routes/projects.ts';
import {rerunTest} from '../../contract/routes/reruns.ts';
import {getRun, triggerRun} from '../../contract/routes/runs.ts';
import {createTest, putTestCode} from '../../contract/routes/tests.ts';
import {pythonWith} from '../helpers/python-with.ts';
import {startHttp} from './start-http.ts';

const scratch = mkdtempSync(join(tmpdir(), 'svc-diagnosis-'));
let runner: Runner;
beforeAll(async () => {
	const python = await pythonWith('requests');
	runner = createBackendRunner({python, scratchDir: join(scratch, 'runs'), dataDir: scratch, env: process.env});
});
afterAll(async () => {
	await runner.stop();
	rmSync(scratch, {recursive: true, force: true});
});

/** An API of orders that keeps them, refuses what is out of range, and lets in who has signed in. */
async function startOrders() {
	const orders = new Map<string, {qty: number}>();
	let tellChanged: () => void = () => undefined;
	const changed = new Promise<void>(resolve => {
		tellChanged = resolve;
	});
	const server = createServer(async (request, response) => {
		let text = '';
		for await (const part of request) text += part;
		const answer = (status: number, body: unknown) =>
			response.writeHead(status, {'content-type': 'application/json'}).end(JSON.stringify(body));
		const [, name, id] = (request.url ?? '').split('/');
		if (name === 'login') return answer(200, {access_token: 'let-me-in-please-0123456789'});
		if (name === 'mine')
			return request.headers.authorization ? answer(200, {items: []}) : answer(401, {error: 'sign in'});
		if (name === 'page') return response.writeHead(200, {'content-type': 'text/html'}).end('<p>maintenance</p>');
		if (name !== 'orders') return answer(404, {error: 'no such route'});
		if (request.method === 'POST') {
			const {qty} = JSON.parse(text) as {qty: number};
			if (qty < 1) return answer(422, {error: 'qty must be at least 1'});
			const order = {id: randomUUID(), qty};
			orders.set(order.id, order);
			return answer(201, order);
		}
		const [key, search] = (id ?? '').split('?');
		const order = orders.get(key ?? '');
		if (order && request.method === 'PATCH') {
			Object.assign(order, JSON.parse(text));
			tellChanged();
		}
		if (search === 'when=changed') await changed;
		return order ? answer(200, order) : answer(404, {error: 'no such order'});
	});
	await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
	onTestFinished(() => {
		server.closeAllConnections();
		server.close();
	});
	return {url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, orders};
}

async function startProject() {
	const api = await startOrders();
	const http = await startHttp({backendRunner: runner});
	const {body: project} = await http.call(createProject, {body: {type: 'backend', name: 'Orders', targetUrl: api.url}});
	const ended = async (runId: string) =>
		(await http.call(getRun, {params: {runId}, query: {waitSeconds: 25, until: 'batch'}})).body;
	return {
		...api,
		http,
		projectId: project.id,
		addTest: async (name: string, code: string, declared: {produces?: string[]; consumes?: string[]} = {}) =>
			(await http.call(createTest, {body: {projectId: project.id, type: 'backend', name, code, ...declared}})).body
				.testId,
		put: (testId: string, code: string) =>
			http.call(putTestCode, {params: {testId}, body: {code}, headers: {'if-match': '*'}}),
		run: async (testId: string) => ended((await http.call(triggerRun, {params: {testId}})).body.runId),
		ended,
		whyOf: async (runId: string) => {
			const {failure} = (await http.call(getRunFailure, {params: {runId}})).body;
			return {
				cause: failure.rootCauseHypothesis ?? '',
				kind: failure.recommendedFixTarget?.kind,
				at: failure.recommendedFixTarget?.reference,
			};
		},
	};
}

const creates = (qty: number, expected = 201) => `import requests
r = requests.post(f"{TARGET_URL}/orders", json={"qty": ${qty}}, headers=__AUTH_HEADERS__)
assert r.status_code == ${expected}, r.text
`;

describe('a test that has passed before and fails now', () => {
	it('because its own source sends another body: the source is named, not the API', async () => {
		const project = await startProject();
		const testId = await project.addTest('creates an order', creates(1));
		expect((await project.run(testId)).status).toBe('passed');
		await project.put(testId, creates(-5));
		const {runId} = await project.run(testId);
		const why = await project.whyOf(runId);
		expect(why).toMatchObject({kind: 'code', at: '"creates an order.py":3'});
		expect(why.cause).toContain('(v1 → v2): line 2 was');
		expect(why.cause).toContain('`$.qty` of its body was 1 and is -5.');
	});

	it('because its source expects another status: the line is named', async () => {
		const project = await startProject();
		const testId = await project.addTest('creates an order', creates(1));
		await project.run(testId);
		await project.put(testId, creates(1, 404));
		const why = await project.whyOf((await project.run(testId)).runId);
		expect(why).toMatchObject({kind: 'code', at: '"creates an order.py":3'});
		expect(why.cause).toContain(
			'line 3 was `assert r.status_code == 201, r.text` and is `assert r.status_code == 404, r.text`',
		);
		expect(why.cause).not.toContain('does not find');
	});

	it('because another test changed its record with no order between the two: that test is named', async () => {
		const project = await startProject();
		const produces = 'produce("order_id", r.json()["id"])\n';
		await project.addTest('creates an order', creates(1) + produces, {produces: ['order_id']});
		const reads = `import requests
r = requests.get(f"{TARGET_URL}/orders/{variables['order_id']}?when=changed")
assert r.json()["qty"] == 1, r.text
`;
		const changes = `import requests
r = requests.patch(f"{TARGET_URL}/orders/{variables['order_id']}", json={"qty": 7})
assert r.status_code == 200
`;
		const reader = await project.addTest('reads the order', reads, {consumes: ['order_id']});
		const writer = await project.addTest('changes the order', changes, {consumes: ['order_id']});
		const {projectId} = project;
		const {accepted} = (await project.http.call(runBatch, {body: {projectId}})).body;
		const {runId} = accepted.find(({testId}) => testId === reader)!;
		expect((await project.ended(runId)).status).toBe('failed');
		const why = await project.whyOf(runId);
		expect(why).toMatchObject({kind: 'data', at: '"changes the order"'});
		expect(why.cause).toContain('"changes the order" of the same batch had changed that record by then');
		const {recommendedFixTarget} = (await project.http.call(getRunFailure, {params: {runId}})).body.failure;
		expect(recommendedFixTarget?.rationale).toContain(`svc test update ${writer} --after ${reader}`);
	});

	it('because the login of the project was turned off: the credential is named', async () => {
		const project = await startProject();
		const params = {projectId: project.projectId};
		const login = {
			method: 'password' as const,
			loginUrl: `${project.url}/login`,
			username: 'ann',
			password: 'a password',
			tokenPath: '$.access_token',
			inject: 'bearer' as const,
		};
		await project.http.call(putAutoAuth, {params, body: login});
		const testId = await project.addTest(
			'reads mine',
			'import requests\nr = requests.get(f"{TARGET_URL}/mine", headers=__AUTH_HEADERS__)\nassert r.status_code == 200\n',
		);
		expect((await project.run(testId)).status).toBe('passed');
		await project.http.call(deleteAutoAuth, {params});
		const why = await project.whyOf((await project.run(testId)).runId);
		expect(why).toMatchObject({kind: 'env', at: 'authentication of the project'});
		expect(why.cause).toContain('It carried no `Authorization`, which the same request had when the test last passed');
		expect(why.cause).not.toContain('without credentials when');
	});

	it('because a record of an earlier batch is gone: the value is named with its age', async () => {
		const project = await startProject();
		await project.addTest('creates an order', `${creates(1)}order_id = r.json()["id"]\n`, {produces: ['order_id']});
		const testId = await project.addTest(
			'reads the order',
			'import requests\nr = requests.get(f"{TARGET_URL}/orders/{order_id}")\nassert r.status_code == 200\n',
			{consumes: ['order_id']},
		);
		expect((await project.run(testId)).status).toBe('passed');
		project.orders.clear();
		project.http.advance(2 * 3_600_000);
		const {body} = await project.http.call(rerunTest, {params: {testId}, body: {skipDependencies: true}});
		const again = await project.ended(body.runId);
		expect(again.status).toBe('failed');
		const why = await project.whyOf(again.runId);
		expect(why).toMatchObject({kind: 'data', at: 'order_id'});
		expect(why.cause).toContain(
			'It used `order_id` as an earlier batch had captured it 2 hours before ("creates an order" did not run again',
		);
	});
});

describe('an exception of the test itself is explained', () => {
	it.each([
		[
			'a variable that nobody declared',
			'import requests\nrequests.get(f"{TARGET_URL}/orders/1")\nx = variables["order_id"]\n',
			'The test reads `variables["order_id"]` (line 3)',
		],
		[
			'a name of a list',
			'import requests\nr = requests.get(f"{TARGET_URL}/mine", headers={"Authorization": "x"})\nx = r.json()["items"]["id"]\n',
			'`$.items` in the answer of GET /mine (200) is a list',
		],
		[
			'JSON where there is none',
			'import requests\nr = requests.get(f"{TARGET_URL}/page")\nx = r.json()\n',
			'The test reads JSON (line 3), but GET /page answered 200 with "<p>maintenance</p>" (text/html), which is not JSON.',
		],
		[
			'JSON of its own',
			'import json\nassert 1\njson.loads("{")\n',
			'The test reads JSON (line 3) from a text that is none',
		],
		[
			'a name of a dictionary of its own',
			'assert 1\nprices = {"a": 1}\nx = prices["b"]\n',
			'The test looks up `b` (line 3) in `prices`, which it makes itself (line 2): there is no such key.',
		],
		[
			'a name deep in an answer',
			'import requests\nr = requests.post(f"{TARGET_URL}/orders", json={"qty": 1})\nx = r.json()["customer"]["name"]\n',
			'The test reads `customer` (line 3), but the answer of POST /orders (201) has only `id`, `qty`.',
		],
		[
			'an index',
			'import requests\nr = requests.post(f"{TARGET_URL}/orders", json={"qty": 1})\nparts = r.json()["id"].split("-")\nx = parts[9]\n',
			'IndexError',
		],
		['a missing value', 'assert 1\nx = None\nx["id"]\n', 'TypeError'],
	])('%s', async (_, code, expected) => {
		const project = await startProject();
		const {runId, status} = await project.run(await project.addTest('stumbles', code));
		expect(status).toBe('failed');
		expect((await project.whyOf(runId)).cause).toContain(expected);
	});
});
