import {once} from 'node:events';
import {get, type IncomingMessage, request} from 'node:http';
import {networkInterfaces} from 'node:os';
import {text} from 'node:stream/consumers';
import {describe, expect, it} from 'vitest';
import {healthz, type ReadinessCheck, readyz} from '../../contract/operations.ts';
import {type Route, basePath, successStatus} from '../../contract/route.ts';
import {getMe} from '../../contract/routes/account.ts';
import {putAutoAuth} from '../../contract/routes/authentication.ts';
import {dismissCleanup} from '../../contract/routes/cleanup.ts';
import {routes} from '../../contract/routes/index.ts';
import {createProject} from '../../contract/routes/projects.ts';
import {getRun, triggerRun} from '../../contract/routes/runs.ts';
import {createSchedule, runSchedule} from '../../contract/routes/schedules.ts';
import {createTest} from '../../contract/routes/tests.ts';
import {startCleanup} from '../service/cleanup/start-cleanup.ts';
import {startIdentityServer} from '../helpers/identity-server.ts';
import {readError, startHttp} from './start-http.ts';

describe('/healthz', () => {
	it('answers without a key while the process serves', async () => {
		const http = await startHttp();
		http.advance(61_000);
		const response = await fetch(`${http.url}/healthz`);
		expect(response.status).toBe(200);
		expect(response.headers.get('cache-control')).toBe('no-store');
		const body = healthz.parse(await response.json());
		expect(body).toMatchObject({status: 'ok', version: '9.9.9'});
		expect(body.uptimeSeconds).toBeGreaterThanOrEqual(61);
	});
});

describe('/readyz', () => {
	const check = (name: ReadinessCheck['name'], required: boolean, ok: boolean) => ({name, required, ok, detail: 'x'});

	it('is ready while every required check holds', async () => {
		const checks = [check('store', true, true), check('model', false, false)];
		const http = await startHttp({readiness: async () => checks});
		const response = await fetch(`${http.url}/readyz`);
		expect(response.status).toBe(200);
		expect(readyz.parse(await response.json())).toEqual({status: 'ready', checks});
	});

	it('is 503 when a required check fails', async () => {
		const checks = [check('store', true, false), check('queue', true, true)];
		const http = await startHttp({readiness: async () => checks});
		const response = await fetch(`${http.url}/readyz`);
		expect(response.status).toBe(503);
		expect(readyz.parse(await response.json())).toEqual({status: 'not_ready', checks});
	});
});

describe('/metrics', () => {
	it('counts requests by route, refusals, and what is in flight', async () => {
		const http = await startHttp({settings: {limits: {requests: 100, auth: 1}}});
		const {body: project} = await http.call(createProject, {body: {type: 'backend', name: 'x'}});
		const {body: test} = await http.call(createTest, {
			body: {projectId: project.id, type: 'backend', name: 't', code: 'assert 1'},
		});
		const held = http.runner.hold('t');
		const {body: ticket} = await http.call(triggerRun, {params: {testId: test.testId}});
		await held.started;
		await http.fail(getMe, {key: 'x'});
		await http.fail(getMe, {key: 'x'});
		const response = await fetch(`${http.url}/metrics`);
		expect(response.headers.get('content-type')).toContain('text/plain; version=0.0.4');
		const text = await response.text();
		for (const line of [
			'svc_build_info{version="9.9.9"} 1',
			`svc_http_requests_total{method="POST",route="${basePath}/projects",status="201"} 1`,
			`svc_http_requests_total{method="POST",route="${basePath}/tests/:testId/runs",status="202"} 1`,
			'svc_rate_limited_total{scope="auth"} 1',
			'svc_runs_in_flight{type="backend"} 1',
			'svc_runs_in_flight{type="frontend"} 0',
			'svc_queue_depth 0',
			'svc_batches_in_flight{phase="tests"} 1',
			'svc_batches_in_flight{phase="queued"} 0',
		])
			expect(text.split('\n')).toContain(line);
		expect(text).not.toContain(test.testId);
		held.release();
		await http.call(getRun, {params: {runId: ticket.runId}, query: {waitSeconds: 25, until: 'batch'}});
		for (let scrape = 0; scrape < 2; scrape++) {
			const later = await (await fetch(`${http.url}/metrics`)).text();
			expect(later).toContain('svc_runs_in_flight{type="backend"} 0');
			expect(later).toContain('svc_runs_total{type="backend",source="cli",status="passed"} 1');
			expect(later).toContain('svc_run_duration_seconds_count{type="backend",source="cli",status="passed"} 1');
		}
	});

	it('counts records by their end, logins and fires of schedules, each once, and no credits where nothing is charged', async () => {
		const service = await startCleanup(['/users/{id}']);
		const server = await startIdentityServer();
		const params = {projectId: service.projectId};
		const login = {method: 'password', inject: 'bearer', username: 'ada', password: 'correct-horse'} as const;
		await service.call(putAutoAuth, {params, body: {...login, loginUrl: `${server.url}/login`}});
		await service.addTest('makes records', [
			['POST /users', {answer: {id: 1}}],
			['POST /leaks', {answer: {id: 2}}],
		]);
		const {body: empty} = await service.call(createProject, {body: {type: 'backend', name: 'empty'}});
		for (const targetId of [service.projectId, empty.id]) {
			const cadence = {kind: 'daily', every: 1, at: '03:00'} as const;
			const startAt = '2100-01-01T00:00:00.000Z';
			const input = {name: 'nightly', targetType: 'project', targetId, cadence, startAt} as const;
			const {body: schedule} = await service.call(createSchedule, {body: input});
			const {body: fired} = await service.call(runSchedule, {params: {scheduleId: schedule.scheduleId}});
			if (fired.batchId === null) continue;
			const view = await service.cleaned(fired.batchId);
			// A change after the end of a batch does not count it again.
			const resourceIds = view.orphaned.map(({resourceId}) => resourceId);
			await service.call(dismissCleanup, {params: {batchId: fired.batchId}, body: {resourceIds}});
		}
		for (let scrape = 0; scrape < 2; scrape++) {
			const lines = (await (await fetch(`${service.url}/metrics`)).text()).split('\n');
			for (const line of [
				'svc_cleanup_resources_total{outcome="auto"} 1',
				'svc_cleanup_resources_total{outcome="dismissed"} 1',
				'svc_auth_refreshes_total{outcome="succeeded"} 1',
				'svc_auth_refreshes_total{outcome="failed"} 0',
				'svc_schedule_fires_total{outcome="started"} 1',
				'svc_schedule_fires_total{outcome="no_tests"} 1',
			])
				expect(lines).toContain(line);
			expect(lines.filter(line => line.startsWith('svc_credits_charged_total{'))).toEqual([]);
		}
	});

	it('tell how long the service was held up since the last reading', async () => {
		const http = await startHttp();
		const delays = async () =>
			[
				...(await (await fetch(`${http.url}/metrics`)).text()).matchAll(/^svc_event_loop_delay_seconds\{.*\} (\S+)$/gm),
			].map(([, seconds]) => Number(seconds));
		expect(await delays()).toEqual([]);
		// This test and the service share a thread.
		await expect
			.poll(async () => {
				const until = performance.now() + 200;
				while (performance.now() < until);
				return Math.max(...(await delays()));
			})
			.toBeGreaterThan(0.1);
	});

	it('is closed to proxied peers unless they carry the metrics token', async () => {
		const token = 'metrics-token-0123456789';
		const proxied = {'x-forwarded-for': '203.0.113.9'};
		const open = await startHttp();
		const refused = await readError(await fetch(`${open.url}/metrics`, {headers: proxied}));
		expect(refused.details['resource']).toBe('route');
		const http = await startHttp({settings: {metricsToken: token}});
		const read = (authorization: string) =>
			fetch(`${http.url}/metrics`, {headers: {...proxied, authorization}}).then(response => response.status);
		expect(await read(`Bearer ${token}`)).toBe(200);
		expect(await read(`Bearer ${token}x`)).toBe(404);
		expect(await read('')).toBe(404);
	});
});

it('listens on the given address only', async () => {
	const http = await startHttp();
	const outside = Object.values(networkInterfaces())
		.flat()
		.find(address => address?.family === 'IPv4' && !address.internal);
	if (outside) await expect(fetch(`http://${outside.address}:${http.port}/healthz`)).rejects.toThrow();
	expect((await fetch(`${http.url}/healthz`)).status).toBe(200);
});

describe('/openapi.json', () => {
	type Operation = {
		operationId: string;
		parameters?: Array<{name: string; in: string; required?: boolean}>;
		requestBody?: {required?: boolean; content: Record<string, {schema: unknown}>};
		responses: Record<string, {content?: Record<string, {schema: unknown}>}>;
		security: Array<Record<string, string[]>>;
	};
	type Document = {
		openapi: string;
		info: {version: string};
		paths: Record<string, Record<string, Operation>>;
		components: {schemas: Record<string, unknown>; securitySchemes: Record<string, unknown>};
	};
	const read = async (url: string) => (await (await fetch(url)).json()) as Document;

	it('is the same under both addresses, without a key', async () => {
		const http = await startHttp();
		const document = await read(`${http.url}/openapi.json`);
		expect(document).toMatchObject({openapi: '3.1.0', info: {version: '9.9.9'}});
		expect(await read(`${http.url}${basePath}/openapi.json`)).toEqual(document);
	});

	it('describes every route with parameters, bodies, answers, errors and its key', async () => {
		const http = await startHttp();
		const document = await read(`${http.url}/openapi.json`);
		for (const route of Object.values(routes) as Route[]) {
			const operation = document.paths[basePath + route.path]?.[route.method.toLowerCase()];
			expect(operation?.operationId, route.name).toBe(route.name);
			if (!operation) continue;
			const names = (place: string) =>
				operation.parameters?.filter(parameter => parameter.in === place).map(({name}) => name) ?? [];
			expect(names('path')).toEqual([...route.path.matchAll(/\{(\w+)\}/g)].map(match => match[1]));
			const query = (route.query as unknown as {shape?: object} | undefined)?.shape ?? {};
			expect(names('query').sort()).toEqual(Object.keys(query).sort());
			expect(names('header').includes('idempotency-key')).toBe(route.keyPrefix !== undefined);
			expect(operation.requestBody === undefined).toBe(route.body === undefined);
			expect(operation.requestBody?.required ?? false).toBe(route.body !== undefined && !route.bodyOptional);
			expect(operation.responses[String(successStatus(route))]?.content?.['application/json']?.schema).toBeTruthy();
			for (const status of ['400', '401', '429', '500'])
				expect(operation.responses[status]?.content?.['application/json']?.schema).toEqual({
					$ref: '#/components/schemas/Error',
				});
			const [requirement = {}] = operation.security;
			for (const scheme of Object.keys(requirement)) expect(document.components.securitySchemes).toHaveProperty(scheme);
		}
		const ids = Object.values(document.paths).flatMap(item => Object.values(item).map(({operationId}) => operationId));
		expect(new Set(ids).size).toBe(ids.length);
	});

	it('refers only to what it contains', async () => {
		const http = await startHttp();
		const document = await read(`${http.url}/openapi.json`);
		const references: string[] = [];
		JSON.stringify(document, (key, value) => {
			if (key === '$ref') references.push(value);
			return value;
		});
		expect(references.length).toBeGreaterThan(50);
		for (const reference of new Set(references)) {
			const found = reference
				.replace(/^#\//, '')
				.split('/')
				.reduce<unknown>((node, part) => (node as Record<string, unknown> | undefined)?.[part], document);
			expect(found, reference).toBeTruthy();
		}
	});

	it('names routes that are all served', async () => {
		const http = await startHttp();
		for (const route of Object.values(routes) as Route[]) {
			const response = await fetch(`${http.url}${basePath}${route.path.replace(/\{\w+\}/g, 'x')}`, {
				method: route.method,
			});
			// Served routes ask for a key, or for the owner's token, before anything else.
			expect(response.status, route.name).toBe(401);
			http.advance(3001);
		}
	});
});

describe('a request without a key', () => {
	const ask = async (url: string, host: string) => {
		const asked = get(url, {headers: {host}});
		const [answer] = (await once(asked, 'response')) as [IncomingMessage];
		return {status: answer.statusCode, body: await text(answer)};
	};
	const paths = ['/healthz', '/readyz', '/metrics', '/openapi.json', `${basePath}/openapi.json`];

	it.each(paths)('%s is not answered under the name of another site', async path => {
		const http = await startHttp({settings: {hosts: ['svc.example.com']}});
		for (const host of [
			'page.example.org',
			'page.example.org:7420',
			'127.0.0.1.example.org',
			'localhost.example.org',
		]) {
			const {status, body} = await ask(http.url + path, host);
			expect([status, JSON.parse(body).error.details]).toEqual([403, {field: 'host', reason: 'not_this_service'}]);
		}
		for (const host of ['127.0.0.1', 'localhost:7420', '[::1]:7420', 'svc.localhost', 'SVC.example.com.'])
			expect([host, (await ask(http.url + path, host)).status]).toEqual([host, 200]);
	});

	it('of a page of another site is refused on every route, with a key too, and where there is none', async () => {
		const http = await startHttp({settings: {hosts: []}});
		const all = Object.values(routes) as Route[];
		for (const {name, method, path} of [...all, {name: 'none', method: 'GET', path: '/nowhere'}]) {
			const headers = {host: 'evil.example', 'x-api-key': http.key, 'x-svc-owner-token': http.ownerToken};
			const asked = request(`${http.url}${basePath}${path.replace(/\{\w+\}/g, 'x')}`, {method, headers}).end();
			const [answer] = (await once(asked, 'response')) as [IncomingMessage];
			expect([name, answer.statusCode, JSON.parse(await text(answer)).error.details]).toEqual([
				...[name, 403],
				{field: 'host', reason: 'not_this_service'},
			]);
		}
	});

	it('is answered under any name by a service for other machines', async () => {
		const http = await startHttp({settings: {hosts: null}});
		expect((await ask(`${http.url}/healthz`, 'svc.example.com')).status).toBe(200);
	});
});
