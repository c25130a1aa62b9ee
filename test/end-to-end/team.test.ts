import {spawn, spawnSync} from 'node:child_process';
import {readFileSync} from 'node:fs';
import {createServer} from 'node:http';
import type {AddressInfo} from 'node:net';
import {join} from 'node:path';
import process from 'node:process';
import {describe, expect, it} from 'vitest';
import type {Batch} from '../../contract/batch.ts';
import {runSql} from '../helpers/postgres-server.ts';
import {eventually} from './real-service.ts';
import {cliPath, empty, get, newDatabase, newDirectory, newTeam, post, startTarget} from './team-processes.ts';

async function freePort(): Promise<number> {
	const server = createServer();
	await new Promise<void>(resolve => void server.listen(0, '127.0.0.1', resolve));
	const {port} = server.address() as AddressInfo;
	await new Promise(resolve => server.close(resolve));
	return port;
}

describe.skipIf(empty === '')('several processes on one database', () => {
	it('one answers about the batch that another one carries, and a change reaches who waits there', async () => {
		const team = newTeam(await newDatabase());
		const target = await startTarget();
		const carrier = await team.serve();
		const other = await team.serve(['--workers', '0']);
		const {projectId} = await carrier.project(target.url, [{name: 'waits', code: get('/held')}]);
		const batchId = await other.runAll(projectId);
		await target.arrived;
		const seen = await other.call<Batch>('GET', `/batches/${batchId}`);
		expect(seen).toMatchObject({phase: 'tests', summary: {running: 1}});
		const waiting = other.batchEnd(batchId);
		const began = performance.now();
		target.answer();
		expect(await waiting).toMatchObject({outcome: 'passed', summary: {total: 1, passed: 1}});
		expect(performance.now() - began).toBeLessThan(5000);
		expect(target.asked).toEqual(['GET /held']);
	});

	it('a cancel reaches the process that executes the test', async () => {
		const team = newTeam(await newDatabase());
		const target = await startTarget();
		const api = await team.serve(['--workers', '0']);
		await team.work(['--kinds', 'backend']);
		const {projectId} = await api.project(target.url, [{name: 'waits', code: get('/held')}]);
		const batchId = await api.runAll(projectId);
		await target.arrived;
		const {cancelled, status} = await api.call<{cancelled: string[]; status: string}>(
			'POST',
			`/batches/${batchId}/cancel`,
			{},
		);
		expect([cancelled.length, status]).toEqual([1, 'cancelled']);
	});

	it('kill -9 of the worker that has them loses no verdict, reports none twice and leaves no record', async () => {
		const database = await newDatabase();
		const team = newTeam(database);
		const target = await startTarget();
		const api = await team.serve(['--workers', '0']);
		const doomed = await team.work(['--concurrency', '2']);
		const {projectId} = await api.project(target.url, [
			{name: 'makes', code: `${post('/orders')}requests.get(f"{BASE_URL}/held")\n`, produces: ['id']},
			...Array.from({length: 6}, (_, at) => ({name: `reads ${at}`, code: get('/orders')})),
		]);
		await api.call('POST', `/projects/${projectId}/endpoints`, {method: 'DELETE', path: '/orders/{orderId}'});
		const batchId = await api.runAll(projectId);
		await target.arrived;
		await doomed.kill('SIGKILL');
		target.answer();
		// A supervisor starts it again; what the killed one had made is known from its journal.
		await team.work([], doomed.data);
		const batch = await api.batchEnd(batchId);
		expect(batch).toMatchObject({outcome: 'passed', summary: {total: 7, passed: 7}});
		expect([...target.records]).toEqual([]);
		const verdicts = await runSql<{attempt: string}>(
			database,
			"select attempt from runs where status = 'passed' and finished_at is not null",
		);
		expect(verdicts).toHaveLength(7);
	});

	it('kill -9 of the only worker: another machine takes its tests over when its lease has ended', async () => {
		const team = newTeam(await newDatabase());
		const target = await startTarget();
		const api = await team.serve(['--workers', '0']);
		const doomed = await team.work();
		const {projectId} = await api.project(target.url, [{name: 'waits', code: get('/held')}]);
		const batchId = await api.runAll(projectId);
		await target.arrived;
		await doomed.kill('SIGKILL');
		target.answer();
		await team.work();
		expect(await api.batchEnd(batchId)).toMatchObject({outcome: 'passed', summary: {total: 1, passed: 1}});
	});

	it('what a killed worker had made is known from its journal to another one of its machine, though it never returns', async () => {
		const team = newTeam(await newDatabase());
		const target = await startTarget();
		const api = await team.serve(['--workers', '0']);
		const doomed = await team.work(['--concurrency', '1']);
		const {projectId} = await api.project(target.url, [
			{name: 'makes', code: `${post('/orders')}requests.get(f"{BASE_URL}/held")\n`, produces: ['id']},
		]);
		await api.call('POST', `/projects/${projectId}/endpoints`, {method: 'DELETE', path: '/orders/{orderId}'});
		const batchId = await api.runAll(projectId);
		await target.arrived;
		await team.work([], doomed.data);
		await doomed.kill('SIGKILL');
		target.answer();
		expect(await api.batchEnd(batchId)).toMatchObject({outcome: 'passed', summary: {total: 1, passed: 1}});
		expect(target.asked.filter(one => one === 'POST /orders')).toHaveLength(2);
		expect([...target.records]).toEqual([]);
	});

	it('logs in once for all processes that execute a batch', async () => {
		const database = await newDatabase();
		const team = newTeam(database);
		const target = await startTarget();
		const api = await team.serve(['--workers', '0']);
		await team.work(['--concurrency', '1']);
		await team.work(['--concurrency', '1']);
		const {projectId} = await api.project(
			target.url,
			Array.from({length: 6}, (_, at) => ({name: `me ${at}`, code: get('/me', ', headers=__AUTH_HEADERS__')})),
		);
		await api.call('PUT', `/projects/${projectId}/auto-auth`, {
			method: 'password',
			inject: 'bearer',
			loginUrl: `${target.url}/login`,
			loginBodyTemplate: '{"name": "{{username}}", "word": "{{password}}"}',
			username: 'ann',
			password: 'canary word',
			tokenPath: '$.token',
		});
		const logins = () => target.asked.filter(one => one === 'POST /login').length;
		// Saving a login tries it.
		const before = logins();
		const batchId = await api.runAll(projectId);
		expect(await api.batchEnd(batchId)).toMatchObject({outcome: 'passed', summary: {passed: 6}});
		expect(logins() - before).toBe(1);
		const kept = await runSql(database, 'select state, token from batch_logins');
		expect(kept).toEqual([{state: 'ready', token: null}]);
	});

	it('refuses frontend tests while no process executes them, and says who executes what', async () => {
		const team = newTeam(await newDatabase());
		const target = await startTarget();
		const api = await team.serve(['--workers', '0']);
		await team.work(['--kinds', 'backend', '--concurrency', '3']);
		const {id: projectId} = await api.call<{id: string}>('POST', '/projects', {
			type: 'frontend',
			name: 'shop',
			targetUrl: target.url,
		});
		const {testId} = await api.call<{testId: string}>('POST', '/tests', {
			projectId,
			type: 'frontend',
			name: 'opens',
			planSteps: [{type: 'action', description: 'Open the page'}],
		});
		await expect(api.call('POST', `/tests/${testId}/runs`, {})).rejects.toThrow(
			'No process of this service runs frontend tests',
		);
		const {checks} = (await (await fetch(`${api.url}/readyz`)).json()) as {
			checks: Array<{name: string; detail: string}>;
		};
		const detailOf = (wanted: string) => checks.find(({name}) => name === wanted)?.detail;
		expect(detailOf('store')).toMatch(/^open \(PostgreSQL, .*\), 2 processes$/);
		expect(detailOf('backend_runner')).toMatch(/^1 process on .*, 3 at once$/);
		expect(detailOf('frontend_runner')).toContain('no process executes frontend tests');
	});

	it('says to whoever waits for a backend test that no process executes it, and that one does now', async () => {
		const database = await newDatabase();
		const team = newTeam(database);
		const target = await startTarget();
		const api = await team.serve(['--workers', '0']);
		const {projectId} = await api.project(target.url, [{name: 'reads', code: get('/orders')}]);
		const batchId = await api.runAll(projectId);
		const unserved = async () => {
			const url = `${api.url}/api/cli/v1/batches/${batchId}`;
			const answer = await fetch(url, {headers: {'x-api-key': team.key()}});
			return answer.headers.get('x-svc-unserved');
		};
		await eventually(async () => expect(await unserved()).toBe('backend'));
		const mode = async () => {
			const {checks} = (await (await fetch(`${api.url}/readyz`)).json()) as {checks: Array<{name: string}>};
			return checks.find(({name}) => name === 'mode');
		};
		expect(await mode()).toMatchObject({
			ok: false,
			mode: 'team API',
			detail: expect.stringContaining('no process executes backend tests: svc worker --kinds backend'),
			processes: [{serves: true, slots: 0, kinds: ['planner']}],
		});
		const home = newDirectory().path;
		const svc = (...line: string[]) => {
			const env = {PATH: process.env['PATH'], HOME: home, SVC_API_URL: api.url, SVC_API_KEY: team.key()};
			return spawnSync(process.execPath, [cliPath, ...line], {env, encoding: 'utf8'}).stdout;
		};
		const doctor = () => svc('doctor');
		expect(doctor()).toMatch(
			/^\[WARN\] Service +team API.*no process executes backend tests: svc worker --kinds backend$/m,
		);
		const name = new URL(database).pathname.slice(1);
		expect(doctor()).toMatch(new RegExp(`^\\[OK\\] +Database +PostgreSQL, \\S+/${name}$`, 'm'));
		const status = svc('service', 'status');
		expect(status).toMatch(new RegExp(`^state: running\nurl: ${api.url}\nversion: .*\ndatabase: \\S+/${name}$`, 'm'));
		expect(status).toMatch(/^process: \d+ on \S+, svc \S+: answers requests, works on plans$/m);
		const port = await freePort();
		await team.work(['--kinds', 'backend', '--concurrency', '3', '--metrics-port', String(port)]);
		expect(await api.batchEnd(batchId)).toMatchObject({outcome: 'passed'});
		const probe = (path: string) => fetch(`http://127.0.0.1:${port}${path}`);
		expect(await (await probe('/healthz')).json()).toMatchObject({status: 'ok'});
		expect((await probe('/readyz')).status).toBe(200);
		expect(await (await probe('/metrics')).text()).toMatch(
			/^svc_runs_total\{type="backend",source="\w+",status="passed"\} 1$/m,
		);
		expect((await probe('/api/cli/v1/me')).status).toBe(404);
		await eventually(async () => expect(await unserved()).toBeNull());
		expect(doctor()).toMatch(/^\[OK\] +Service +API and worker|team API among 2 processes/m);
		expect(doctor()).not.toMatch(/Workers|no process executes backend/);
		await team.work(['--kinds', 'planner']);
		expect(await mode()).toMatchObject({
			processes: [
				{serves: true, kinds: ['planner']},
				{serves: false, slots: 3, kinds: ['backend']},
				{serves: false, slots: 0, kinds: ['planner']},
			],
		});
		expect(svc('service', 'status')).toMatch(/: 3 tests at once \(backend\)\nprocess: .*: works on plans$/m);
	});

	it('a process that stops answers everybody who asks it, until nobody can connect', async () => {
		const team = newTeam(await newDatabase());
		const first = await team.serve();
		const leaving = await team.serve(['--workers', '0']);
		const headers = {'x-api-key': team.key()};
		const seen = {answers: 0, stopping: 0, others: [] as string[]};
		/** Asks on one connection after the other, or keeps one, until it hears that the process stops. */
		async function hammer(connection: string): Promise<void> {
			for (;;)
				try {
					const answer = await fetch(`${leaving.url}/api/cli/v1/me`, {headers: {...headers, connection}});
					await answer.text();
					if (answer.status === 200) seen.answers++;
					else if (answer.status === 503) {
						seen.stopping++;
						return;
					} else seen.others.push(String(answer.status));
				} catch (error) {
					seen.others.push((error as {cause?: {code?: string}}).cause?.code ?? String(error));
					return;
				}
		}
		const hammers = ['keep-alive', 'keep-alive', 'keep-alive', 'close'].map(hammer);
		await eventually(async () => expect(seen.answers).toBeGreaterThan(50));
		await leaving.kill('SIGTERM');
		await Promise.all(hammers);
		expect(seen).toMatchObject({stopping: 4, others: []});
		await expect(fetch(`${leaving.url}/healthz`)).rejects.toMatchObject({cause: {code: 'ECONNREFUSED'}});
		expect(await first.call('GET', '/me')).toMatchObject({});
	});

	it('fires a schedule once', async () => {
		const database = await newDatabase();
		const team = newTeam(database);
		const target = await startTarget();
		const first = await team.serve();
		await team.serve();
		const {projectId} = await first.project(target.url, [{name: 'reads', code: get('/orders')}]);
		await first.call('POST', '/schedules', {
			name: 'nightly',
			targetType: 'project',
			targetId: projectId,
			cadence: {kind: 'daily', every: 1, at: '03:00'},
			timezone: 'UTC',
		});
		// Now is its time, and both processes look at once.
		const news = JSON.stringify({from: 'a test', kind: 'changed', topic: 'schedules', key: ''});
		await runSql(database, `update schedules set next_run_at = ${Date.now()}; select pg_notify('svc_news', '${news}')`);
		await eventually(async () => {
			const rows = await runSql<{batch_id: string}>(
				database,
				'select batch_id from schedule_runs where completed_at is not null',
			);
			expect(rows).toHaveLength(1);
		});
		expect(target.asked).toEqual(['GET /orders']);
	});

	it('a worker without the key of the secrets says which one it is, and one without a database that it needs one', async () => {
		const database = await newDatabase();
		const team = newTeam(database);
		await team.serve();
		const data = newDirectory();
		const run = (env: Record<string, string>) =>
			new Promise<{code: number | null; stderr: string}>(resolve => {
				const child = spawn(process.execPath, [cliPath, 'worker'], {
					env: {PATH: process.env['PATH'], HOME: data.path, SVC_HOME: data.path, ...env},
					stdio: ['ignore', 'ignore', 'pipe'],
				});
				let stderr = '';
				child.stderr.on('data', chunk => {
					stderr += chunk;
				});
				child.once('exit', code => resolve({code, stderr}));
			});
		const [{value}] = (await runSql<{value: string}>(database, "select value from meta where key = 'secrets_key'")) as [
			{value: string},
		];
		expect(await run({SVC_DATABASE_URL: database})).toMatchObject({code: 5, stderr: expect.stringContaining(value)});
		expect(await run({})).toMatchObject({code: 4, stderr: expect.stringContaining('No database is named')});
		expect(readFileSync(join(data.path, 'workers', '1', 'store', 'owner.lock'))).toBeDefined();
	});
});
