import {createServer} from 'node:http';
import type {AddressInfo} from 'node:net';
import {join} from 'node:path';
import {beforeAll, describe, expect, it, onTestFinished} from 'vitest';
import {getBatch, runBatch} from '../../../contract/routes/batches.ts';
import {createProject, getProject, listProjects} from '../../../contract/routes/projects.ts';
import {createTest} from '../../../contract/routes/tests.ts';
import {wantsTraces} from '../../../service/process/open-base.ts';
import {localCaller, temporaryDirectory} from './run-serve.ts';
import {buildService, spawnServe} from './spawn-serve.ts';

let entry = '';
beforeAll(async () => {
	const built = await buildService();
	entry = built.entry;
	return built.remove;
});

type Attribute = {key: string; value: Record<string, unknown>};
type Span = {
	name: string;
	traceId: string;
	parentSpanId?: string;
	attributes: Attribute[];
	status: {code: number; message?: string};
};

/** What takes the spans of a service; it answers with `status`. */
async function startCollector(status: number) {
	const bodies: string[] = [];
	const keys: unknown[] = [];
	const server = createServer((request, response) => {
		let body = '';
		request.on('data', part => {
			body += part;
		});
		request.on('end', () => {
			bodies.push(body);
			keys.push(request.headers['x-collector-key']);
			response.writeHead(status, {'content-type': 'application/json'}).end('{}');
		});
	});
	await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
	onTestFinished(() => {
		server.closeAllConnections();
		server.close();
	});
	const spans = () =>
		bodies.flatMap(body =>
			(JSON.parse(body).resourceSpans as Array<{scopeSpans: Array<{spans: Span[]}>}>).flatMap(({scopeSpans}) =>
				scopeSpans.flatMap(scope => scope.spans),
			),
		);
	return {url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, bodies, keys, spans};
}

const attributesOf = ({attributes}: Span) =>
	Object.fromEntries(attributes.map(({key, value}) => [key, Object.values(value)[0]]));

/** A service that sends its spans there, and a batch of one test that passes and one that fails. */
async function traced(url: string, more: Record<string, string> = {}) {
	const dataDir = join(temporaryDirectory(), 'service');
	const env = {OTEL_EXPORTER_OTLP_ENDPOINT: url, OTEL_EXPORTER_OTLP_HEADERS: 'x-collector-key=canary-key', ...more};
	const service = await spawnServe(entry, {dataDir}, env);
	const call = await localCaller(service.said.url!, dataDir);
	const {id: projectId} = await call(createProject, {body: {type: 'backend', name: 'Shop'}});
	for (const [name, code] of [
		['passes', 'import os\nassert "canary" not in str(dict(os.environ))'],
		['fails', 'assert False, "canary of a test"'],
	] as const)
		await call(createTest, {body: {type: 'backend', projectId, name, code}});
	const {batchId} = await call(runBatch, {body: {projectId}});
	for (let since = 0; ; ) {
		const batch = await call(getBatch, {params: {batchId: batchId!}, query: {since, waitSeconds: 20}});
		if (batch.phase === 'done') break;
		since = batch.version;
	}
	return {service, call, projectId, batchId};
}

describe('traces', () => {
	it('have a span for each request and each execution, and no word of what was sent', async () => {
		const collector = await startCollector(200);
		const {service, call, projectId, batchId} = await traced(collector.url);
		const traceparent = `00-${'ab'.repeat(16)}-${'cd'.repeat(8)}-01`;
		await call(getProject, {params: {projectId}, headers: {traceparent}});
		await call(listProjects, {headers: {traceparent: 'no-such-form'}});
		service.child.kill('SIGTERM');
		await service.ended;

		const spans = collector.spans();
		expect(new Set(collector.keys)).toEqual(new Set(['canary-key']));
		const runs = spans.filter(({name}) => name === 'run backend');
		expect(runs.map(attributesOf)).toMatchObject(
			expect.arrayContaining([
				expect.objectContaining({'svc.batch.id': batchId, 'svc.run.status': 'passed'}),
				expect.objectContaining({'svc.run.status': 'failed', 'svc.run.failure_kind': 'assertion'}),
			]),
		);
		expect(new Set(runs.map(({traceId}) => traceId)).size).toBe(1);
		const asked = spans.find(({name}) => name.startsWith('GET ') && name.includes('/projects/'))!;
		expect([asked.traceId, asked.parentSpanId]).toEqual(['ab'.repeat(16), 'cd'.repeat(8)]);
		expect(attributesOf(asked)).toMatchObject({'http.response.status_code': 200});
		const text = collector.bodies.join('');
		expect(text).not.toContain(`/projects/${projectId}`);
		expect(text).not.toContain('canary of a test');
		expect(text).not.toContain(call.key);
	});

	it('that nobody takes cost nothing but themselves', async () => {
		const refusing = await startCollector(503);
		const {service} = await traced(refusing.url);
		service.child.kill('SIGTERM');
		expect(await service.ended).toEqual({code: 0, signal: null});
		expect(refusing.bodies.length).toBeGreaterThan(0);
	});
});

it.each([
	[{}, false],
	[{OTEL_EXPORTER_OTLP_ENDPOINT: ' '}, false],
	[{OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318'}, true],
	[{OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://127.0.0.1:4318/v1/traces'}, true],
	[{OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318', OTEL_SDK_DISABLED: 'true'}, false],
	[{OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318', OTEL_TRACES_EXPORTER: 'none'}, false],
])('%j wants traces: %s', (env, wanted) => {
	expect(wantsTraces(env)).toBe(wanted);
});
