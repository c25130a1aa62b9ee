// `node test/trials/clock-jump.mjs`: moves the clock of the built service by hours in the middle of a batch, forward and
// back, and says what became of the batch. A slow trial, not part of the tests; needs libfaketime (Debian: `faketime`).
import {mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {spawn} from 'node:child_process';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import process from 'node:process';
import {createInterface} from 'node:readline';
import {setTimeout as sleep} from 'node:timers/promises';
import {fileURLToPath} from 'node:url';
import {shopTests, startShop} from './killed-shop.mjs';

const cli = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));
const library = process.env.LIBFAKETIME ?? '/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1';
const home = mkdtempSync(join(tmpdir(), 'svc-clock-jump-'));
const clockFile = join(home, 'clock');
const setClock = offset => writeFileSync(clockFile, `${offset}\n`);
setClock('+0');

const shop = await startShop({tokenSeconds: 3600});
const service = spawn(process.execPath, [cli, '--output', 'json', 'serve', '--data-dir', join(home, 'service')], {
	env: {
		PATH: process.env.PATH,
		HOME: home,
		SVC_HOME: home,
		LD_PRELOAD: library,
		FAKETIME_TIMESTAMP_FILE: clockFile,
		FAKETIME_NO_CACHE: '1',
		FAKETIME_DONT_FAKE_MONOTONIC: '1',
	},
	stdio: ['ignore', 'pipe', 'ignore'],
});
let ready = '';
for await (const line of createInterface({input: service.stdout})) {
	ready += line;
	if (line.endsWith('}')) break;
}
const {url} = JSON.parse(ready);
const {ownerToken} = JSON.parse(readFileSync(join(home, 'service', 'service.json'), 'utf8'));
const minted = await fetch(`${url}/api/cli/v1/local/keys`, {
	method: 'POST',
	headers: {'x-svc-owner-token': ownerToken},
});
const {key} = await minted.json();
const call = async (method, path, body) => {
	const answer = await fetch(`${url}/api/cli/v1${path}`, {
		method,
		headers: {'x-api-key': key, ...(body ? {'content-type': 'application/json'} : {})},
		...(body ? {body: JSON.stringify(body)} : {}),
	});
	const value = await answer.json();
	if (!answer.ok) throw new Error(`${method} ${path}: ${JSON.stringify(value)}`);
	return value;
};
const rows = [];
try {
	const {id: projectId} = await call('POST', '/projects', {type: 'backend', name: 'shop', targetUrl: shop.url});
	for (const path of ['/orders/{orderId}', '/users/{userId}'])
		await call('POST', `/projects/${projectId}/endpoints`, {method: 'DELETE', path});
	await call('PUT', `/projects/${projectId}/auto-auth`, {
		method: 'password',
		inject: 'bearer',
		loginUrl: `${shop.url}/login`,
		username: 'a@example.com',
		password: 'a-password-of-the-shop',
	});
	for (const test of shopTests) await call('POST', '/tests', {projectId, type: 'backend', ...test});
	for (const [from, to] of [
		['+0', '+0'],
		['+0', '+3h'],
		['+3h', '-3h'],
		['-3h', '+30d'],
		['+30d', '+0'],
	]) {
		const startedAt = performance.now();
		const {batchId} = await call('POST', '/tests/batch/run', {projectId});
		await sleep(500);
		setClock(to);
		let batch = await call('GET', `/batches/${batchId}`);
		while (batch.phase !== 'done' && performance.now() - startedAt < 60_000) {
			await call('GET', `/batches/${batchId}?since=${batch.version}&waitSeconds=5`);
			batch = await call('GET', `/batches/${batchId}`);
		}
		rows.push({
			from,
			to,
			seconds: ((performance.now() - startedAt) / 1000).toFixed(1),
			phase: batch.phase,
			outcome: batch.outcome,
			passed: batch.summary.passed,
			recordsLeft: shop.records.users.size + shop.records.orders.size,
			worstDurationMs: Math.max(...batch.members.map(({durationMs}) => durationMs ?? 0)),
			negative: batch.members.filter(({durationMs}) => durationMs !== null && durationMs < 0).length,
		});
	}
} finally {
	service.kill('SIGTERM');
	await new Promise(resolve => service.once('exit', resolve));
	await shop.close();
	rmSync(home, {recursive: true, force: true});
}
console.table(rows);
process.exitCode = rows.some(
	({phase, passed, recordsLeft, worstDurationMs, negative}) =>
		phase !== 'done' || passed !== rows[0].passed || recordsLeft + negative > 0 || worstDurationMs > 60_000,
)
	? 1
	: 0;
