import {Buffer} from 'node:buffer';
import {mkdtempSync, readdirSync, readFileSync, rmSync, statSync} from 'node:fs';
import {createServer} from 'node:http';
import type {AddressInfo} from 'node:net';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import process from 'node:process';
import {afterAll, beforeAll, expect, it, onTestFinished} from 'vitest';
import {createBackendRunner} from '../../../service/runners/backend.ts';
import type {Runner} from '../../../service/runners/runner.ts';
import {createHttpClient} from '../../../source/client/http-client.ts';
import {getBatch, runBatch} from '../../../contract/routes/batches.ts';
import {getCleanup} from '../../../contract/routes/cleanup.ts';
import {createEndpoint} from '../../../contract/routes/endpoints.ts';
import {createProject} from '../../../contract/routes/projects.ts';
import {createTest} from '../../../contract/routes/tests.ts';
import {MemorySystem} from '../../helpers/memory-system.ts';
import {pythonWith} from '../../helpers/python-with.ts';
import {openScreen} from '../../helpers/terminal-screen.tsx';
import {type HttpUnderTest, startHttp} from '../../http/start-http.ts';

const scratch = mkdtempSync(join(tmpdir(), 'svc-canaries-'));
let runner: Runner;
beforeAll(async () => {
	const python = await pythonWith('requests');
	runner = createBackendRunner({python, scratchDir: join(scratch, 'runs'), dataDir: scratch, env: process.env});
});
afterAll(async () => {
	await runner.stop();
	rmSync(scratch, {recursive: true, force: true});
});

/** A secret for each place of a run that may hold one; the tests get them from the target, their source is no secret. */
const places = [
	...['json', 'nested', 'form', 'query', 'multipart', 'password', 'token', 'session', 'refresh', 'forgery', 'cookie'],
	...['bearer', 'apikey', 'header', 'handle', 'captured'],
];
const canary = Object.fromEntries(places.map((name, n) => [name, `canary-${name}-${'q7'.repeat(n + 4)}`])) as Record<
	string,
	string
>;

const backwards = (text: string) => [...text].reverse().join('');

/** Hands the canaries out, logs in with a token, a cookie and a header, and keeps records under a secret handle. */
async function startTarget() {
	const records = new Set<string>();
	const server = createServer(async (request, response) => {
		for await (const _ of request);
		const {pathname} = new URL(request.url ?? '/', 'http://h');
		const answer = (status: number, body?: unknown, headers = {}) =>
			response.writeHead(status, {'content-type': 'application/json', ...headers}).end(body && JSON.stringify(body));
		if (pathname === '/give')
			return answer(
				200,
				Object.entries(canary).map(([name, value]) => [name, backwards(value)]),
			);
		if (pathname === '/login')
			return answer(
				200,
				{access_token: canary['token'], refreshToken: canary['refresh'], user: {id: 4}},
				{'set-cookie': `sid=${canary['session']}; HttpOnly; Path=/`, 'x-csrf-token': canary['forgery']},
			);
		if (request.method === 'POST' && pathname === '/links') {
			records.add(canary['handle']!);
			return answer(201, {secret: canary['handle'], title: 'A link'});
		}
		if (request.method === 'DELETE') {
			// Only the session that made it may delete it.
			if (!request.headers.cookie?.includes(canary['session']!)) return answer(403);
			return records.delete(decodeURIComponent(pathname.split('/').at(-1)!)) ? answer(204) : answer(404);
		}
		return answer(200, {client_secret: canary['captured'], note: 'fine'});
	});
	await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
	onTestFinished(() => void server.close());
	return {url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, records};
}

const code = `
import requests
given = {name: text[::-1] for name, text in requests.get(TARGET_URL + "/give").json()}
s = requests.Session()
login = s.post(TARGET_URL + "/login", json={"user": "ada", "password": given["password"]})
s.headers["Authorization"] = "Bearer " + login.json()["access_token"]
s.headers["X-CSRF-Token"] = login.headers["X-CSRF-Token"]
s.cookies.set("own", given["cookie"])
s.post(TARGET_URL + "/users", json={"newPassword": given["json"], "deep": [{"client_secret": given["nested"]}]})
s.post(TARGET_URL + "/users", data={"passwd": given["form"], "name": "Ada"})
s.get(TARGET_URL + "/users", params={"access_token": given["query"], "page": "1"})
s.post(TARGET_URL + "/upload", files={"file": ("a.bin", b"\\x00\\xff")}, data={"cvv": given["multipart"]})
requests.get(TARGET_URL + "/users", headers={"Authorization": "Bearer " + given["bearer"], "X-API-Key": given["apikey"], "X-Client-Secret": given["header"]})
s.post(TARGET_URL + "/links", json={"title": "A link"})
held = s.get(TARGET_URL + "/users").json()["client_secret"]
produce("session_token", held)
print("token=" + given["token"], {"password": given["json"]}, s.headers["Authorization"])
raise AssertionError("expected that " + given["token"] + " opens, got " + held)
`;

type World = {http: HttpUnderTest; batchId: string; runId: string; testId: string};

async function runIt(directory: string): Promise<World> {
	const target = await startTarget();
	const http = await startHttp({backendRunner: runner, directory});
	const {body: project} = await http.call(createProject, {body: {type: 'backend', name: 'P', targetUrl: target.url}});
	const projectId = project.id;
	await http.call(createEndpoint, {params: {projectId}, body: {method: 'DELETE', path: '/links/{secret}'}});
	const input = {projectId, type: 'backend' as const, name: 'sends secrets', code, produces: ['session_token']};
	const {body: test} = await http.call(createTest, {body: input});
	const {body: ticket} = await http.call(runBatch, {body: {projectId}});
	const batchId = ticket.batchId!;
	for (let since = 0; ; ) {
		const {body} = await http.call(getBatch, {params: {batchId}, query: {since, waitSeconds: 20}});
		if (body.phase === 'done') break;
		since = body.version;
	}
	// The record with the secret handle was deleted in the session that made it.
	const {body: view} = await http.call(getCleanup, {params: {batchId}});
	expect(view.cleanedUp).toMatchObject([{outcome: 'auto'}]);
	expect(target.records.size).toBe(0);
	return {http, batchId, runId: ticket.accepted[0]!.runId, testId: test.testId};
}

/** Names of the canaries that a text holds, as they are or in base64. */
const heard = (text: string): string[] =>
	places.filter(name => text.includes(canary[name]!) || text.includes(btoa(canary[name]!).replace(/=+$/, '')));

function filesBelow(folder: string): Array<{path: string; text: string}> {
	const paths = (readdirSync(folder, {recursive: true}) as string[]).map(name => join(folder, name));
	return paths.filter(path => statSync(path).isFile()).map(path => ({path, text: readFileSync(path, 'latin1')}));
}

/** Everything that commands print and write of a run. */
async function commandTexts({http, batchId, runId, testId}: World): Promise<Map<string, string>> {
	const texts = new Map<string, string>();
	const env = {
		...{SVC_API_URL: http.url, SVC_API_KEY: http.key, GITHUB_ACTIONS: 'true'},
		...{GITHUB_OUTPUT: 'output', GITHUB_STEP_SUMMARY: 'summary.md'},
	};
	const lines = [
		`batch watch ${batchId} --report junit --report-file junit.xml --summary-file summary.json --gh-output`,
		...['get', 'calls', 'variables', 'chains', 'cleanup'].map(view => `batch ${view} ${batchId}`),
		`batch cleanup ${batchId} --plan`,
		...[
			`test result ${testId}`,
			`test steps ${testId}`,
			`test failure get ${testId}`,
			`test failure summary ${testId}`,
		],
		`test artifact get ${runId} --out bundle`,
		`run list --project unknown`,
	];
	for (const line of lines)
		for (const output of ['text', 'json']) {
			const memory = new MemorySystem(['--output', output, '--verbose', ...line.split(' ')], {env});
			await memory.run();
			texts.set(`${line} as ${output}`, memory.stdout.text + memory.stderr.text);
			for (const {path, text} of filesBelow(memory.system.cwd)) texts.set(`${path} of ${line}`, text);
		}
	return texts;
}

/** What the screens of a run show at 100 columns, and what they copy. */
async function screenTexts({http, batchId}: World): Promise<Map<string, string>> {
	const texts = new Map<string, string>();
	const client = createHttpClient({
		...{endpoint: http.url, apiKey: http.key, version: '0.0.0', requestTimeoutMs: 30_000, env: {}},
		...{now: Date.now, elapsed: () => performance.now(), sleep: async () => undefined, random: () => 0.5},
	});
	for (const [screen, words] of [
		['run', 'sends secrets'],
		['variables', 'session_token'],
		['cleanup', 'Auto-cleaned'],
		['dataflow', '/login'],
		['chains', 'sends secrets'],
	] as const) {
		const opened = openScreen(client, {screen, id: batchId, columns: 100, rows: 40});
		const {terminal} = opened;
		await terminal.shows(words);
		// Through the rows, into each, and a copy of whatever can be copied there.
		for (const keys of ['j', 'C', '\r', 'C', 'j', 'j', 'C', 'o', 'j', '\r', 'C', 'G', 'C']) {
			terminal.type(keys);
			await terminal.drained();
		}
		await terminal.quiet();
		const written = terminal.written.join('');
		const copies = [...written.matchAll(/\]52;c;([A-Za-z0-9+/=]+)/g)].map(([, text = '']) =>
			Buffer.from(text, 'base64').toString(),
		);
		texts.set(`screen ${screen}`, written + terminal.text());
		texts.set(`copies of ${screen}`, copies.join('\n'));
		await opened.close();
	}
	await client.close();
	return texts;
}

it('no secret of a run is in a file, a log line, an answer, a report, a bundle, a frame or a copy', async () => {
	const directory = mkdtempSync(join(tmpdir(), 'svc-canaries-data-'));
	onTestFinished(() => rmSync(directory, {recursive: true, force: true}));
	const world = await runIt(directory);
	const commands = await commandTexts(world);
	const screens = await screenTexts(world);
	const log = world.http.log.join('\n');
	await world.http.close();
	const kept = new Map(filesBelow(directory).map(({path, text}) => [path, text]));
	const all = new Map([...commands, ...screens, ...kept, ['the log', log]]);
	const found = [...all].flatMap(([where, text]) => heard(text).map(name => `${name} in ${where}`));
	expect(found).toEqual([]);
	// Nothing was found because there was nothing to read: what is no secret is there.
	const text = [...commands.values()].join('\n');
	for (const word of ['A link', 'page', 'Ada', '•••', 'cleanup.captured']) expect(text).toContain(word);
	expect([...commands.keys()].some(name => name.includes('bundle'))).toBe(true);
	expect([...screens].find(([name]) => name === 'copies of dataflow')?.[1]).toContain('curl');
	// Not even what stands for them in the store.
	expect([...commands, ...screens].flatMap(([where, told]) => (told.includes('~~sealed') ? where : []))).toEqual([]);
	expect(kept.size).toBeGreaterThan(0);
});
