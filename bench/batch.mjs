import {spawn} from 'node:child_process';
import {performance} from 'node:perf_hooks';
import process from 'node:process';
import {median, quantile, row} from './measure.mjs';
import {cli} from './sandbox.mjs';

const slow = (ms, lines = '') =>
	`import requests\nassert requests.get(f"{BASE_URL}/slow/${ms}", timeout=10).status_code == 200\n${lines}`;

/** Three chained tests of 600 ms beside twelve short ones: the batch should take as long as its longest chain. */
const tests = [
	{name: 'a', code: slow(600, 'produce("a", 1)\n'), produces: ['a']},
	{name: 'b', code: slow(600, 'produce("b", variables["a"])\n'), consumes: ['a'], produces: ['b']},
	{name: 'c', code: slow(600), consumes: ['b']},
	...Array.from({length: 12}, (_, n) => ({name: `short ${n}`, code: slow(200)})),
];

const seconds = (from, to) => (Date.parse(to) - Date.parse(from)) / 1000;

/** Wall time of a batch against its critical path (the sum of the members of its longest chain). */
export async function measureBatch(sandbox, {rounds = 5} = {}) {
	const {projectId} = await sandbox.project('critical path', tests);
	await sandbox.runAll(projectId);
	const ratios = [];
	for (let turn = 0; turn < rounds; turn++) {
		const batch = await sandbox.runAll(projectId);
		const path = batch.members
			.filter(member => ['a', 'b', 'c'].includes(member.name))
			.reduce((sum, member) => sum + seconds(member.startedAt, member.finishedAt), 0);
		ratios.push(seconds(batch.createdAt, batch.finishedAt) / path);
	}
	return [row('batch wall time against its critical path', median(ratios), '×', 1.15)];
}

/** From the end of a run (as the service says) to the exit of `svc test wait`, in ms. */
export async function measureWait(sandbox, {rounds = 5} = {}) {
	const {testIds} = await sandbox.project('wait', [{name: 'takes 1.5 s', code: slow(1500)}]);
	const delays = [];
	for (let turn = 0; turn < rounds; turn++) {
		const {runId} = await sandbox.call('POST', `/tests/${testIds[0]}/runs`, {source: 'cli'});
		const waiting = spawn(process.execPath, [cli, 'test', 'wait', runId, '--output', 'json'], {
			env: sandbox.env,
			stdio: 'ignore',
		});
		const exitedAt = await new Promise(resolve =>
			waiting.once('exit', () => resolve(performance.timeOrigin + performance.now())),
		);
		const run = await sandbox.call('GET', `/runs/${runId}`);
		delays.push(exitedAt - Date.parse(run.finishedAt));
	}
	return [
		row(
			'end of run to return of wait (median)',
			median(delays),
			'ms',
			100,
			`worst ${quantile(delays, 1).toFixed(0)} ms`,
		),
	];
}
