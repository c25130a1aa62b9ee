import {spawnSync} from 'node:child_process';
import {randomBytes} from 'node:crypto';
import {readdirSync, readFileSync, writeFileSync} from 'node:fs';
import {createServer} from 'node:http';
import {join} from 'node:path';
import process from 'node:process';
import {Client} from 'pg';
import {describe, expect, it, onTestFinished} from 'vitest';
import {runSql} from '../helpers/postgres-server.ts';
import {expectDeclared} from '../helpers/strict-document.ts';
import {type DataDirectory, eventually, startRealService} from './real-service.ts';
import {
	answerOfRecords,
	cliPath,
	empty,
	listenForTest,
	newDatabase as newEmptyDatabase,
	newDirectory,
	sender,
	urlOf,
} from './team-processes.ts';

/** The password in its address is not asked for, and is a secret all the same. */
const newDatabase = async () => (await newEmptyDatabase()).replace('//svc@', '//svc:canary%20word@');

async function start(data: DataDirectory, database: string, more: Record<string, string> = {}) {
	const service = await startRealService(data, {SVC_DATABASE_URL: database, ...more});
	onTestFinished(() => service.kill('SIGKILL'));
	return service;
}

/** Runs a command of the built package to its end. */
function svc(data: DataDirectory, args: string[], env: Record<string, string> = {}) {
	const {PATH = ''} = process.env;
	const {status, stdout, stderr} = spawnSync(process.execPath, [cliPath, ...args], {
		env: {PATH, HOME: data.path, SVC_HOME: data.path, SVC_DATA_DIR: data.path, ...env},
		encoding: 'utf8',
	});
	expect(stdout + stderr).not.toContain('canary');
	expectDeclared(args, stdout);
	return {status, stdout, stderr};
}

/** An application with orders and payments; the first payment is stored and not answered before `answer` is called. */
async function startShop() {
	const records = new Set<string>();
	const posts: string[] = [];
	let answer = () => {};
	let arrive = () => {};
	const paid = new Promise<void>(resolve => {
		arrive = resolve;
	});
	const held = new Promise<void>(resolve => {
		answer = resolve;
	});
	const server = createServer(async (request, response) => {
		const {method = '', url = ''} = request;
		request.resume();
		const send = sender(response);
		if (method === 'POST') {
			posts.push(url);
			const id = String(posts.length);
			records.add(`${url}/${id}`);
			if (posts.filter(one => one === '/payments').length === 1 && url === '/payments') {
				arrive();
				await held;
			}
			return send(201, {id});
		}
		answerOfRecords(records, method, url, send);
	});
	return {url: await listenForTest(server), records, posts, paid, answer};
}

const tests = [
	{
		name: 'orders',
		code: 'import requests\nproduce("order", requests.post(f"{BASE_URL}/orders", json={}).json()["id"])\n',
		produces: ['order'],
	},
	{
		name: 'pays',
		code: 'import requests\nassert requests.post(f"{BASE_URL}/payments", json={"order": variables["order"]}).status_code == 201\n',
		consumes: ['order'],
	},
];

describe.skipIf(empty === '')('svc serve on PostgreSQL', () => {
	it('goes on after kill -9 in the middle of a batch: every verdict is there, and no record is left', async () => {
		const [data, database, shop] = [newDirectory(), await newDatabase(), await startShop()];
		let service = await start(data, database);
		const {projectId, testIds} = await service.project(shop.url, tests);
		for (const path of ['/orders/{orderId}', '/payments/{paymentId}'])
			await service.call('POST', `/projects/${projectId}/endpoints`, {method: 'DELETE', path});
		const batchId = await service.runAll(projectId);
		await shop.paid;
		await service.kill('SIGKILL');
		shop.answer();

		service = await start(data, database);
		const batch = await service.batchEnd(batchId);
		expect(batch).toMatchObject({outcome: 'passed', summary: {total: 2, passed: 2, running: 0, queued: 0}});
		for (const testId of Object.values(testIds))
			expect((await service.call<{runs: object[]}>('GET', `/tests/${testId}/runs`)).runs).toMatchObject([
				{status: 'passed'},
			]);
		expect(shop.posts).toEqual(['/orders', '/payments', '/payments']);
		expect([...shop.records]).toEqual([]);
		expect(await runSql(database, 'select status, attempt::int from runs order by id')).toEqual([
			{status: 'passed', attempt: 1},
			{status: 'passed', attempt: 2},
		]);
	});

	it('says which database it uses, and nowhere its password', async () => {
		const [data, database] = [newDirectory(), await newDatabase()];
		const service = await start(data, database);
		const place = (await runSql<{name: string}>(database, 'select current_database() as name'))[0]!.name;
		const status = JSON.parse(svc(data, ['--output', 'json', 'service', 'status']).stdout);
		expect(status).toMatchObject({state: 'running', database: expect.stringMatching(new RegExp(`/${place}$`))});
		expect(svc(data, ['service', 'status']).stdout).toContain(`database: ${status.database}\n`);
		const {checks} = (await (await fetch(`${service.url}/readyz`)).json()) as {checks: {name: string}[]};
		expect(checks.find(({name}) => name === 'store')).toMatchObject({
			name: 'store',
			ok: true,
			detail: `open (PostgreSQL, ${status.database}), one process`,
		});
		expect(svc(data, ['doctor']).stdout).toContain(`Database       PostgreSQL, ${status.database}\n`);
		expect(svc(data, ['service', 'start']).stderr).toContain('not on the SQLite file');
		expect(svc(data, ['service', 'restore', 'latest'], {SVC_DATABASE_URL: database}).stderr).toContain('pg_restore');
		expect(readdirSync(join(data.path, 'store'))).not.toContain('svc.db');
		expect(readFileSync(`/proc/${service.pid}/cmdline`, 'utf8')).not.toContain('canary');
		for (const entry of readdirSync(data.path, {recursive: true, withFileTypes: true}))
			if (entry.isFile())
				expect([entry.name, readFileSync(join(entry.parentPath, entry.name)).includes('canary')]).toEqual([
					entry.name,
					false,
				]);
	});

	it('hides an address that was given as a flag from who lists processes', async () => {
		const [data, database] = [newDirectory(), await newDatabase()];
		const {stderr, status} = svc(data, ['serve', '--database-url', `${database}_not_there`]);
		expect([status, stderr]).toEqual([5, expect.stringContaining('There is no database')]);
		const {stdout} = svc(data, ['service', 'start', '--database-url', database, '--output', 'json']);
		const {pid} = JSON.parse(stdout) as {pid: number};
		onTestFinished(async () => void process.kill(pid, 'SIGKILL'));
		expect(readFileSync(`/proc/${pid}/cmdline`, 'utf8')).not.toContain('canary');
	});

	it('shares its database with processes that have its key, and with nothing that must be alone', async () => {
		const [first, second, database] = [newDirectory(), newDirectory(), await newDatabase()];
		const service = await start(first, database);
		const more = {SVC_DATABASE_URL: database, SVC_SECRETS_KEY: readFileSync(join(first.path, 'secrets.key'), 'utf8')};
		const refused = svc(second, ['service', 'forget-secrets'], more);
		expect([refused.status, refused.stderr]).toEqual([6, expect.stringContaining(`process ${service.pid} on `)]);
		const next = await start(second, database, more);
		await runSql(
			urlOf('postgres'),
			`select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid()
			and datname = '${new URL(database).pathname.slice(1)}'`,
		);
		for (const {url} of [service, next])
			await eventually(async () => expect((await fetch(`${url}/readyz`)).status).toBe(200));
	});

	/** Ends what the service has open, and lets it in again only when that is said. */
	async function takeAway(database: string) {
		const name = new URL(database).pathname.slice(1);
		const admin = (statement: string) => runSql(urlOf('postgres'), statement);
		await admin(`alter database ${name} allow_connections false`);
		await admin(`select pg_terminate_backend(pid) from pg_stat_activity
			where datname = '${name}' and application_name like 'svc%'`);
		return () => admin(`alter database ${name} allow_connections true`);
	}

	it('says that its server is away, and stores what ended meanwhile when that is back', async () => {
		const [data, database, shop] = [newDirectory(), await newDatabase(), await startShop()];
		const service = await start(data, database);
		const {projectId} = await service.project(shop.url, tests);
		const batchId = await service.runAll(projectId);
		await shop.paid;
		const comeBack = await takeAway(database);
		const ready = async () => (await fetch(`${service.url}/readyz`)).status;
		await eventually(async () => expect(await ready()).toBe(503));
		const answer = await fetch(`${service.url}/api/cli/v1/projects`, {headers: {'x-api-key': data.key}});
		expect([answer.status, await answer.json()]).toMatchObject([
			503,
			{error: {code: 'UNAVAILABLE', nextAction: expect.stringContaining('the database server is running')}},
		]);
		shop.answer();
		await comeBack();
		await eventually(async () => expect(await ready()).toBe(200));
		expect(await service.batchEnd(batchId)).toMatchObject({outcome: 'passed', summary: {total: 2, passed: 2}});
		expect(shop.posts).toEqual(['/orders', '/payments']);
	});

	it('ends when somebody has taken its database alone meanwhile', async () => {
		const [data, database] = [newDirectory(), await newDatabase()];
		const service = await start(data, database);
		// Waits for its turn as a second service would that came in the very moment.
		const next = new Client({connectionString: database});
		await next.connect();
		onTestFinished(() => next.end());
		const taken = next.query('select pg_advisory_lock(7340032)');
		const comeBack = await takeAway(database);
		await taken;
		await comeBack();
		await service.exited;
		expect(readdirSync(data.path)).not.toContain('service.json');
	});

	it('starts with the key of its database only', async () => {
		const [data, database] = [newDirectory(), await newDatabase()];
		const service = await start(data, database);
		await service.kill('SIGTERM');
		const [{value: right}] = (await runSql<{value: string}>(
			database,
			"select value from meta where key = 'secrets_key'",
		)) as [{value: string}];
		const other = newDirectory();
		const env = {SVC_DATABASE_URL: database};
		const refused = svc(other, ['serve', '--data-dir', other.path], env);
		expect([refused.status, refused.stderr]).toEqual([
			5,
			expect.stringContaining(`with the key ${right}, and there is no`),
		]);
		writeFileSync(join(other.path, 'secrets.key'), randomBytes(32).toString('base64'), {mode: 0o600});
		expect(svc(other, ['serve', '--data-dir', other.path], env).stderr).toContain(
			`Give this process the key ${right}:`,
		);
		expect(svc(other, ['serve', '--data-dir', other.path], {...env, SVC_SECRETS_KEY: 'none'}).stderr).toContain(
			'32 bytes',
		);
		expect(svc(other, ['service', 'forget-secrets'], env).status).toBe(0);
		const again = await start(other, database);
		expect((await fetch(`${again.url}/readyz`)).status).toBe(200);
	});
});
