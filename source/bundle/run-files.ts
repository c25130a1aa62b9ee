import type {BundleMeta} from '../../contract/documents/test.ts';
import {mkdtemp, readFile, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {type Connections, openConnections} from '../client/dispatcher.ts';
import type {RunId} from '../../contract/ids.ts';
import type {FailureContext} from '../../contract/result.ts';
import {invalidFlag} from '../errors/api-error.ts';
import {defaultDirectory, isSafeRunId} from './bundle-directory.ts';
import {type DownloadContext, download} from './download.ts';
import {writeBundle} from './write-bundle.ts';

type RunFilesOptions = {
	/** Directory in which bundles have their default place. */
	cwd: string;
	env: Record<string, string | undefined>;
	/** Endpoint of the service: `local` or a URL. */
	endpoint: string;
	timeoutMs: number;
	signal?: AbortSignal;
	now(): number;
	sleep(ms: number, signal?: AbortSignal): Promise<void>;
};

type BundleWish = {
	failure: FailureContext;
	/** Absolute; undefined: the default place of `runId`. */
	directory: string | undefined;
	/** Names the default place. */
	runId: RunId;
	failedOnly: boolean;
	requestedRunId: RunId | null;
	requestId: string;
};

/** Writes a bundle, with connections of its own to wherever its files lie. */
export async function saveRunBundle(
	{failure, directory, runId, ...wish}: BundleWish,
	options: RunFilesOptions,
): Promise<{directory: string; meta: BundleMeta; files: string[]}> {
	if (directory === undefined && !isSafeRunId(runId))
		throw invalidFlag('out', 'is required: the run has no id that could name a directory');
	const place = directory ?? defaultDirectory(options.cwd, runId);
	return withConnections(options, async downloads => {
		const {meta, files} = await writeBundle({
			...downloads,
			...wish,
			context: failure,
			directory: place,
			...(directory === undefined ? {makeParents: true, ignoreIn: options.cwd} : {makeParents: false}),
			now: options.now,
		});
		return {directory: place, meta, files};
	});
}

/** The text of a page, from the address of its snapshot. */
export async function readSnapshot(url: string, options: RunFilesOptions): Promise<string> {
	const {snapshotText} = await import('./snapshot-text.ts');
	return snapshotText(new TextDecoder().decode(await readPart(url, options)));
}

/** What stands at the address of a part of a run: a picture, an outline … */
export async function readPart(url: string, options: RunFilesOptions): Promise<Uint8Array> {
	const folder = await mkdtemp(join(tmpdir(), 'svc-'));
	try {
		const path = join(folder, 'part');
		await withConnections(options, downloads => download(url, path, downloads));
		return await readFile(path);
	} finally {
		await rm(folder, {recursive: true, force: true});
	}
}

async function withConnections<Result>(
	{env, endpoint, timeoutMs, signal, sleep}: RunFilesOptions,
	work: (downloads: DownloadContext) => Promise<Result>,
): Promise<Result> {
	const opened = new Map<string, Promise<Connections>>();
	try {
		return await work({
			endpointUrl: endpoint === 'local' ? 'http://127.0.0.1' : endpoint,
			timeoutMs,
			sleep,
			...(signal ? {signal} : {}),
			connect(origin) {
				const connections = opened.get(origin) ?? openConnections(origin, env);
				opened.set(origin, connections);
				return connections;
			},
		});
	} finally {
		await Promise.all([...opened.values()].map(async connections => (await connections).close()));
	}
}
