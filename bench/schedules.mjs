import {createServer} from 'node:http';
import {mkdirSync, mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import process from 'node:process';
import {setTimeout as sleep} from 'node:timers/promises';
import {pathToFileURL} from 'node:url';
import pg from 'pg';
import {startService, startWorker} from '../test/trials/killed-service.mjs';
import {openBundles} from './bundle.mjs';
import {copyStatements} from './copies.mjs';
import {row} from './measure.mjs';
import {cli} from './sandbox.mjs';

const count = Number(process.env.SVC_BENCH_SCHEDULES ?? 1000);
const processes = 4;
/** Until the schedules are due, so that every process has heard of it. */
const aheadMs = 3000;

/** Counts which path has been asked for how often. */
async function startCounter() {
	const asked = new Map();
	const server = createServer((request, response) => {
		asked.set(request.url, (asked.get(request.url) ?? 0) + 1);
		response.end();
	});
	await new Promise(resolve => server.listen(0, '127.0.0.1', resolve));
	return {asked, url: `http://127.0.0.1:${server.address().port}`, close: () => server.close()};
}

/**
 * Schedules that become due at the same second, with several processes to fire them: how many did not fire, or not once. Then again,
 * with one of the processes killed while they fire. Needs PostgreSQL.
 */
export async function measureSchedules() {
	const bundles = await openBundles();
	const root = mkdtempSync(join(tmpdir(), 'svc-bench-schedules-'));
	const stops = [];
	try {
		const {startDatabase} = await import(pathToFileURL(await bundles.bundle('demo/postgres-process.ts')).href);
		const database = await startDatabase(tmpdir(), new AbortController().signal);
		stops.push(() => database.stop());
		const counter = await startCounter();
		stops.push(() => counter.close());
		const env = {SVC_DATABASE_URL: database.url};
		const keyFile = join(root, '0', 'service', 'secrets.key');
		const state = {};
		const apis = [];
		for (let n = 0; n < processes; n++) {
			mkdirSync(join(root, String(n)));
			const args = ['--workers', '0', ...(n === 0 ? [] : ['--secrets-key-file', keyFile])];
			apis.push(await startService(cli, join(root, String(n)), state, {env, args}));
			stops.push(() => apis[n].kill());
		}
		mkdirSync(join(root, 'worker'));
		const worker = await startWorker(cli, join(root, 'worker'), keyFile, {env, args: ['--concurrency', '8']});
		stops.push(() => worker.kill());

		const [api] = apis;
		const {id: project} = await api.call('POST', '/projects', {type: 'backend', name: 'shop', targetUrl: counter.url});
		const code = 'import requests\nassert requests.get(f"{BASE_URL}/TEST", timeout=30).status_code == 200\n';
		await api.call('POST', '/tests', {projectId: project, type: 'backend', name: 'asks', code});
		await api.call('POST', '/schedules', {
			...{name: 'nightly', targetType: 'project', targetId: project, timezone: 'UTC'},
			cadence: {kind: 'daily', every: 1, at: '00:00'},
		});
		const client = new pg.Client({connectionString: database.url});
		await client.connect();
		stops.push(() => client.end());
		const columnsOf = async table => {
			const {rows} = await client.query('select column_name from information_schema.columns where table_name = $1', [
				table,
			]);
			return rows.map(({column_name: name}) => name);
		};
		for (const statement of await copyStatements({project, projects: count - 1, copiesOfProject: 1, columnsOf}))
			await client.query(statement);
		await client.query("update tests set code = replace(code, 'TEST', id)");

		/** Lets all of them become due at once; resolves when each has completed, or a minute later than the last one did. */
		const fireAll = async whileFiring => {
			counter.asked.clear();
			await client.query('delete from schedule_runs');
			const due = (Math.ceil(Date.now() / 1000) + aheadMs / 1000) * 1000;
			const news = JSON.stringify({from: 'a bench', kind: 'changed', topic: 'schedules', key: ''});
			await client.query(`update schedules set next_run_at = ${due}`);
			await client.query("select pg_notify('svc_news', $1)", [news]);
			const firesOf = async () => (await client.query('select * from schedule_runs')).rows;
			let fires = [];
			let isTold = false;
			for (let still = 0, before = -1; still < 120; still++) {
				await sleep(500);
				fires = await firesOf();
				if (!isTold && fires.length > count / 4) {
					isTold = true;
					await whileFiring();
				}
				const completed = fires.filter(({completed_at: at}) => at !== null).length;
				if (completed >= count) break;
				if (completed + fires.length !== before) still = 0;
				before = completed + fires.length;
			}
			const schedules = new Set(fires.map(({schedule_id: id}) => id));
			const {rows: tests} = await client.query('select id from tests');
			const wrong = {
				missed: count - schedules.size,
				double: fires.length - schedules.size,
				skipped: fires.filter(({skipped_reason: reason}) => reason !== null).length,
				'not passed': fires.filter(({outcome}) => outcome !== 'passed').length,
				'not asked once': tests.filter(({id}) => counter.asked.get(`/${id}`) !== 1).length,
			};
			const lastMs = Math.max(...fires.map(({created_at: at}) => Number(at))) - due;
			return {
				sum: Object.values(wrong).reduce((sum, each) => sum + each, 0),
				detail: `${Object.entries(wrong)
					.map(([what, n]) => `${n} ${what}`)
					.join(', ')}; the last one fired ${(lastMs / 1000).toFixed(1)} s after its time`,
			};
		};
		const whole = await fireAll(async () => {});
		const killed = await fireAll(() => apis[1].kill());
		const what = `fires gone wrong of ${count} schedules due at the same second, ${processes} processes that serve`;
		return [
			row(what, whole.sum, '', 0, whole.detail),
			row(`${what}, one killed meanwhile`, killed.sum, '', 0, killed.detail),
		];
	} finally {
		for (const stop of stops.reverse()) await stop();
		rmSync(root, {recursive: true, force: true});
		await bundles.close();
	}
}
