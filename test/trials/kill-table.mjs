// `node test/trials/kill-table.mjs [--moments 50] [--seed 1] [--from ms] [--range ms]`: kills the built service with SIGKILL at random moments of
// a batch (before, between and during tests, while it logs in, during cleanup), starts it again and says what became of
// the batch. A slow trial, not part of the tests. Exits with 1 when a moment lost, repeated or left something.
import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import process from 'node:process';
import {setTimeout as sleep} from 'node:timers/promises';
import {fileURLToPath} from 'node:url';
import {parseArgs} from 'node:util';
import {processesOf, startService, tableOf, untilDone, untilNone} from './killed-service.mjs';
import {shopTests, startShop} from './killed-shop.mjs';
import {randomFrom} from './ownership/chance.mjs';

const {values} = parseArgs({
	options: {
		moments: {type: 'string', default: '50'},
		seed: {type: 'string', default: '1'},
		/** Milliseconds after the trigger at which the range of moments begins, and how long it is. */
		from: {type: 'string', default: '0'},
		range: {type: 'string'},
	},
});
const cli = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));

const batchOf = (service, batchId) => service.call('GET', `/batches/${batchId}`);

const verdicts = batch =>
	new Map(
		batch.members
			.filter(({status}) => !['queued', 'running'].includes(status))
			.map(({runId, status, finishedAt}) => [runId, `${status} ${finishedAt}`]),
	);

const isLostTwice = error => error?.startsWith('The service stopped twice') ?? false;

const random = randomFrom(Number(values.seed));
const home = mkdtempSync(join(tmpdir(), 'svc-kill-table-'));
const shop = await startShop({tokenSeconds: 1});
const state = {};
let service = await startService(cli, home, state);
const rows = [];
try {
	const {id: projectId} = await service.call('POST', '/projects', {type: 'backend', name: 'shop', targetUrl: shop.url});
	for (const path of ['/orders/{orderId}', '/users/{userId}'])
		await service.call('POST', `/projects/${projectId}/endpoints`, {method: 'DELETE', path});
	await service.call('PUT', `/projects/${projectId}/auto-auth`, {
		method: 'password',
		inject: 'bearer',
		loginUrl: `${shop.url}/login`,
		username: 'a@example.com',
		password: 'a-password-of-the-shop',
	});
	for (const test of shopTests) await service.call('POST', '/tests', {projectId, type: 'backend', ...test});

	const clear = () => {
		for (const family of Object.values(shop.records)) family.clear();
	};
	const startedAt = Date.now();
	const trigger = async () => (await service.call('POST', '/tests/batch/run', {projectId})).batchId;
	await untilDone(service, await trigger());
	const spanMs = Date.now() - startedAt;
	process.stderr.write(`one batch of ${shopTests.length} tests takes ${spanMs} ms without a kill\n`);
	clear();
	const fromMs = Number(values.from);
	const rangeMs = values.range === undefined ? spanMs * 1.05 : Number(values.range);

	for (let moment = 1; moment <= Number(values.moments); moment++) {
		const batchId = await trigger();
		const delayMs = Math.floor(fromMs + random() * rangeMs);
		await sleep(delayMs);
		const before = await batchOf(service, batchId);
		const isLoggingIn = shop.isLoggingIn();
		await service.kill();
		const left = await untilNone(() => processesOf(home));
		service = await startService(cli, home, state);
		// Sometimes it dies again while it picks up what was left.
		const isKilledTwice = random() < 0.25;
		if (isKilledTwice) {
			await sleep(Math.floor(random() * 600));
			await service.kill();
			await untilNone(() => processesOf(home));
			service = await startService(cli, home, state);
		}
		const batch = await untilDone(service, batchId);
		const cleanup = await service.call('GET', `/batches/${batchId}/cleanup`);
		const [early, late] = [verdicts(before), verdicts(batch)];
		const changed = [...early].filter(([runId, verdict]) => late.get(runId) !== verdict).length;
		const {users, orders, letters} = shop.records;
		const orphans = new Set(cleanup.orphaned.map(card => card.capturedId));
		const unknownLetters = [...letters.keys()].filter(id => !orphans.has(id)).length;
		const row = {
			moment,
			atMs: delayMs,
			phase: isLoggingIn ? `${before.phase}, login` : before.phase,
			done: early.size,
			twice: isKilledTwice ? 'yes' : '',
			outcome: batch.outcome,
			passed: batch.summary.passed,
			changed,
			processes: left,
			recordsLeft: users.size + orders.size,
			lettersUnknown: unknownLetters,
		};
		// "Executed again once": a test that dies a second time has failed, and blocks what needs it.
		const isExpected = isKilledTwice
			? batch.members.every(({status, error}) => status === 'passed' || status === 'blocked' || isLostTwice(error))
			: row.outcome === 'passed' && row.passed === shopTests.length;
		row.ok = isExpected && changed === 0 && left === 0 && row.recordsLeft === 0 && unknownLetters === 0;
		rows.push(row);
		if (!row.ok) {
			const wrong = batch.members.filter(({status}) => status !== 'passed');
			process.stderr.write(
				`${JSON.stringify({row, batchId, left: [...users.keys(), ...orders.keys()], cards: cleanup.orphaned.filter(card => card.family !== '/letters'), wrong: wrong.map(({name, status, error, note}) => ({name, status, error, note}))})}\n`,
			);
		}
		clear();
	}
} finally {
	await service.kill();
	await shop.close();
	rmSync(home, {recursive: true, force: true});
}

process.stdout.write(tableOf(rows));
const wrong = rows.filter(({ok}) => !ok).length;
process.stdout.write(`${rows.length} moments, ${wrong} wrong\n`);
process.exitCode = wrong > 0 ? 1 : 0;
