import {execFile} from 'node:child_process';
import process from 'node:process';
import {promisify} from 'node:util';
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {type PostgresServer, runSql, startPostgres} from '../helpers/postgres-server.ts';
import {postgresFolder} from '../postgres.mjs';
import {eventually} from './real-service.ts';
import {cliPath, get, newDirectory, newTeam, post, startTarget} from './team-processes.ts';

const bin = postgresFolder();
let primary: PostgresServer;
let standby: PostgresServer;

describe.skipIf(bin === null)('a database with a standby', () => {
	beforeAll(async () => {
		primary = await startPostgres(bin!);
		standby = await startPostgres(bin!, primary);
		// What is stored is stored by both.
		await runSql(primary.urlOf('postgres'), "alter system set synchronous_standby_names = '*'");
		await runSql(primary.urlOf('postgres'), 'select pg_reload_conf()');
	});
	afterAll(async () => {
		await standby.stop();
		await primary.stop().catch(() => undefined);
	});

	it('is refused where only the standby is named, and fails over where both are: nothing is lost, and nothing is done twice', async () => {
		const data = newDirectory();
		const env = {PATH: process.env['PATH'], HOME: data.path, SVC_HOME: data.path};
		const args = [cliPath, '--output', 'json', 'serve', '--database-url', standby.urlOf('postgres')];
		const refused = await promisify(execFile)(process.execPath, args, {env}).catch((error: {stderr: string}) => error);
		expect(JSON.parse(refused.stderr)).toMatchObject({
			error: {
				message: expect.stringMatching(/^The database .* takes no changes: it is a replica/),
				nextAction: expect.stringContaining('Name the server that takes changes'),
				details: {reason: 'read_only'},
			},
		});

		const folders = [standby, primary].map(({folder}) => encodeURIComponent(folder));
		const team = newTeam(`postgres://svc@${folders.join()}/postgres`);
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
		await primary.crash();
		standby.promote();
		target.answer();
		await eventually(async () => expect((await fetch(`${api.url}/readyz`)).status).toBe(200));
		expect(await api.batchEnd(batchId)).toMatchObject({outcome: 'passed', summary: {total: 9, passed: 9}});
		expect([...target.records]).toEqual([]);
		expect(target.asked.filter(one => one === 'POST /orders')).toHaveLength(1);
		const verdicts = await runSql(standby.urlOf('postgres'), 'select status, attempt::int from runs');
		expect(verdicts).toEqual(Array.from({length: 9}, () => ({status: 'passed', attempt: 1})));
	});
});
