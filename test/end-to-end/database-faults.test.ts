import {join} from 'node:path';
import {afterAll, beforeAll, describe, expect, it, onTestFinished} from 'vitest';
import {startNetwork} from '../helpers/cut-network.ts';
import {type PostgresServer, runSql, startPostgres} from '../helpers/postgres-server.ts';
import {postgresFolder} from '../postgres.mjs';
import {eventually} from './real-service.ts';
import {get, newDatabase, newTeam, post, startTarget} from './team-processes.ts';

const bin = postgresFolder();

/** A server of its own, because what is done to it here others would feel. */
let server: PostgresServer;

/** The same database by way of a network that can be cut. */
async function throughNetwork(url: string, onSent?: (bytes: Buffer) => void) {
	const {hostname, pathname} = new URL(url);
	const network = await startNetwork(join(decodeURIComponent(hostname), '.s.PGSQL.5432'), onSent);
	onTestFinished(() => network.close());
	return {network, url: `postgres://svc@127.0.0.1:${network.port}${pathname}`};
}

const verdictsOf = (database: string) =>
	runSql<{status: string; attempt: number}>(database, 'select status, attempt::int from runs order by name');

describe.skipIf(bin === null)('a team whose database fails', () => {
	beforeAll(async () => {
		server = await startPostgres(bin!);
	});
	afterAll(() => server.stop());

	it('PostgreSQL crashes in the middle of a batch: no verdict is lost or counted twice, and no record is left', async () => {
		const database = await newDatabase(server.urlOf);
		const team = newTeam(database);
		const target = await startTarget();
		const api = await team.serve(['--workers', '0']);
		await team.work(['--concurrency', '3']);
		const {projectId} = await api.project(target.url, [
			{name: 'makes', code: `${post('/orders')}requests.get(f"{BASE_URL}/held")\n`, produces: ['id']},
			...Array.from({length: 8}, (_, at) => ({name: `reads ${at}`, code: get('/orders')})),
		]);
		await api.call('POST', `/projects/${projectId}/endpoints`, {method: 'DELETE', path: '/orders/{orderId}'});
		const batchId = await api.runAll(projectId);
		await target.arrived;
		for (let crash = 0; crash < 2; crash++) {
			await server.crash();
			await eventually(async () => expect((await fetch(`${api.url}/readyz`)).status).toBe(503));
			await server.start();
			await eventually(async () => expect((await fetch(`${api.url}/readyz`)).status).toBe(200));
		}
		target.answer();
		expect(await api.batchEnd(batchId)).toMatchObject({outcome: 'passed', summary: {total: 9, passed: 9}});
		expect([...target.records]).toEqual([]);
		// What ran when the server went was not executed again: its process was there all the time.
		expect(target.asked.filter(one => one === 'POST /orders')).toHaveLength(1);
		expect(await verdictsOf(database)).toEqual(Array.from({length: 9}, () => ({status: 'passed', attempt: 1})));
	});

	it('a worker that is cut off for longer than a lease kills its test, which another one executes; its verdict counts once', async () => {
		const database = await newDatabase(server.urlOf);
		const far = await throughNetwork(database);
		const team = newTeam(database);
		const target = await startTarget();
		const api = await team.serve(['--workers', '0']);
		const away = await team.work(['--concurrency', '1'], undefined, far.url);
		const {projectId} = await api.project(target.url, [{name: 'waits', code: get('/held')}]);
		const batchId = await api.runAll(projectId);
		await target.arrived;
		far.network.cut();
		await team.work(['--concurrency', '1']);
		// The second request to the held path is that of the worker that took the test over; the first one's test is dead then.
		await eventually(() => expect(target.asked).toEqual(['GET /held', 'GET /held']));
		await eventually(() => expect(target.gone()).toBe(1));
		far.network.mend();
		target.answer();
		expect(await api.batchEnd(batchId)).toMatchObject({outcome: 'passed', summary: {total: 1, passed: 1}});
		expect(await verdictsOf(database)).toEqual([{status: 'passed', attempt: 2}]);
		// It is one of the team again, though nobody has told it that its connections are dead.
		await eventually(async () =>
			expect(
				await runSql(
					database,
					`select pid from workers where pid = ${away.pid} and seen_at > extract(epoch from now()) * 1000 - 9000`,
				),
			).toHaveLength(1),
		);
		expect(await verdictsOf(database)).toEqual([{status: 'passed', attempt: 2}]);
	});

	it('a worker that is cut off in the middle of a claim does not stop the others', async () => {
		const database = await newDatabase(server.urlOf);
		let cutAt: string | null = null;
		const far = await throughNetwork(database, bytes => {
			if (cutAt !== null && bytes.includes(cutAt)) {
				cutAt = null;
				far.network.cut();
			}
		});
		const team = newTeam(database);
		const target = await startTarget();
		const api = await team.serve(['--workers', '0']);
		const away = await team.work(['--concurrency', '1'], undefined, far.url);
		const {projectId} = await api.project(target.url, [{name: 'reads', code: get('/orders')}]);
		// It has the lock of all who write then, and says nothing any more.
		cutAt = 'update "runs"';
		const batchId = await api.runAll(projectId);
		await eventually(() => expect(cutAt).toBeNull());
		await team.work(['--concurrency', '1']);
		expect(await api.batchEnd(batchId)).toMatchObject({outcome: 'passed', summary: {passed: 1}});
		expect(target.asked).toEqual(['GET /orders']);
		// It cannot say goodbye to its database, and ends all the same.
		expect(await away.kill('SIGTERM')).toBe(0);
	});
});
