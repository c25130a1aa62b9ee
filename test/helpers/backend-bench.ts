import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, beforeAll} from 'vitest';
import {type BackendRunnerOptions, createBackendRunner} from '../../service/runners/backend.ts';
import type {PythonInterpreter} from '../../service/runners/find-python.ts';
import type {RunHandle, RunJob, RunListener, Runner, RunOutcome} from '../../service/runners/runner.ts';
import {emptyJob} from './empty-job.ts';
import {type HttpTarget, startHttpTarget} from './http-target.ts';
import {pythonWith} from './python-with.ts';

export type BackendBench = {
	runner: Runner;
	target: HttpTarget;
	python: PythonInterpreter;
	/** Holds nothing once the runner has stopped. */
	scratchDir: string;
	/** Executes a test's source; the target is its project's. */
	start(code: string, job?: Partial<RunJob>, listener?: RunListener): RunHandle;
	run(code: string, job?: Partial<RunJob>, listener?: RunListener): Promise<RunOutcome>;
};

/** A runner and a target for all tests of a file. */
export function createBackendBench(
	options: Partial<BackendRunnerOptions> = {},
	choosePython: () => Promise<PythonInterpreter> = () => pythonWith('requests'),
): BackendBench {
	const bench = {} as BackendBench;
	let executions = 0;
	beforeAll(async () => {
		bench.python = await choosePython();
		bench.scratchDir = mkdtempSync(join(tmpdir(), 'svc-runner-'));
		bench.target = await startHttpTarget();
		bench.runner = createBackendRunner({
			python: bench.python,
			scratchDir: bench.scratchDir,
			dataDir: bench.scratchDir,
			env: process.env,
			...options,
		});
		bench.start = (code, job = {}, listener = {}) => {
			const runId = `run-${++executions}`;
			const base = emptyJob(code, bench.target.url);
			return bench.runner.run({...base, executionId: `${runId}#1`, runId, ...job}, listener);
		};
		bench.run = (...args) => bench.start(...args).result;
	});
	afterAll(async () => {
		await bench.runner?.stop();
		await bench.target?.close();
		rmSync(bench.scratchDir, {recursive: true, force: true});
	});
	return bench;
}
