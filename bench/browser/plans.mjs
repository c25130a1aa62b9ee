// The frontend runner of the sources with the built browser host, for benches and trials.
import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import process from 'node:process';
import {fileURLToPath, pathToFileURL} from 'node:url';
import {openBundles} from '../bundle.mjs';

const dist = process.env.SVC_DIST ?? fileURLToPath(new URL('../../dist', import.meta.url));
export const hostProgram = join(dist, process.env.HOSTP ?? 'browser-host.js');

/** A job of a plan: pictures `all`, `failed` or `off`. */
export const jobOf = (targetUrl, steps, {pictures = 'all', ...more} = {}) => ({
	executionId: `bench-${Math.random().toString(36).slice(2)}#1`,
	...{runId: 'run_1', testId: 'tst_1', testName: 'plan', loginKey: null, targetUrl, steps},
	...{replay: null, saved: null, autoHeal: true, refusedHeals: [], viewport: 'desktop'},
	settings: {consent: 'reject', pictures, stayOnOrigin: false, loginOrigins: [], testIdAttributes: []},
	...{variables: {}, secretNames: [], secrets: [], account: null, seed: 'seed', files: []},
	...{now: Date.UTC(2030, 4, 1), stepTimeoutMs: 30_000, timeoutSeconds: 600, mayVisitPrivate: true},
	...more,
});

/** A runner in a folder of its own; `close` ends its browser and takes the folder away. */
export async function openPlans({parallel = 4} = {}) {
	const bundles = await openBundles();
	const folder = mkdtempSync(join(tmpdir(), 'svc-bench-browser-'));
	const {createFrontendRunner} = await import(
		pathToFileURL(await bundles.bundle('service/browser/frontend-runner.ts')).href
	);
	const runner = createFrontendRunner({folder, env: process.env, maxParallel: parallel, program: hostProgram});
	return {
		runner,
		bundles,
		/** Runs a job; throws when it does not pass. */
		async pass(job) {
			const outcome = await runner.run(job).result;
			if (outcome.status !== 'passed') throw new Error(`${outcome.status}: ${outcome.error}`);
			return outcome;
		},
		async close() {
			await runner.stop();
			await bundles.close();
			rmSync(folder, {recursive: true, force: true});
		},
	};
}

/** `jobs` functions, at most `parallel` at once. */
export async function inParallel(parallel, jobs) {
	const rest = [...jobs];
	const results = [];
	await Promise.all(
		Array.from({length: parallel}, async () => {
			for (let next = rest.shift(); next; next = rest.shift()) results.push(await next());
		}),
	);
	return results;
}
