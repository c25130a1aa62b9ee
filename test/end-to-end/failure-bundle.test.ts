import {spawn} from 'node:child_process';
import {mkdtempSync, readdirSync, readFileSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import process from 'node:process';
import {fileURLToPath} from 'node:url';
import {describe, expect, it, onTestFinished} from 'vitest';
import type {FailureContext} from '../../contract/result.ts';
import type {Run, RunTicket} from '../../contract/run.ts';
import {expectDeclared} from '../helpers/strict-document.ts';
import {createDataDirectory, type RealService, startRealService} from './real-service.ts';
import {startTarget} from './target.ts';

const cliPath = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));

/** Fails with another number in each run, so that bundles can be told apart. */
const code = `
import random, urllib.request
assert urllib.request.urlopen(f"{BASE_URL}/slow/1", timeout=10).status == 200
number = random.randrange(10**12, 10**13)
print("number", number)
assert number == 1, "never"
`;

async function startWithFailures() {
	const data = createDataDirectory();
	const target = await startTarget();
	const work = mkdtempSync(join(tmpdir(), 'svc-bundles-'));
	let service = await startRealService(data);
	onTestFinished(async () => {
		await service.kill('SIGKILL');
		await target.close();
		rmSync(work, {recursive: true, force: true});
		data.remove();
	});
	const {testIds} = await service.project(target.url, [{name: 'fails', code}]);
	const testId = testIds['fails'] ?? '';
	const fail = async () => {
		const {runId} = await service.call<RunTicket>('POST', `/tests/${testId}/runs`);
		let run: Run;
		do run = await service.call<Run>('GET', `/runs/${runId}?waitSeconds=25&until=batch`);
		while (run.batchPhase !== 'done');
		return runId;
	};
	/** Runs the built client in the working directory. */
	const svc = (...args: string[]) =>
		new Promise<{exitCode: number | null; stdout: string; stderr: string}>(resolve => {
			const env = {PATH: process.env['PATH'], SVC_HOME: data.path, SVC_API_URL: service.url, SVC_API_KEY: data.key};
			const child = spawn(process.execPath, [cliPath, ...args], {cwd: work, env, stdio: ['ignore', 'pipe', 'pipe']});
			const [stdout, stderr]: [Buffer[], Buffer[]] = [[], []];
			child.stdout.on('data', (chunk: Buffer) => stdout.push(chunk));
			child.stderr.on('data', (chunk: Buffer) => stderr.push(chunk));
			child.once('close', exitCode =>
				resolve({exitCode, stdout: `${Buffer.concat(stdout)}`, stderr: `${Buffer.concat(stderr)}`}),
			);
		}).then(ended => {
			expectDeclared(args, ended.stdout);
			return ended;
		});
	const restart = async (): Promise<RealService> => {
		await service.kill('SIGKILL');
		service = await startRealService(data);
		return service;
	};
	return {service, testId, fail, svc, work, restart};
}

describe('failure bundles of the built client', () => {
	it('of two runs at once are those of their own runs, as the service has them', async () => {
		const {service, fail, svc, work} = await startWithFailures();
		const runIds = [await fail(), await fail()];
		const outcomes = await Promise.all(runIds.map(runId => svc('test', 'artifact', 'get', runId)));
		expect(outcomes.map(({exitCode, stderr}) => ({exitCode, stderr}))).toEqual([
			{exitCode: 0, stderr: ''},
			{exitCode: 0, stderr: ''},
		]);
		for (const runId of runIds) {
			const directory = join(work, '.svc', 'runs', runId);
			const read = (name: string) => readFileSync(join(directory, name), 'utf8');
			const {result, failure} = await service.call<FailureContext>('GET', `/runs/${runId}/failure`);
			expect(JSON.parse(read('result.json'))).toEqual(result);
			expect(JSON.parse(read('failure.json'))).toMatchObject({rootCauseHypothesis: failure.rootCauseHypothesis});
			expect(failure.rootCauseHypothesis).toMatch(/^The test expected 1 and had \d{13} \(line 6\)/);
			expect(read('code.py')).toBe(code);
			expect(read('steps/02-log-1.txt')).toBe(result.apiOutput);
			expect(JSON.parse(read('meta.json'))).toMatchObject({runId, snapshotId: result.snapshotId});
			expect(readdirSync(directory)).not.toContain('.partial');
		}
	});

	it('a failed run points to its bundle', async () => {
		const {testId, svc} = await startWithFailures();
		const {exitCode, stderr} = await svc('test', 'run', testId, '--wait');
		expect(exitCode).toBe(1);
		const [, runId] = /^\[hint\] svc test artifact get (run_\w+)$/m.exec(stderr) ?? [];
		expect((await svc('test', 'artifact', 'get', runId ?? '')).exitCode).toBe(0);
	});
});

describe('a failure after the service was killed and started again', () => {
	it('is the same, and addresses signed before still open', async () => {
		const {service, fail, restart} = await startWithFailures();
		const runId = await fail();
		const before = await service.call<FailureContext>('GET', `/runs/${runId}/failure`);
		const again = await restart();
		const after = await again.call<FailureContext>('GET', `/runs/${runId}/failure`);
		const lasting = ({failure, ...rest}: FailureContext) => ({
			...rest,
			failure: {...failure, evidence: failure.evidence.map(({url, ...item}) => item)},
		});
		expect(lasting(after)).toEqual(lasting(before));
		const {pathname, search} = new URL(before.failure.evidence[0]?.url ?? '');
		expect((await fetch(again.url + pathname + search)).status).toBe(200);
	});
});
