import {request} from 'node:http';
import {text} from 'node:stream/consumers';
import {describe, expect, it} from 'vitest';
import {errorEnvelope} from '../../contract/error.ts';
import {createProject} from '../../contract/routes/projects.ts';
import {createTest} from '../../contract/routes/tests.ts';
import {operationsOf} from '../trials/malformed/requests.mjs';
import {nested, sampleOf} from '../trials/malformed/values.mjs';
import {type HttpUnderTest, startHttp} from './start-http.ts';

type Sent = {method: string; path: string; headers?: Record<string, string>; body?: string};
type Said = {status: number; body: string};

/** Unlike `fetch` it may name another host. */
function ask(http: HttpUnderTest, {method, path, headers = {}, body}: Sent): Promise<Said> {
	return new Promise((resolve, reject) => {
		const asked = request({host: '127.0.0.1', port: http.port, agent: false, method, path, headers}, answer => {
			text(answer).then(said => resolve({status: answer.statusCode ?? 0, body: said}), reject);
		});
		asked.on('error', reject).end(body);
	});
}

async function withDocument() {
	const many = 1_000_000;
	const http = await startHttp({settings: {limits: {requests: many, triggers: many, auth: many}}});
	const {body: project} = await http.call(createProject, {body: {type: 'backend', name: 'x'}});
	const {body: test} = await http.call(createTest, {
		body: {projectId: project.id, type: 'backend', name: 't', code: 'assert 1'},
	});
	const document = JSON.parse((await ask(http, {method: 'GET', path: '/openapi.json'})).body) as object;
	const ids: Record<string, string> = {projectId: project.id, testId: test.testId};
	const pathOf = (path: string) => path.replace(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? 'x');
	return {http, operations: operationsOf(document), pathOf};
}

describe('every route of /openapi.json', () => {
	it('refuses JSON that nests without end, in the whole body and in each of its fields', async () => {
		const {http, operations, pathOf} = await withDocument();
		const headers = {'x-api-key': http.key, 'content-type': 'application/json'};
		const taking = operations.filter(({body, path}) => body !== undefined && !path.includes('/local/'));
		expect(taking.length).toBeGreaterThan(30);
		const wrong: string[] = [];
		for (const {method, path, body} of taking) {
			const good = sampleOf(body) as Record<string, unknown>;
			const bodies = Object.keys(good).map((name, index) =>
				JSON.stringify({...good, [name]: '@'}).replace('"@"', nested(index % 2 === 0 ? 'lists' : 'objects', 10_000)),
			);
			for (const one of [...bodies, nested('lists', 100_000), nested('both', 10_000)]) {
				const {status, body: said} = await ask(http, {method, path: pathOf(path), headers, body: one});
				if (status === 400 && errorEnvelope.parse(JSON.parse(said)).error.details['reason'] === 'too_deep') continue;
				wrong.push(`${method} ${path} ${one.slice(0, 60)}: ${status} ${said.slice(0, 200)}`);
			}
		}
		expect(wrong).toEqual([]);
	});

	it('takes texts that nest without end in each text of its body, its query and its path, and never breaks', async () => {
		const {http, operations, pathOf} = await withDocument();
		const headers = {'x-api-key': http.key, 'content-type': 'application/json'};
		const cursor = Buffer.from(nested('lists', 3000)).toString('base64url');
		const wrong: string[] = [];
		const check = async (sent: Sent) => {
			const {status, body} = await ask(http, {...sent, headers});
			if (status >= 500 && status !== 501)
				wrong.push(`${sent.method} ${sent.path.slice(0, 80)}: ${status} ${body.slice(0, 200)}`);
		};
		for (const {method, path, query, body} of operations.filter(one => one.method !== 'DELETE')) {
			for (const name of [...query, 'cursor']) {
				await check({method, path: `${pathOf(path)}?${name}=${name === 'cursor' ? cursor : '%5B'.repeat(3000)}`});
				await check({method, path: `${pathOf(path)}?${name}${'[a]'.repeat(2000)}=1`});
			}
			if (body === undefined) continue;
			const good = sampleOf(body) as Record<string, unknown>;
			const texts = Object.keys(good).filter(name => typeof good[name] === 'string');
			for (const name of texts) {
				await check({method, path: pathOf(path), body: JSON.stringify({...good, [name]: nested('lists', 50_000)})});
				await check({method, path: pathOf(path), body: JSON.stringify({...good, [name]: '('.repeat(100_000)})});
			}
		}
		expect(wrong).toEqual([]);
	});

	it('tells a page of another site nothing: it has no key, and its name is not this service', async () => {
		const {http, operations, pathOf} = await withDocument();
		const told: string[] = [];
		for (const host of ['page.example.org', 'page.example.org:7420', '127.0.0.1.example.org'])
			for (const {method, path} of [...operations, {method: 'GET', path: '/uploads/x'}, {method: 'GET', path: '/'}]) {
				const {status, body} = await ask(http, {method, path: pathOf(path), headers: {host, origin: `http://${host}`}});
				const {error} = errorEnvelope.parse(JSON.parse(body));
				if (status < 400 || !/^AUTH_|^NOT_FOUND$|^VALIDATION_ERROR$/.test(error.code))
					told.push(`${method} ${path} as ${host}: ${status}`);
				if (JSON.stringify(error).includes(http.accountId)) told.push(`${method} ${path}: ${body.slice(0, 200)}`);
			}
		expect(told).toEqual([]);
	});
});
