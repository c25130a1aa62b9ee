import {mkdirSync, mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {setTimeout as sleep} from 'node:timers/promises';
import {processesOf, startService, startWorker, untilNone} from '../killed-service.mjs';
import {startShop} from '../killed-shop.mjs';
import {randomFrom} from '../ownership/chance.mjs';
import {addPairs} from './pairs.mjs';

const isOver = ({status}) => !['queued', 'running'].includes(status);

/**
 * Kills one of two serving processes and two workers of a database with SIGKILL, again and again while a batch runs, and starts it again
 * as a supervisor would. One row for each batch: what became of it.
 *
 * @param cli file of the built client
 * @param database URL of an empty PostgreSQL database
 * @param more `restart`: restarts the database at once; absent: it is never restarted. `onRow` is told of each batch when it has ended
 */
export async function teamKillTable(
	cli,
	database,
	{kills, killsOfBatch = 5, pairs = 12, seed = 1, restart, onRow = () => {}},
) {
	const random = randomFrom(seed);
	const root = mkdtempSync(join(tmpdir(), 'svc-team-kills-'));
	const shop = await startShop({tokenSeconds: 3600});
	const env = {SVC_DATABASE_URL: database};
	const state = {};
	const homes = ['first', 'second', 'third', 'fourth'].map(name => join(root, name));
	for (const home of homes) mkdirSync(home);
	const keyFile = join(homes[0], 'service', 'secrets.key');
	const starts = [
		() => startService(cli, homes[0], state, {env, args: ['--workers', '0']}),
		() => startService(cli, homes[1], state, {env, args: ['--workers', '1', '--secrets-key-file', keyFile]}),
		() => startWorker(cli, homes[2], keyFile, {env}),
		() => startWorker(cli, homes[3], keyFile, {env}),
	];
	const processes = [];
	for (const start of starts) processes.push(await start());
	/** What may be killed: each process, and the database. */
	const victims = starts.map((start, place) => async () => {
		await processes[place].kill();
		processes[place] = await start();
	});
	if (restart) victims.push(restart);
	/** Asks whichever serves. */
	const call = async (method, path, body) => {
		for (let left = 400; ; left--) {
			try {
				return await processes[left % 2].call(method, path, body);
			} catch (error) {
				// Nobody answers, or the database is away.
				if (left === 0 || !(error instanceof TypeError || error.message.includes('"UNAVAILABLE"'))) throw error;
				await sleep(100);
			}
		}
	};
	const rows = [];
	try {
		const projectId = await addPairs(call, shop.url, pairs);

		for (let killed = 0; killed < kills; killed += killsOfBatch) {
			const {batchId} = await call('POST', '/tests/batch/run', {projectId});
			const known = new Map();
			let changed = 0;
			const look = async () => {
				const batch = await call('GET', `/batches/${batchId}`);
				for (const member of batch.members.filter(isOver)) {
					const verdict = `${member.status} ${member.finishedAt}`;
					if (known.has(member.runId) && known.get(member.runId) !== verdict) changed++;
					known.set(member.runId, verdict);
				}
				return batch;
			};
			for (let kill = 0; kill < killsOfBatch; kill++) {
				await sleep(random() * 1500);
				await victims[Math.floor(random() * victims.length)]();
				await look();
			}
			let batch = await look();
			while (batch.phase !== 'done') {
				await sleep(250);
				batch = await look();
			}
			const of = status => batch.members.filter(member => member.status === status).length;
			const lostTwice = batch.members.filter(({error}) => error?.startsWith('The service stopped twice')).length;
			const left = shop.records.users.size + shop.records.orders.size;
			rows.push({
				batch: rows.length + 1,
				passed: of('passed'),
				failed: of('failed'),
				blocked: of('blocked'),
				lostTwice,
				changed,
				left,
				cleanup: batch.cleanup.state,
				ok:
					changed === 0 &&
					left === 0 &&
					batch.cleanup.state === 'done' &&
					batch.members.length === 2 * pairs &&
					(lostTwice > 0 || of('passed') === 2 * pairs),
			});
			if (!rows.at(-1).ok) {
				const calls = await call('GET', `/batches/${batchId}/calls?pageSize=100`);
				const records = Object.values(shop.records).flatMap(family => [...family.values()]);
				writeFileSync(join(root, `${batchId}.json`), JSON.stringify({batch, records, calls}, null, '\t'));
			}
			onRow(rows.at(-1));
			for (const family of Object.values(shop.records)) family.clear();
		}
	} finally {
		for (const one of processes) await one.kill();
		await shop.close();
	}
	const processesLeft = await untilNone(() => processesOf(root));
	if (processesLeft === 0 && rows.every(({ok}) => ok)) rmSync(root, {recursive: true, force: true});
	return {rows, processesLeft, logs: root};
}
