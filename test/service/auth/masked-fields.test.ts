import {mkdtempSync, readdirSync, readFileSync, rmSync, statSync} from 'node:fs';
import {createServer, type IncomingMessage, type Server} from 'node:http';
import type {AddressInfo} from 'node:net';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import process from 'node:process';
import {afterAll, beforeAll, expect, it, onTestFinished} from 'vitest';
import {createBackendRunner} from '../../../service/runners/backend.ts';
import type {Runner} from '../../../service/runners/runner.ts';
import {runBatch} from '../../../contract/routes/batches.ts';
import {updateCleanupSettings} from '../../../contract/routes/cleanup.ts';
import {createEndpoint} from '../../../contract/routes/endpoints.ts';
import {createProject} from '../../../contract/routes/projects.ts';
import {rerunTest} from '../../../contract/routes/reruns.ts';
import {getRun} from '../../../contract/routes/runs.ts';
import {createTest} from '../../../contract/routes/tests.ts';
import {pythonWith} from '../../helpers/python-with.ts';
import {type HttpUnderTest, type StartOptions, startHttp} from '../../http/start-http.ts';

const scratch = mkdtempSync(join(tmpdir(), 'svc-masked-'));
let runner: Runner;
beforeAll(async () => {
	const python = await pythonWith('requests');
	runner = createBackendRunner({python, scratchDir: join(scratch, 'runs'), dataDir: scratch, env: process.env});
});
afterAll(async () => {
	await runner.stop();
	rmSync(scratch, {recursive: true, force: true});
});

/** A secret for each place; a test gets them from the target, because its own source is shown as it is. */
const names = 'json nested list form query multipart header echo pin handle captured marked added removed open'.split(
	' ',
);
const canary = Object.fromEntries(
	names.map((name, n) => [name, name === 'pin' ? '48213' : `canary-${name}-${'x7'.repeat(n + 3)}`]),
) as Record<string, string>;

/** Gives the canaries away, takes them in every form, keeps records under a secret handle, and repeats what it hears. */
async function startTarget() {
	const seen: string[] = [];
	const records = new Set<string>();
	const bodyOf = async (request: IncomingMessage) => {
		let text = '';
		for await (const chunk of request.setEncoding('latin1')) text += chunk;
		return text;
	};
	const server: Server = createServer(async (request, response) => {
		const heard = await bodyOf(request);
		const {pathname} = new URL(request.url ?? '/', 'http://h');
		seen.push(`${request.method} ${request.url} ${heard}`);
		const answer = (status: number, body?: unknown, headers = {}) =>
			response.writeHead(status, {'content-type': 'application/json', ...headers}).end(body && JSON.stringify(body));
		if (pathname === '/give')
			return answer(
				200,
				Object.entries(canary).map(([name, value]) => [name, btoa(value)]),
			);
		if (request.method === 'POST' && pathname === '/links') {
			records.add(canary['handle']!);
			return answer(201, {secret: canary['handle'], title: 'A link'});
		}
		if (request.method === 'DELETE') {
			const handle = decodeURIComponent(pathname.split('/').at(-1)!);
			return records.delete(handle) ? answer(200, {deleted: handle}) : answer(404);
		}
		return answer(
			200,
			{token: canary['captured'], open: canary['open'], heard, q: request.url},
			{'x-reset-token': canary['header']},
		);
	});
	await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
	onTestFinished(() => void server.close());
	return {url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen, records};
}

const sending = `
import requests, base64
given = {name: base64.b64decode(text).decode() for name, text in requests.get(TARGET_URL + "/give").json()}
s = requests.Session()
s.post(TARGET_URL + "/users", json={"newPassword": given["json"], "deep": [{"client_secret": given["nested"]}], "pin": int(given["pin"])})
s.post(TARGET_URL + "/users", json={"tokens": [given["list"]], "api-key": given["echo"], "note": "says " + given["echo"]})
s.post(TARGET_URL + "/users", data={"passwd": given["form"], "name": "Ada"})
s.get(TARGET_URL + "/users", params={"access_token": given["query"], "page": "1"})
s.post(TARGET_URL + "/upload", files={"file": ("a.bin", b"\\x00\\xff")}, data={"cvv": given["multipart"]})
s.post(TARGET_URL + "/marked", json={"alias": given["marked"], "taxNumber": given["added"]})
last = s.post(TARGET_URL + "/users", json={"cvc": given["removed"]})
produce("session_token", last.json()["token"])
produce("landmark", last.json()["open"])
print("password=" + given["json"], {"token": given["nested"]}, last.json())
s.post(TARGET_URL + "/links", json={"title": "A link"})
`;
const using = `
import requests
assert session_token.startswith("canary-captured")
answer = requests.get(TARGET_URL + "/mine/" + session_token, params={"landmark": landmark})
assert answer.status_code == 204, "the token %s is not taken: %s" % (session_token, answer.text)
`;

const secret = names.filter(name => name !== 'open' && name !== 'removed').map(name => canary[name]!);

async function startWorld(options: StartOptions = {}) {
	const target = await startTarget();
	const http = await startHttp({backendRunner: runner, ...options});
	const {body: project} = await http.call(createProject, {body: {type: 'backend', name: 'P', targetUrl: target.url}});
	const params = {projectId: project.id};
	await http.call(updateCleanupSettings, {params, body: {maskedFields: {add: ['tax_number'], remove: ['cvc']}}});
	await http.call(createEndpoint, {params, body: {method: 'DELETE', path: '/links/{secret}'}});
	const {body: marked} = await http.call(createEndpoint, {params, body: {method: 'POST', path: '/marked'}});
	await http.database
		.updateTable('endpoints')
		.set({request_shape: JSON.stringify({...marked.requestShape, body: {properties: {alias: {writeOnly: true}}}})})
		.where('id', '=', marked.endpointId)
		.execute();
	const add = async (name: string, code: string, more: object = {}) =>
		(await http.call(createTest, {body: {projectId: project.id, type: 'backend', name, code, ...more}})).body.testId;
	const first = await add('sends', sending, {produces: ['session_token', 'landmark']});
	const second = await add('uses', using, {consumes: ['session_token', 'landmark']});
	return {target, http, params, first, second};
}

/** Runs everything to the end of the cleanup; the runs by their test. */
async function ended(http: HttpUnderTest, runIds: readonly string[], key = http.key) {
	const query = {waitSeconds: 25, until: 'batch' as const};
	const runs = [];
	for (const runId of runIds) {
		let run = (await http.call(getRun, {key, params: {runId}, query})).body;
		while (run.batchPhase !== 'done') run = (await http.call(getRun, {key, params: {runId}, query})).body;
		runs.push(run);
	}
	return runs;
}

function expectNoneIn(text: string, where: string, allowed: readonly string[] = []) {
	const found = secret.filter(one => !allowed.includes(one) && text.includes(one));
	expect(found, where).toEqual([]);
}

it('no secret of a field, a captured value or a handle is left in a file, a log line or an answer, and all of them work', async () => {
	const folder = mkdtempSync(join(tmpdir(), 'svc-masked-'));
	onTestFinished(() => rmSync(folder, {recursive: true, force: true}));
	const {target, http, params, first, second} = await startWorld({directory: folder});
	const {body: ticket} = await http.call(runBatch, {body: params});
	const [sent, used] = await ended(
		http,
		[first, second].map(id => ticket.accepted.find(one => one.testId === id)!.runId),
	);
	// The tests saw the API as it is, and each other's values.
	expect([sent!.status, used!.status]).toEqual(['passed', 'failed']);
	expect(target.seen.some(line => line.includes(`/mine/${canary['captured']}`))).toBe(true);
	// The record whose handle is a secret was deleted.
	expect(target.records.size).toBe(0);
	expect(target.seen).toContain(`DELETE /links/${canary['handle']} `);
	const paths = [
		...['calls', 'variables', 'cleanup', 'chains', ''].map(view => `/batches/${ticket.batchId}/${view}`),
		...[first, second].flatMap(id => ['result', 'steps'].map(part => `/tests/${id}/${part}`)),
		`/tests/${second}/failure`,
		`/tests/${second}/failure/summary`,
		`/runs/${sent!.runId}`,
		`/runs/${used!.runId}/failure`,
	];
	let calls = '';
	for (const path of paths) {
		const text = await (await http.send('GET', path.replace(/\/$/, ''))).text();
		expectNoneIn(text, path);
		expect(text, path).not.toContain('~~sealed');
		if (path.endsWith('/calls')) calls = text;
	}
	// What is no secret stays, also what a variable of an ordinary name holds.
	for (const kept of ['Ada', 'page', 'A link', canary['open']!, canary['removed']!]) expect(calls).toContain(kept);
	expectNoneIn(http.log.join('\n'), 'the log');
	await http.close();
	const files = (readdirSync(folder, {recursive: true}) as string[]).map(name => join(folder, name));
	for (const path of files.filter(one => statSync(one).isFile())) {
		const text = readFileSync(path, 'latin1');
		expectNoneIn(text, path);
	}
});

it('a rerun that skips what it needs gets the value itself, also after a restart', async () => {
	const folder = mkdtempSync(join(tmpdir(), 'svc-masked-'));
	onTestFinished(() => rmSync(folder, {recursive: true, force: true}));
	const secretsKey = new Uint8Array(32).fill(3);
	const {target, http, params, first, second} = await startWorld({directory: folder, secretsKey});
	const {body: ticket} = await http.call(runBatch, {body: params});
	await ended(http, [ticket.accepted.find(one => one.testId === first)!.runId]);
	await http.close();
	const again = await startHttp({backendRunner: runner, directory: folder, secretsKey});
	target.seen.length = 0;
	const key = await again.newKey({accountId: http.accountId});
	const {body: rerun} = await again.call(rerunTest, {key, params: {testId: second}, body: {skipDependencies: true}});
	await ended(again, [rerun.runId], key);
	expect(target.seen).toEqual([`GET /mine/${canary['captured']}?landmark=${canary['open']} `]);
});
