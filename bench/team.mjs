import {mkdirSync, mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {performance} from 'node:perf_hooks';
import process from 'node:process';
import {setTimeout as sleep} from 'node:timers/promises';
import {pathToFileURL} from 'node:url';
import {startService, startWorker, untilDone} from '../test/trials/killed-service.mjs';
import {openBundles} from './bundle.mjs';
import {median, quantile, row, treeCpu} from './measure.mjs';
import {cli} from './sandbox.mjs';

const workers = 8;
/** "2,000 short tests": each worker has run hundreds, so that what is measured is not how its code is compiled. */
const count = Number(process.env.SVC_BENCH_TESTS ?? 2000);
const large = Number(process.env.SVC_BENCH_LARGE ?? 2000);
const short = n => ({name: `short ${n}`, code: `assert ${n} >= 0`});
const slow = {name: 'slow', code: 'import time\ntime.sleep(60)\nassert True'};

/** A project of tests that call nothing. */
async function projectOf(service, name, tests) {
	const body = {type: 'backend', name, targetUrl: 'http://127.0.0.1:9'};
	const {id: projectId} = await service.call('POST', '/projects', body);
	const left = [...tests];
	const create = async () => {
		for (let test = left.pop(); test; test = left.pop())
			await service.call('POST', '/tests', {projectId, type: 'backend', ...test});
	};
	await Promise.all(Array.from({length: 8}, create));
	return projectId;
}

/** Seconds that a batch of everything in a project takes, and CPU seconds of the processes a test. */
async function timeBatch(service, projectId, pids) {
	const before = pids.reduce((sum, pid) => sum + treeCpu(pid), 0);
	const from = performance.now();
	const {batchId} = await service.call('POST', '/tests/batch/run', {projectId});
	const {summary} = await untilDone(service, batchId);
	const seconds = (performance.now() - from) / 1000;
	if (summary.passed !== summary.total) throw new Error(`${summary.passed} of ${summary.total} tests passed`);
	const cpu = (pids.reduce((sum, pid) => sum + treeCpu(pid), 0) - before) / summary.total;
	return {seconds, cpu, total: summary.total};
}

/** How soon a client that waits at one process hears of what another one has done, in milliseconds. */
async function hearingOf(here, there, rounds) {
	const projectId = await projectOf(there, 'hearing', [slow]);
	const times = [];
	for (let round = 0; round < rounds; round++) {
		const {batchId} = await there.call('POST', '/tests/batch/run', {projectId});
		let batch = await here.call('GET', `/batches/${batchId}`);
		while (batch.members[0].status !== 'running') {
			const next = await here.call('GET', `/batches/${batchId}?since=${batch.version}&waitSeconds=5`);
			batch = next.members.length > 0 ? next : {...batch, version: next.version};
		}
		const waiting = here.call('GET', `/batches/${batchId}?since=${batch.version}&waitSeconds=20`);
		await sleep(50);
		const from = performance.now();
		await there.call('POST', `/batches/${batchId}/cancel`, {});
		await waiting;
		times.push(performance.now() - from);
		await untilDone(there, batchId);
	}
	return times;
}

/** A small batch alone, and beside a large one that was there before it. */
async function fairnessOf(service) {
	const small = await projectOf(service, 'small', [0, 1, 2].map(short));
	const many = await projectOf(
		service,
		'large',
		Array.from({length: large}, (_, n) => short(n)),
	);
	const alone = [];
	for (let round = 0; round < 3; round++) alone.push((await timeBatch(service, small, [])).seconds);
	const {batchId} = await service.call('POST', '/tests/batch/run', {projectId: many});
	const beside = [];
	for (let round = 0; round < 3; round++) beside.push((await timeBatch(service, small, [])).seconds);
	const {phase} = await service.call('GET', `/batches/${batchId}`);
	if (phase === 'done') throw new Error('the large batch ended before the small ones: give SVC_BENCH_LARGE');
	await service.call('POST', `/batches/${batchId}/cancel`, {});
	await untilDone(service, batchId);
	return {alone: median(alone), beside: median(beside)};
}

/** The figures of several processes on one PostgreSQL, each against one embedded process of this run. Needs PostgreSQL. */
export async function measureTeam() {
	const bundles = await openBundles();
	const root = mkdtempSync(join(tmpdir(), 'svc-bench-team-'));
	const stops = [];
	try {
		const {startDatabase} = await import(pathToFileURL(await bundles.bundle('demo/postgres-process.ts')).href);
		const database = await startDatabase(tmpdir(), new AbortController().signal);
		stops.push(() => database.stop());
		for (const name of ['one', 'first', 'second']) mkdirSync(join(root, name));

		const slots = ['--workers', String(workers), '--concurrency', '1'];
		const one = await startService(cli, join(root, 'one'), {}, {args: slots});
		stops.push(() => one.stop());
		const tests = Array.from({length: count}, (_, n) => short(n));
		const embeddedProject = await projectOf(one, 'short', tests);
		await timeBatch(one, embeddedProject, []);
		const embedded = await timeBatch(one, embeddedProject, [one.pid]);

		const state = {};
		const env = {SVC_DATABASE_URL: database.url};
		const keyFile = join(root, 'first', 'service', 'secrets.key');
		const first = await startService(cli, join(root, 'first'), state, {env, args: ['--workers', '0']});
		stops.push(() => first.stop());
		const second = await startService(cli, join(root, 'second'), state, {
			env,
			args: ['--workers', '0', '--secrets-key-file', keyFile],
		});
		stops.push(() => second.stop());
		const crew = [];
		for (let n = 0; n < workers; n++) {
			const home = join(root, `worker-${n}`);
			mkdirSync(home);
			crew.push(await startWorker(cli, home, keyFile, {env, args: ['--concurrency', '1', '--kinds', 'backend']}));
		}
		for (const worker of crew) stops.push(() => worker.stop());
		const teamProject = await projectOf(first, 'short', tests);
		await timeBatch(first, teamProject, []);
		const team = await timeBatch(first, teamProject, [first.pid, second.pid, ...crew.map(({pid}) => pid)]);
		const heard = await hearingOf(first, second, 20);
		const {alone, beside} = await fairnessOf(second);
		const ms = seconds => `${(seconds * 1000).toFixed(1)} ms`;
		return [
			row(
				`${workers} workers and 2 API processes on PostgreSQL, ${count} short tests, against one embedded process`,
				team.seconds / embedded.seconds,
				'×',
				1 / 0.9,
				`wall ${team.seconds.toFixed(1)} s and ${embedded.seconds.toFixed(1)} s`,
			),
			row('the same, CPU a test', team.cpu / embedded.cpu, '×', 1.5, `${ms(team.cpu)} and ${ms(embedded.cpu)}`),
			row(
				'a change seen by a client that waits at another process, p95',
				quantile(heard, 0.95),
				'ms',
				250,
				`median ${median(heard).toFixed(0)} ms`,
			),
			row(
				`a batch of 3 beside one of ${large}, against alone`,
				beside / alone,
				'×',
				2,
				`${ms(beside)} and ${ms(alone)}, median of 3`,
			),
		];
	} finally {
		for (const stop of stops.reverse()) await stop();
		rmSync(root, {recursive: true, force: true});
		await bundles.close();
	}
}
