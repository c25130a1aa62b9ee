import {mkdtempSync, readFileSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {onTestFinished} from 'vitest';
import {createLocalKey} from '../../../contract/routes/account.ts';
import {
	basePath,
	type BodyInput,
	type Params,
	type QueryInput,
	type ResponseOf,
	type Route,
} from '../../../contract/route.ts';
import {getRun} from '../../../contract/routes/runs.ts';
import type {Run} from '../../../contract/run.ts';
import type {ServeFailure, ServeOptions, ServiceFile} from '../../../contract/service-process.ts';
import {serve} from '../../../service/main.ts';

/** A directory of its own for one test; gone with it. */
export function temporaryDirectory(): string {
	const directory = mkdtempSync(join(tmpdir(), 'svc-serve-'));
	onTestFinished(() => rmSync(directory, {recursive: true, force: true}));
	return directory;
}

export type Served = {
	url: string;
	dataDir: string;
	/** Resolves when the service has put everything away. */
	ended: Promise<void>;
	stop(): Promise<void>;
	hurry(): void;
};

/** Runs a service of this process on a free port; stopped when the test ends. */
export async function runServe(options: Partial<ServeOptions> = {}): Promise<Served> {
	const dataDir = options.dataDir ?? join(temporaryDirectory(), 'service');
	const stop = new AbortController();
	const hurry = new AbortController();
	let ended: Promise<void> = Promise.resolve();
	const url = await new Promise<string>((resolve, reject) => {
		ended = serve({
			host: '127.0.0.1',
			port: null,
			databaseUrl: null,
			secretsKeyFile: null,
			workers: 1,
			concurrency: 2,
			targetPolicy: null,
			sandbox: null,
			logFile: join(dataDir, 'logs', 'service.log'),
			env: process.env,
			onReady: ready => resolve(ready.url),
			stop: stop.signal,
			hurry: hurry.signal,
			...options,
			dataDir,
		});
		ended.catch(reject);
	});
	const end = async () => {
		stop.abort();
		await ended;
	};
	onTestFinished(async () => {
		hurry.abort();
		await end();
	});
	return {url, dataDir, ended, stop: end, hurry: () => hurry.abort()};
}

/** Why a service did not start. */
export async function serveFailure(options: Partial<ServeOptions>): Promise<ServeFailure> {
	try {
		await runServe(options);
	} catch (error) {
		return (error as {failure: ServeFailure}).failure;
	}
	throw new Error('the service has started');
}

export const serviceFileOf = (dataDir: string): ServiceFile =>
	JSON.parse(readFileSync(join(dataDir, 'service.json'), 'utf8'));

export type Caller = <R extends Route>(
	route: R,
	call?: {params?: Params<R>; query?: QueryInput<R>; body?: BodyInput<R>; headers?: Record<string, string>},
) => Promise<ResponseOf<R>>;

/** Calls routes of a running service with one key; rejects with the text of an error answer. */
export const callerOf =
	(url: string, key: string): Caller =>
	async (route, {params, query, body, headers} = {}) => {
		const path = route.path.replace(/\{(\w+)\}/g, (_, name) => (params as Record<string, string>)[name] ?? '');
		const search = new URLSearchParams(
			Object.entries((query ?? {}) as Record<string, unknown>).map(([name, value]): [string, string] => [
				name,
				String(value),
			]),
		);
		const response = await fetch(`${url}${basePath}${path}?${search}`, {
			method: route.method,
			headers: {'x-api-key': key, ...(body === undefined ? {} : {'content-type': 'application/json'}), ...headers},
			...(body === undefined ? {} : {body: JSON.stringify(body)}),
		});
		const text = await response.text();
		if (!response.ok) throw new Error(`${response.status} ${text}`);
		return route.response.parse(JSON.parse(text)) as never;
	};

/** The run as it is when its batch has cleaned up, however long that takes. */
export async function batchEnd(call: Caller, runId: string): Promise<Run> {
	for (;;) {
		const run = await call(getRun, {params: {runId}, query: {waitSeconds: 25, until: 'batch'}});
		if (run.batchPhase === 'done') return run;
	}
}

/** A key for the owner of the data directory, as `setup --local` gets one. */
export async function localCaller(url: string, dataDir: string): Promise<Caller & {key: string}> {
	const {ownerToken} = serviceFileOf(dataDir);
	const {key} = await callerOf(url, '')(createLocalKey, {headers: {'x-svc-owner-token': ownerToken}});
	return Object.assign(callerOf(url, key), {key});
}
