import {createServer, type IncomingMessage} from 'node:http';
import type {AddressInfo} from 'node:net';
import {onTestFinished} from 'vitest';
import type {Runner} from '../../../service/runners/runner.ts';
import type {Batch} from '../../../contract/batch.ts';
import {getBatch, runBatch} from '../../../contract/routes/batches.ts';
import {createEndpoint} from '../../../contract/routes/endpoints.ts';
import {createProject} from '../../../contract/routes/projects.ts';
import {createTest} from '../../../contract/routes/tests.ts';
import type {ScriptedOutcome} from '../../helpers/scripted-runner.ts';
import {type HttpUnderTest, startHttp} from '../../http/start-http.ts';

export type TestInput = {
	produces?: string[];
	consumes?: string[];
	category?: string;
	kind?: 'integration';
	wiring?: Record<string, string>;
};

export type Shop = HttpUnderTest & {
	projectId: string;
	/** Adds a Python test; `call(method, path, body, headers)` answers status, JSON and headers. */
	add(name: string, lines: string | readonly string[], input?: TestInput): Promise<string>;
	/** Runs the whole project and waits for its end, cleanup included. */
	run(): Promise<Batch>;
	ended(batchId: string): Promise<Batch>;
	/** Answers every request to that `METHOD /path` from now on. */
	reply(request: string, status: number, body?: unknown): void;
};

const preamble = `
import json, urllib.request, urllib.error
def call(method, path, body=None, headers={}):
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(BASE_URL + path, data=data, method=method, headers={'content-type': 'application/json', **headers})
    try:
        response = urllib.request.urlopen(request, timeout=120)
    except urllib.error.HTTPError as error:
        response = error
    text = response.read().decode()
    return response.status, json.loads(text) if text else None, response.headers
`;

/**
 * A service whose tests are executed by the real Python runner, aimed at a real API with collections: POST creates a
 * record with the next number, GET reads it, DELETE removes it.
 */
export async function startShop(python: Runner, endpoints: readonly string[] = []): Promise<Shop> {
	const replies = new Map<string, {status: number; body: unknown}>();
	const records = new Map<string, Record<string, unknown>>();
	let last = 100;
	const api = createServer(async (request, response) => {
		const sent = await bodyOf(request);
		const path = (request.url ?? '').split('?', 1)[0]!;
		const send = (status: number, body?: unknown, headers: Record<string, string> = {}) => {
			response.writeHead(status, {'content-type': 'application/json', ...headers});
			response.end(body === undefined ? undefined : JSON.stringify(body));
		};
		const reply = replies.get(`${request.method} ${path}`);
		if (reply) return send(reply.status, reply.body);
		if (path === '/login') return send(200, {access_token: 'tok-0123456789-abcdef'});
		if (request.method === 'POST') {
			const id = ++last;
			const record = {id, ...(sent as object)};
			records.set(`${path}/${id}`, record);
			return send(201, path === '/nested' ? {data: {items: [{id}]}} : record, {location: `${path}/${id}`});
		}
		const record = records.get(path);
		if (!record) return send(404, {error: 'not found'});
		if (request.method === 'DELETE') {
			records.delete(path);
			return send(204);
		}
		send(200, record);
	});
	await new Promise<void>(resolve => api.listen(0, '127.0.0.1', resolve));
	onTestFinished(async () => {
		api.closeAllConnections();
		await new Promise(resolve => api.close(resolve));
	});
	const http = await startHttp();
	const targetUrl = `http://127.0.0.1:${(api.address() as AddressInfo).port}`;
	const project = await http.call(createProject, {body: {type: 'backend', name: 'Shop', targetUrl}});
	const {projectId} = project.body;
	for (const endpoint of endpoints) {
		const [method = '', path = ''] = endpoint.split(' ');
		await http.call(createEndpoint, {params: {projectId}, body: {method: method as 'GET', path}});
	}
	const ended = async (batchId: string): Promise<Batch> => {
		for (let since = 0; ; ) {
			const {body} = await http.call(getBatch, {params: {batchId}, query: {since, waitSeconds: 20}});
			if (body.phase === 'done') return (await http.call(getBatch, {params: {batchId}})).body;
			since = body.version;
		}
	};
	return {
		...http,
		projectId,
		ended,
		async add(name, lines, {kind, ...input} = {}) {
			const code = [preamble, ...(typeof lines === 'string' ? [lines] : lines)].join('\n');
			const {body} = await http.call(createTest, {body: {projectId, type: 'backend', name, code, ...input}});
			if (kind) await http.database.updateTable('tests').set({kind}).where('id', '=', body.testId).execute();
			http.runner.script(name, async (job): Promise<ScriptedOutcome> => {
				const {captures, ...outcome} = await python.run(job).result;
				return {...outcome, produces: Object.fromEntries(captures.map(({name: key, value}) => [key, value]))};
			});
			return body.testId;
		},
		async run() {
			const {body} = await http.call(runBatch, {body: {projectId}});
			if (body.batchId === null) throw new Error(`nothing was accepted: ${JSON.stringify(body)}`);
			return ended(body.batchId);
		},
		reply: (request, status, body) => void replies.set(request, {status, body}),
	};
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
	const parts: Buffer[] = [];
	for await (const part of request) parts.push(part as Buffer);
	const text = Buffer.concat(parts).toString();
	return text === '' ? {} : JSON.parse(text);
}
