import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import process from 'node:process';
import {afterAll, beforeAll} from 'vitest';
import type {PlanFileStep} from '../../contract/plan-file.ts';
import type {
	FrontendJob,
	FrontendListener,
	FrontendOutcome,
	FrontendRunner,
} from '../../service/browser/frontend-job.ts';
import {createFrontendRunner} from '../../service/browser/frontend-runner.ts';
import type {RunHandle} from '../../service/runners/runner.ts';
import {bundleProgram} from './bundle.ts';

/** `! text` is an assertion, anything else an action. */
export const stepsOf = (lines: readonly string[]): PlanFileStep[] =>
	lines.map(line =>
		line.startsWith('! ') ? {type: 'assertion', description: line.slice(2)} : {type: 'action', description: line},
	);

/** A job with nothing special about it. */
export const planJob = (targetUrl: string, lines: readonly string[], more: Partial<FrontendJob> = {}): FrontendJob => ({
	executionId: `run-${Math.random().toString(36).slice(2)}#1`,
	runId: 'run_1',
	testId: 'tst_1',
	projectId: 'prj_1',
	testName: 'plan',
	loginKey: null,
	targetUrl,
	steps: stepsOf(lines),
	replay: null,
	saved: null,
	autoHeal: true,
	refusedHeals: [],
	viewport: 'desktop',
	settings: {consent: 'reject', pictures: 'failed', stayOnOrigin: false, loginOrigins: [], testIdAttributes: []},
	variables: {},
	secretNames: [],
	secrets: [],
	httpAccount: null,
	account: null,
	seed: 'seed',
	files: [],
	now: Date.UTC(2026, 11, 1, 12),
	stepTimeoutMs: 20_000,
	timeoutSeconds: 300,
	mayVisitPrivate: true,
	...more,
});

export type PlanBench = {
	runner: FrontendRunner;
	/** File of the host's program. */
	program: string;
	/** `tmp/browser` of its data directory. */
	folder: string;
	run(targetUrl: string, lines: readonly string[], more?: Partial<FrontendJob>): Promise<FrontendOutcome>;
	start(job: FrontendJob, listener?: FrontendListener): RunHandle<FrontendOutcome>;
};

/** A frontend runner with a real browser for the tests of a file. */
export function createPlanBench(options: {refusedPorts?: () => number[]; env?: NodeJS.ProcessEnv} = {}): PlanBench {
	const bench = {} as PlanBench;
	let remove = () => {};
	beforeAll(async () => {
		const program = await bundleProgram('service/browser/host/main.ts');
		const folder = mkdtempSync(join(tmpdir(), 'svc-browser-'));
		remove = () => {
			program.remove();
			rmSync(folder, {recursive: true, force: true});
		};
		bench.program = program.file;
		bench.folder = folder;
		bench.runner = createFrontendRunner({
			folder,
			env: {...process.env, ...options.env},
			maxParallel: 2,
			program: program.file,
			...(options.refusedPorts ? {refusedPorts: options.refusedPorts} : {}),
		});
		bench.start = (job, listener) => bench.runner.run(job, listener);
		bench.run = (targetUrl, lines, more) => bench.start(planJob(targetUrl, lines, more)).result;
	});
	afterAll(async () => {
		await bench.runner.stop();
		remove();
	});
	return bench;
}
