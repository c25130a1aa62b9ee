import {createServer} from 'node:http';
import type {AddressInfo} from 'node:net';
import {readFileSync} from 'node:fs';
import {describe, expect, it, onTestFinished} from 'vitest';
import {createBackendRunner} from '../service/runners/backend.ts';
import {getBatch, runBatch} from '../contract/routes/batches.ts';
import {putCredential} from '../contract/routes/authentication.ts';
import {createProject} from '../contract/routes/projects.ts';
import {createTest} from '../contract/routes/tests.ts';
import {topicText} from '../source/help/help-topics.ts';
import {commands} from '../source/commands/index.ts';
import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import process from 'node:process';
import {startHttp} from './http/start-http.ts';
import {readCommandLine} from './helpers/command-line.ts';
import {pythonWith} from './helpers/python-with.ts';
import {commandsOf} from './helpers/shell-commands.ts';
import {svc} from './helpers/memory-system.ts';

const page = readFileSync(new URL('../docs/writing-tests.md', import.meta.url), 'utf8');

type Example = {words: string[]; code: string; name: string; failure: string | null};

/** The Python of the page, with the command of its first line and how it fails, if it is meant to. */
const examples: Example[] = [...page.matchAll(/^```python\n# (svc .+)\n([\s\S]*?)^```$/gm)].map(
	([, line = '', code = '']) => {
		const words = commandsOf(line)[0]!.words.slice(1);
		return {words, code, name: valuesOf(words, '--name')[0]!, failure: /^# fails: (.+)$/m.exec(code)?.[1] ?? null};
	},
);

function valuesOf(words: readonly string[], flag: string): string[] {
	return words.flatMap((word, index) => (word === flag ? [words[index + 1]!] : []));
}

/** An API of users behind a bearer token, as the page assumes one. */
async function startUsers() {
	const users = new Map<string, object>();
	const server = createServer(async (request, response) => {
		const send = (status: number, body: object | null) =>
			response.writeHead(status, {'content-type': 'application/json'}).end(body && JSON.stringify(body));
		if (request.headers.authorization !== 'Bearer sk-docs-0123456789') return send(401, {error: 'no credential'});
		const [, id] = /^\/users\/(.+)$/.exec(request.url ?? '') ?? [];
		if (request.method === 'DELETE' && id) return send(users.delete(id) ? 204 : 404, null);
		if (id) return users.has(id) ? send(200, users.get(id)!) : send(404, {});
		let text = '';
		for await (const chunk of request) text += String(chunk);
		const {name} = text === '' ? {} : JSON.parse(text);
		if (typeof name !== 'string') return send(422, {error: 'name is required'});
		const user = {id: `usr_${users.size + 1}`, name};
		users.set(user.id, user);
		return send(201, user);
	});
	await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
	onTestFinished(() => {
		server.closeAllConnections();
		server.close();
	});
	return {url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, users};
}

describe('docs/writing-tests.md', () => {
	it('shows commands of this client, each with the flags that it has', async () => {
		const lines = page.replace(/\n/g, ' ').match(/(?<=`)svc [^`]+(?=`)/g) ?? [];
		expect(lines.length).toBeGreaterThan(5);
		for (const line of [...lines.filter(one => !one.startsWith('svc help')), ...page.match(/^# (svc .+)$/gm)!]) {
			const [{words} = {words: []}] = commandsOf(line.replace(/^# /, '').replace(/<[\w-]+>/g, 'x'));
			expect({line, ...(await readCommandLine(words.slice(1)))}).toMatchObject({line, problem: null});
		}
	});

	it('says of every example what becomes of it: they run together, in the order that follows from what they declare', async () => {
		const {url} = await startUsers();
		const scratchDir = mkdtempSync(join(tmpdir(), 'svc-docs-'));
		onTestFinished(() => rmSync(scratchDir, {recursive: true, force: true}));
		const python = await pythonWith('requests');
		const backendRunner = createBackendRunner({python, scratchDir, dataDir: scratchDir, env: process.env});
		onTestFinished(() => backendRunner.stop());
		const http = await startHttp({backendRunner});
		const {body: project} = await http.call(createProject, {body: {type: 'backend', name: 'docs', targetUrl: url}});
		const {projectId} = project;
		await http.call(putCredential, {
			params: {projectId},
			body: {authType: 'Bearer token', credential: 'sk-docs-0123456789'},
		});
		expect(examples.length).toBeGreaterThan(5);
		for (const {words, code, name} of examples)
			await http.call(createTest, {
				body: {
					projectId,
					type: 'backend',
					name,
					code,
					produces: valuesOf(words, '--produces'),
					consumes: valuesOf(words, '--needs'),
					...(words.includes('teardown') ? {category: 'teardown' as const} : {}),
				},
			});
		const {body: ticket} = await http.call(runBatch, {body: {projectId}});
		let since = 0;
		for (;;) {
			const query = {since, waitSeconds: 20};
			const {body} = await http.call(getBatch, {params: {batchId: ticket.batchId!}, query});
			since = body.version;
			if (body.phase !== 'done') continue;
			const {body: whole} = await http.call(getBatch, {params: {batchId: ticket.batchId!}});
			const ends = Object.fromEntries(whole.members.map(({name, status, error}) => [name, [status, error ?? null]]));
			expect(ends).toEqual(
				Object.fromEntries(
					examples.map(({name, failure}) => [
						name,
						failure === null ? ['passed', null] : ['failed', expect.stringContaining(failure)],
					]),
				),
			);
			break;
		}
	});
});

describe('svc help runtime', () => {
	it('is that page, as a terminal shows it', async () => {
		const {exitCode, stdout, stderr} = await svc(['help', 'runtime']);
		expect([exitCode, stderr]).toEqual([0, '']);
		expect(stdout).toBe(topicText('runtime'));
		expect(stdout).not.toContain('`');
		for (const {code} of examples)
			for (const line of code.split('\n').filter(Boolean)) expect(stdout).toContain(`\n    ${line}\n`);
	});

	it('is named by the help of the program, and by a word that is near to it', async () => {
		expect((await svc(['help'])).stdout).toMatch(/Topics of svc help\n {2}runtime {2}/);
		const {exitCode, stderr} = await svc(['help', 'runtme']);
		expect(exitCode).toBe(5);
		expect(stderr).toContain('svc help runtime');
		expect((await svc(['runtime'])).stderr).toContain('Did you mean `svc help runtime`?');
		expect(Object.keys(commands.topics ?? {})).toEqual(['runtime']);
	});
});
