import {once} from 'node:events';
import {mkdtempSync, readFileSync, rmSync} from 'node:fs';
import {createServer, type ServerResponse} from 'node:http';
import type {AddressInfo} from 'node:net';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {pathToFileURL} from 'node:url';
import {afterAll, beforeAll, describe, expect, it, onTestFinished} from 'vitest';
import type {JobMessage} from '../../../service/discovery/document-job.ts';
import {createDocumentReader, readerLimits, type ReaderLimits} from '../../../service/discovery/document-reader.ts';
import type {Discovery} from '../../../contract/discovery.ts';
import {basePath} from '../../../contract/route.ts';
import {buildService, spawnServe} from '../process/spawn-serve.ts';
import {fixture} from './documents.ts';

let service: Awaited<ReturnType<typeof buildService>>;
beforeAll(async () => {
	service = await buildService();
});
afterAll(() => service?.remove());

const reader = (limits?: ReaderLimits) =>
	createDocumentReader(pathToFileURL(service.entry).href, limits && (() => limits));
const never = new AbortController().signal;

/** A document with that many paths, each with a body of its own. */
const large = (paths: number) =>
	JSON.stringify({
		openapi: '3.0.0',
		paths: Object.fromEntries(
			Array.from({length: paths}, (_, number) => [`/things${number}/{id}`, {delete: {summary: `Removes ${number}`}}]),
		),
	});

const origin = {documentId: null, name: 'a document'};

describe('the thread of a document', () => {
	it('hands on its endpoints some at a time, and waits until they are taken', async () => {
		const messages: JobMessage[] = [];
		let taking = 0;
		await reader()(
			{kind: 'read', bytes: Buffer.from(large(110)), origin},
			async message => {
				expect(++taking).toBe(1);
				await new Promise(resolve => setImmediate(resolve));
				messages.push(message);
				taking--;
			},
			never,
		);
		const counts = messages.map(message => (message.kind === 'endpoints' ? message.endpoints.length : message.kind));
		expect(counts).toEqual([25, 25, 25, 25, 10, 'read']);
	});

	it('leaves the bytes of its caller alone', async () => {
		const bytes = fixture('orders-3.0.yaml');
		const before = Buffer.from(bytes).toString();
		await reader()({kind: 'inspect', bytes, contentType: 'application/yaml'}, async () => {}, never);
		expect(Buffer.from(bytes).toString()).toBe(before);
	});

	it('ends when nobody wants the document any more', async () => {
		const abort = new AbortController();
		const reason = new Error('cancelled');
		const reading = reader()(
			{kind: 'read', bytes: Buffer.from(large(1000)), origin},
			async () => abort.abort(reason),
			abort.signal,
		);
		await expect(reading).rejects.toBe(reason);
	});

	it('may take memory by the length of its document', () => {
		const memoryOf = (bytes: number) => readerLimits(bytes).memoryMb;
		expect([0, 4_000_000, 33_554_432].map(memoryOf)).toEqual([128, 256, 1024]);
	});

	it.each([
		['memory', {memoryMb: 24, timeoutMs: 600_000}, /more than 24 MB of memory/],
		['time', {memoryMb: 1024, timeoutMs: 1}, /longer than 0\.001 s/],
	])('says that a document takes too much %s, and nothing else ends', async (_, limits, reason) => {
		const said: JobMessage[] = [];
		const bytes = Buffer.from(`openapi: 3.0.0\npaths: {}\nx: [${'[],'.repeat(200_000)}]\n`);
		await reader(limits)({kind: 'read', bytes, origin}, async message => void said.push(message), never);
		expect(said).toEqual([{kind: 'failed', reason: expect.stringMatching(reason)}]);
	});
});

describe('a killed service', () => {
	it('takes its discovery up again, and ends it once', async () => {
		const dataDir = mkdtempSync(join(tmpdir(), 'svc-discovery-'));
		onTestFinished(() => rmSync(dataDir, {recursive: true, force: true}));
		const asked: ServerResponse[] = [];
		let isHeld = true;
		const api = createServer((_, response) => {
			if (isHeld) asked.push(response);
			else response.end(fixture('orders-3.0.yaml'));
			api.emit('asked');
		}).listen(0, '127.0.0.1');
		await once(api, 'listening');
		onTestFinished(() => {
			api.closeAllConnections();
			api.close();
		});
		const documentUrl = `http://127.0.0.1:${(api.address() as AddressInfo).port}/openapi.yaml`;

		const first = await spawnServe(service.entry, {dataDir, logFile: join(dataDir, 'logs', 'log')});
		const caller = await callerOf(dataDir, first.said.url!);
		const {id} = await caller<{id: string}>('POST', '/projects', {type: 'backend', name: 'Shop'});
		const wasAsked = once(api, 'asked');
		await caller('POST', `/projects/${id}/endpoints/discover`, {documentUrl, probe: false});
		await wasAsked;
		first.child.kill('SIGKILL');
		await first.ended;

		isHeld = false;
		const second = await spawnServe(service.entry, {dataDir, logFile: join(dataDir, 'logs', 'log')});
		const again = await callerOf(dataDir, second.said.url!);
		let view: Discovery;
		do view = await again<Discovery>('GET', `/projects/${id}/endpoints/discovery?since=0&waitSeconds=5`);
		while (view.finishedAt === null);
		expect(view).toMatchObject({status: 'done', endpoints: 5, changes: {added: 5, changed: 0, removed: 0}});
	});
});

/** Calls the service with a key that the owner of its directory makes. */
async function callerOf(dataDir: string, url: string) {
	const {ownerToken} = JSON.parse(readFileSync(join(dataDir, 'service.json'), 'utf8'));
	const send = async (method: string, path: string, body: unknown, headers: Record<string, string>) => {
		const response = await fetch(`${url}${basePath}${path}`, {
			method,
			headers: {...headers, ...(body === undefined ? {} : {'content-type': 'application/json'})},
			...(body === undefined ? {} : {body: JSON.stringify(body)}),
		});
		return (await response.json()) as never;
	};
	const {key} = await (send('POST', '/local/keys', {name: 'test'}, {'x-svc-owner-token': ownerToken}) as Promise<{
		key: string;
	}>);
	return <T>(method: string, path: string, body?: unknown): Promise<T> => send(method, path, body, {'x-api-key': key});
}
