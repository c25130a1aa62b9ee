/**
 * A service without HTTP, to be killed: takes work from the store at argv[2] until the process dies. Its runner takes a
 * few milliseconds per test, ends as many as bytes have come in on stdin, and checks that every needed value is the one
 * its producer published in this batch.
 */
import {setTimeout as delay} from 'node:timers/promises';
import {createEngine} from '../../../service/engine/create-engine.ts';
import type {Runner, RunOutcome} from '../../../service/runners/runner.ts';
import {openDatabase} from '../../../service/store/open-database.ts';
import {createIds} from '../../../service/store/ids.ts';
import {createRunStore} from '../../../service/store/runs/run-store.ts';
import {testProtection} from '../../helpers/protection.ts';

const [path = '', slots = '4'] = process.argv.slice(2);

let mayEnd = 0;
const waiting: Array<() => void> = [];
process.stdin.on('data', (allowed: Buffer) => {
	mayEnd += allowed.length;
	while (mayEnd > 0 && waiting.length > 0) {
		mayEnd--;
		waiting.shift()!();
	}
});

/** Resolves when one more test may end. */
function permission(): Promise<void> {
	if (mayEnd === 0) return new Promise(resolve => waiting.push(resolve));
	mayEnd--;
	return Promise.resolve();
}

const slowRunner: Runner = {
	run(job) {
		const startedAt = Date.now();
		const strange = Object.entries(job.variables).filter(([name, value]) => value !== `value of ${name}`);
		const outcome = (): RunOutcome => ({
			status: strange.length === 0 ? 'passed' : 'failed',
			failureKind: strange.length === 0 ? null : 'assertion',
			error: strange.length === 0 ? null : `strange values: ${JSON.stringify(strange)}`,
			trace: null,
			apiOutput: job.executionId,
			failedLine: null,
			captures: job.produces.map(name => ({name, value: `value of ${name}`, declared: true, at: Date.now()})),
			calls: [
				{
					seq: 1,
					method: 'GET',
					url: `http://127.0.0.1/${job.executionId}`,
					query: null,
					requestHeaders: {},
					requestBody: null,
					requestEncoding: null,
					requestBytes: null,
					status: 200,
					responseHeaders: {},
					responseBody: '',
					responseEncoding: 'utf8',
					responseBytes: 0,
					truncated: false,
					latencyMs: 1,
					error: null,
					startedAt,
				},
			],
			advisories: [],
			startedAt,
			finishedAt: Date.now(),
		});
		const result = delay(2 + Math.random() * 18)
			.then(permission)
			.then(outcome);
		return {result, cancel() {}};
	},
	async stop() {},
	check: async () => ({ok: true, detail: 'slow'}),
};

const database = await openDatabase(path);
const engine = createEngine({
	store: createRunStore(database, createIds(Date.now), Date.now, testProtection()),
	runner: slowRunner,
	now: Date.now,
	workerId: `pid-${process.pid}`,
	workers: 1,
	concurrency: Number(slots),
	log: {warn: console.error, error: console.error},
});
await engine.start();
console.log('taking work');
setInterval(() => {}, 1000);
