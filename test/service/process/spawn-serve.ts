import {type ChildProcess, spawn} from 'node:child_process';
import {once} from 'node:events';
import {cpSync, mkdirSync, mkdtempSync, rmSync} from 'node:fs';
import {join} from 'node:path';
import {createInterface} from 'node:readline';
import {fileURLToPath} from 'node:url';
import {type InputOptions, type OutputOptions, rolldown} from 'rolldown';
import {onTestFinished} from 'vitest';
import type {ServeFailure} from '../../../contract/service-process.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

type BuildConfiguration = {bundles(root: string): Array<InputOptions & {output: OutputOptions}>};

/** Builds the service as it is shipped; answers the path of its entry and what removes it again. */
export async function buildService(): Promise<{entry: string; remove(): void}> {
	// Below node_modules, so that the native library is found from there.
	const cache = join(root, 'node_modules', '.cache');
	mkdirSync(cache, {recursive: true});
	const dir = mkdtempSync(join(cache, 'svc-service-'));
	const {bundles} = (await import(join(root, 'build', 'rolldown.config.mjs'))) as BuildConfiguration;
	const {output, ...input} = bundles(root).find(bundle => 'service' in (bundle.input as object)) ?? {};
	const bundle = await rolldown(input as InputOptions);
	await bundle.write({...output, dir});
	await bundle.close();
	cpSync(join(root, 'service', 'runners', 'python'), join(dir, 'python'), {recursive: true});
	return {entry: join(dir, 'service.js'), remove: () => rmSync(dir, {recursive: true, force: true})};
}

export type ServeProcess = {
	child: ChildProcess;
	pid: number;
	/** What it said first: its address, or why it did not start. */
	said: {url: string; failure?: undefined} | {url?: undefined; failure: ServeFailure};
	/** Milliseconds from spawn to ready. */
	readyMs: number;
	ended: Promise<{code: number | null; signal: string | null}>;
	errors(): string;
};

/** Starts a service as a process and waits for its first word; killed when the test ends. */
export async function spawnServe(
	entry: string,
	options: {dataDir: string} & Record<string, unknown>,
	env: Record<string, string> = {},
): Promise<ServeProcess> {
	const begun = performance.now();
	const script = join(root, 'test', 'service', 'process', 'serve-process.mjs');
	const child = spawn(process.execPath, [script, entry, JSON.stringify(options)], {
		stdio: ['ignore', 'pipe', 'pipe'],
		env: {...process.env, ...env},
	});
	let errors = '';
	child.stderr.on('data', chunk => {
		errors += chunk;
	});
	const ended = once(child, 'exit').then(([code, signal]) => ({code, signal}));
	onTestFinished(async () => {
		child.kill('SIGKILL');
		await ended;
	});
	const [line] = await Promise.race([
		once(createInterface(child.stdout), 'line'),
		ended.then(({code}) => {
			throw new Error(`the service ended with ${code}: ${errors}`);
		}),
	]);
	return {
		child,
		pid: child.pid ?? 0,
		said: JSON.parse(line),
		readyMs: performance.now() - begun,
		ended,
		errors: () => errors,
	};
}
