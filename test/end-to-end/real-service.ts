import {spawn} from 'node:child_process';
import {mkdtempSync, readdirSync, readFileSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import process from 'node:process';
import {createInterface} from 'node:readline';
import {fileURLToPath} from 'node:url';
import {expectDeclared} from '../helpers/strict-document.ts';
import type {Batch} from '../../contract/batch.ts';
import type {CliLatestResult} from '../../contract/result.ts';
import type {CreatedTest, TestInput} from '../../contract/test.ts';

const cliPath = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));

/** One start of the built service on a data directory, called over HTTP. */
export type RealService = {
	url: string;
	pid: number;
	call<T>(method: string, path: string, body?: unknown): Promise<T>;
	/** Creates a backend project with these tests; ids by test name. */
	project(targetUrl: string, tests: readonly NewTest[]): Promise<{projectId: string; testIds: Record<string, string>}>;
	runAll(projectId: string): Promise<string>;
	/** Resolves when the batch, cleanup included, is done. */
	batchEnd(batchId: string): Promise<Batch>;
	result(testId: string): Promise<CliLatestResult>;
	kill(signal: NodeJS.Signals): Promise<void>;
	/** Resolves when it has ended. */
	exited: Promise<void>;
};

export type NewTest = Pick<TestInput, 'name' | 'code'> &
	Partial<Pick<TestInput, 'produces' | 'consumes' | 'category' | 'timeoutSeconds'>>;

/** A data directory of its own; `key` is minted at the first start. */
export function createDataDirectory() {
	const path = mkdtempSync(join(tmpdir(), 'svc-end-to-end-'));
	return {path, key: '', remove: () => rmSync(path, {recursive: true, force: true})};
}
export type DataDirectory = ReturnType<typeof createDataDirectory>;

/**
 * Starts `svc serve` of the built package in the foreground and waits until it says that it is ready.
 *
 * @param more environment of the service besides its folders
 * @param flags of `svc serve` besides its data directory
 */
export async function startRealService(
	data: DataDirectory,
	more: Record<string, string> = {},
	flags: readonly string[] = [],
): Promise<RealService> {
	const args = [cliPath, '--output', 'json', 'serve', '--data-dir', data.path, ...flags];
	const env = {PATH: process.env['PATH'], HOME: data.path, SVC_HOME: data.path, ...more};
	const child = spawn(process.execPath, args, {env, stdio: ['ignore', 'pipe', 'ignore']});
	const exited = new Promise<void>(resolve => child.once('exit', () => resolve()));
	let ready = '';
	for await (const line of createInterface({input: child.stdout})) {
		ready += line;
		if (line === '}' || line.endsWith('}')) break;
	}
	expectDeclared(args.slice(1), ready);
	const {url} = JSON.parse(ready) as {url: string};
	if (data.key === '') {
		const {ownerToken} = JSON.parse(readFileSync(join(data.path, 'service.json'), 'utf8')) as {ownerToken: string};
		const minted = await fetch(`${url}/api/cli/v1/local/keys`, {
			method: 'POST',
			headers: {'x-svc-owner-token': ownerToken},
		});
		data.key = ((await minted.json()) as {key: string}).key;
	}

	const call = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
		const answer = await fetch(`${url}/api/cli/v1${path}`, {
			method,
			headers: {'x-api-key': data.key, ...(body === undefined ? {} : {'content-type': 'application/json'})},
			...(body === undefined ? {} : {body: JSON.stringify(body)}),
		});
		const value: unknown = await answer.json();
		if (!answer.ok) throw new Error(`${method} ${path}: ${JSON.stringify(value)}`);
		return value as T;
	};
	const service: RealService = {
		exited,
		url,
		pid: child.pid ?? 0,
		call,
		async project(targetUrl, tests) {
			const {id: projectId} = await call<{id: string}>('POST', '/projects', {type: 'backend', name: 'shop', targetUrl});
			const testIds: Record<string, string> = {};
			for (const test of tests) {
				const created = await call<CreatedTest>('POST', '/tests', {projectId, type: 'backend', ...test});
				testIds[test.name] = created.testId;
			}
			return {projectId, testIds};
		},
		async runAll(projectId) {
			return (await call<{batchId: string}>('POST', '/tests/batch/run', {projectId})).batchId;
		},
		async batchEnd(batchId) {
			let batch = await call<Batch>('GET', `/batches/${batchId}`);
			while (batch.phase !== 'done') {
				const seen = await call<Batch>('GET', `/batches/${batchId}?since=${batch.version}&waitSeconds=25`);
				batch = seen.phase === 'done' ? await call<Batch>('GET', `/batches/${batchId}`) : seen;
			}
			return batch;
		},
		result: testId => call('GET', `/tests/${testId}/result`),
		async kill(signal) {
			child.kill(signal);
			await exited;
		},
	};
	return service;
}

/** Processes of this machine whose command line or folder names the data directory. */
export function processesOf(data: DataDirectory): Array<{pid: number; command: string}> {
	return readdirSync('/proc')
		.filter(name => /^\d+$/.test(name) && Number(name) !== process.pid)
		.flatMap(name => {
			try {
				const command = readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
				return command.includes(data.path) ? [{pid: Number(name), command}] : [];
			} catch {
				return [];
			}
		});
}

/** Repeats a check until it holds. @throws the last failure when `withinMs` has passed */
export async function eventually<T>(check: () => T | Promise<T>, withinMs = 120_000): Promise<T> {
	const giveUpAt = performance.now() + withinMs;
	for (;;) {
		try {
			return await check();
		} catch (error) {
			if (performance.now() > giveUpAt) throw error;
			await new Promise(resolve => setTimeout(resolve, 25));
		}
	}
}
