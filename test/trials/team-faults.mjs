// `node test/trials/team-faults.mjs --database-url postgres://… --fault disk|connections|read-only [--pairs 100] [--seconds 15] [--fill FILE]
// [--start 'pg_ctl … start']`: a serving process and two workers on an empty PostgreSQL database that stores nothing for a while in the middle
// of a batch of 2 × pairs tests. `disk`: `--fill` names a file on its disk, which must be a small one: it is written until nothing fits any
// more, and removed after `--seconds`; `--start` starts the server where it does not come back by itself. `connections`: every connection that
// it lets in is taken, and what the service has is ended. `read-only`: it refuses changes, as a replica does. Exits with 1 when the batch lost
// or left something, or when nobody was told that the store cannot be used.
import {exec} from 'node:child_process';
import {closeSync, mkdirSync, mkdtempSync, openSync, rmSync, writeSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import process from 'node:process';
import {setTimeout as sleep} from 'node:timers/promises';
import {fileURLToPath} from 'node:url';
import {parseArgs, promisify} from 'node:util';
import pg from 'pg';
import {startService, startWorker, tableOf} from './killed-service.mjs';
import {startShop} from './killed-shop.mjs';
import {addPairs} from './team-kills/pairs.mjs';

const {values} = parseArgs({
	options: {
		'database-url': {type: 'string'},
		fault: {type: 'string', default: 'connections'},
		fill: {type: 'string'},
		pairs: {type: 'string', default: '100'},
		seconds: {type: 'string', default: '15'},
		start: {type: 'string'},
	},
});
const cli = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));
const pairs = Number(values.pairs);
const root = mkdtempSync(join(tmpdir(), 'svc-team-faults-'));
for (const name of ['api', 'first', 'second']) mkdirSync(join(root, name));
const env = {SVC_DATABASE_URL: values['database-url']};
const keyFile = join(root, 'api', 'service', 'secrets.key');

const open = async () => {
	const client = new pg.Client({connectionString: values['database-url'], application_name: 'trial'});
	client.on('error', () => {});
	await client.connect();
	return client;
};

/** What goes wrong; each answers how it is put right. */
const faults = {
	async disk() {
		const file = openSync(values.fill, 'w');
		for (let size = 1 << 20; size >= 512; size >>= 1)
			try {
				for (;;) writeSync(file, new Uint8Array(size));
			} catch (error) {
				if (error.code !== 'ENOSPC') throw error;
			}
		closeSync(file);
		return async () => {
			rmSync(values.fill);
			if (values.start) await promisify(exec)(values.start).catch(() => undefined);
		};
	},
	async connections() {
		const taken = [await open()];
		const others = `select pg_terminate_backend(pid) from pg_stat_activity
			where application_name <> 'trial' and backend_type = 'client backend'`;
		let isOver = false;
		/** Whatever becomes free is taken as well. */
		const taking = (async () => {
			while (!isOver) {
				const client = await open().catch(() => null);
				if (client) taken.push(client);
				else await taken[0].query(others);
			}
		})();
		return async () => {
			isOver = true;
			await taking;
			for (const client of taken) await client.end();
		};
	},
	async 'read-only'() {
		const client = await open();
		const say = async value => {
			await client.query('set default_transaction_read_only = off');
			await client.query(`alter system set default_transaction_read_only = ${value}`);
			await client.query('select pg_reload_conf()');
		};
		await say('on');
		return async () => {
			await say('off');
			await client.end();
		};
	},
};

const shop = await startShop({tokenSeconds: 3600});
const api = await startService(cli, join(root, 'api'), {}, {env, args: ['--workers', '0']});
const workers = [
	await startWorker(cli, join(root, 'first'), keyFile, {env}),
	await startWorker(cli, join(root, 'second'), keyFile, {env}),
];
try {
	const projectId = await addPairs(api.call, shop.url, pairs);
	const {batchId} = await api.call('POST', '/tests/batch/run', {projectId});
	await sleep(3000);
	const putRight = await faults[values.fault]();
	/** What somebody is told who wants to store something, and who asks whether the service is ready. */
	const told = new Set();
	const from = Date.now();
	while (Date.now() - from < Number(values.seconds) * 1000) {
		const code = `assert True  # ${'x'.repeat(200_000)}`;
		await api
			.call('POST', '/tests', {projectId, type: 'backend', name: 'new', code})
			.then(({testId}) => api.call('DELETE', `/tests/${testId}`))
			.catch(error => told.add(String(error.message).replace(/req_\w+|tst_\w+/g, '…')));
		await sleep(500);
	}
	await putRight();
	let batch;
	do {
		await sleep(500);
		batch = await api.call('GET', `/batches/${batchId}`).catch(() => null);
	} while (batch?.phase !== 'done');
	const left = shop.records.users.size + shop.records.orders.size;
	const {passed, failed, blocked, total} = batch.summary;
	const row = {
		total,
		passed,
		failed,
		blocked,
		left,
		cleanup: batch.cleanup.state,
		again: batch.members.filter(({error}) => error).length,
	};
	process.stdout.write(tableOf([row]));
	process.stdout.write(`told meanwhile:\n${[...told].join('\n')}\n`);
	const isTold = [...told].some(text => text.includes('"UNAVAILABLE"'));
	process.exitCode = passed === total && left === 0 && isTold ? 0 : 1;
} finally {
	for (const one of [api, ...workers]) await one.kill();
	await shop.close();
	if (process.exitCode !== 0) process.stdout.write(`logs in ${root}\n`);
	else rmSync(root, {recursive: true, force: true});
}
