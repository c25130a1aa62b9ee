import {mkdtempSync, readdirSync, readFileSync, rmSync, statSync} from 'node:fs';
import {createServer} from 'node:http';
import type {AddressInfo} from 'node:net';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import process from 'node:process';
import {afterAll, beforeAll, expect, it, onTestFinished} from 'vitest';
import {createSecretBox} from '../../../service/auth/secret-box.ts';
import {storedSecrets} from '../../../service/auth/stored-secrets.ts';
import {secretNameRule} from '../../../service/domain/secret-names.ts';
import {createBackendRunner} from '../../../service/runners/backend.ts';
import type {Runner} from '../../../service/runners/runner.ts';
import {sealEarlierCaptures} from '../../../service/store/captures/seal-earlier-captures.ts';
import {getBatch, runBatch} from '../../../contract/routes/batches.ts';
import {createProject} from '../../../contract/routes/projects.ts';
import {putCredential} from '../../../contract/routes/authentication.ts';
import {createTest} from '../../../contract/routes/tests.ts';
import {listBatchVariables} from '../../../contract/routes/variables.ts';
import {testProtection} from '../../helpers/protection.ts';
import {type HttpUnderTest, startHttp} from '../../http/start-http.ts';

const scratch = mkdtempSync(join(tmpdir(), 'svc-captured-'));
const key = new Uint8Array(32).fill(3);
let runner: Runner;
beforeAll(() => {
	runner = createBackendRunner({scratchDir: join(scratch, 'runs'), dataDir: scratch, env: process.env});
});
afterAll(async () => {
	await runner.stop();
	rmSync(scratch, {recursive: true, force: true});
});

const stored = 'kept-9f3a71c0de44';
const given = 'handed-out-77bb21ee90';

/** Tells what it was sent, and hands a token out. */
async function startTarget() {
	const heard: string[] = [];
	const server = createServer((request, response) => {
		heard.push(`${request.url} ${request.headers['x-echo'] ?? ''}`);
		response.setHeader('content-type', 'application/json');
		response.end(JSON.stringify({parts: [given.slice(0, 8), given.slice(8)]}));
	});
	await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
	onTestFinished(() => void server.close());
	return {url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, heard};
}

const producer = `
import urllib.request, json
given = "".join(json.load(urllib.request.urlopen(TARGET_URL + "/hello"))["parts"])
produce("greeting", __AUTH_CREDENTIAL__)
produce("sentence", "I am " + __AUTH_CREDENTIAL__ + ", hello")
produce("profile", {"name": "Ada", "seen": [__AUTH_CREDENTIAL__, 12345678901234567890]})
produce("session_token", {"kind": "short", "text": given, "uses": 3})
produce("greeted", "Ada")
`;
const consumer = `
import urllib.request
got = [greeting, sentence, profile["seen"][0], str(profile["seen"][1]), session_token["text"], str(session_token["uses"]), greeted]
urllib.request.urlopen(urllib.request.Request(TARGET_URL + "/used", headers={"X-Echo": "|".join(got)}))
`;
const names = ['greeting', 'sentence', 'profile', 'session_token', 'greeted'];

async function runAll(http: HttpUnderTest, projectId: string): Promise<string> {
	const {body: ticket} = await http.call(runBatch, {body: {projectId}});
	for (let since = 0; ; ) {
		const {body} = await http.call(getBatch, {
			params: {batchId: ticket.batchId!},
			query: {since, waitSeconds: 20},
		});
		if (body.phase === 'done') {
			const {body: whole} = await http.call(getBatch, {params: {batchId: body.batchId}});
			expect(whole.members.map(member => member.label)).toEqual(['Pass', 'Pass']);
			return body.batchId;
		}
		since = body.version;
	}
}

const textsBelow = (folder: string): string =>
	(readdirSync(folder, {recursive: true}) as string[])
		.map(name => join(folder, name))
		.filter(path => statSync(path).isFile())
		.map(path => readFileSync(path, 'latin1'))
		.join('\n');

async function startWorld() {
	const directory = mkdtempSync(join(tmpdir(), 'svc-captured-data-'));
	onTestFinished(() => rmSync(directory, {recursive: true, force: true}));
	const target = await startTarget();
	const http = await startHttp({backendRunner: runner, directory, secretsKey: key});
	const {body: project} = await http.call(createProject, {body: {type: 'backend', name: 'P', targetUrl: target.url}});
	const projectId = project.id;
	await http.call(putCredential, {params: {projectId}, body: {authType: 'API key', credential: stored}});
	const test = (name: string, code: string, produces: string[], consumes: string[]) =>
		http.call(createTest, {body: {projectId, type: 'backend', name, code, produces, consumes}});
	await test('Produces', producer, names, []);
	await test('Consumes', consumer, [], names);
	return {directory, target, http, projectId};
}

const used = `/used ${stored}|I am ${stored}, hello|${stored}|12345678901234567890|${given}|3|Ada`;

it('a captured value that is a stored secret, holds one, or is tagged as one is readable nowhere, and used as it was', async () => {
	const {directory, target, http, projectId} = await startWorld();
	const batchId = await runAll(http, projectId);
	expect(target.heard).toContain(used);
	// While the service holds it open: the log of writes is beside the store.
	const kept = textsBelow(directory);
	expect(kept).toContain('greeted');
	for (const secret of [stored, given, btoa(stored).slice(0, 12)]) expect(kept.includes(secret), secret).toBe(false);
	const {body: view} = await http.call(listBatchVariables, {params: {batchId}});
	const shown = Object.fromEntries(view.items.map(({name, value, tag}) => [name, `${tag} ${value}`]));
	expect(shown).toEqual({
		greeting: 'token •••',
		sentence: 'token •••',
		profile: 'token •••',
		session_token: 'token •••',
		greeted: 'value Ada',
	});
	expect(JSON.stringify(view)).not.toContain('~~sealed');
});

it('values of before are sealed once when the service starts, leave no byte behind, and serve as before', async () => {
	const {directory, target, http, projectId} = await startWorld();
	const batchId = await runAll(http, projectId);
	const protection = testProtection(key);
	// As an earlier version had stored them.
	for (const {id, value} of await http.database.selectFrom('captures').select(['id', 'value']).execute())
		await http.database
			.updateTable('captures')
			.set({value: protection.openJson(value)})
			.where('id', '=', id)
			.execute();
	expect(textsBelow(directory)).toContain(stored);
	const secretsOf = (id: string) => storedSecrets(http.database, createSecretBox(key), id, secretNameRule());
	await sealEarlierCaptures(http.database, protection, secretsOf);
	const kept = textsBelow(directory);
	for (const secret of [stored, given]) expect(kept.includes(secret), secret).toBe(false);
	const rows = await http.database.selectFrom('captures').select(['name', 'value']).orderBy('name').execute();
	expect(rows.find(({name}) => name === 'greeted')?.value).toBe('"Ada"');
	// Nothing is sealed twice.
	await http.database.deleteFrom('meta').execute();
	await sealEarlierCaptures(http.database, protection, secretsOf);
	expect(await http.database.selectFrom('captures').select(['name', 'value']).orderBy('name').execute()).toEqual(rows);
	expect(batchId).not.toBe('');
	target.heard.length = 0;
	await runAll(http, projectId);
	expect(target.heard).toContain(used);
});
