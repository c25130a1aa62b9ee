import type {BundleMeta} from '../../contract/documents/test.ts';
import {existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync} from 'node:fs';
import {dirname, join, relative, sep} from 'node:path';
import type {RunId, SnapshotId} from '../../contract/ids.ts';
import type {FailureContext} from '../../contract/result.ts';
import {ApiError} from '../errors/api-error.ts';
import {makeDirectory} from '../process/place-file.ts';
import {aboutDirectory, checkBundleDirectory, ignoreBundles} from './bundle-directory.ts';
import {bundleEntries} from './bundle-entries.ts';
import {isOwned, metaFile, partialFile, stagingFolder} from './bundle-files.ts';
import {type DownloadContext, download} from './download.ts';
import {checkIntegrity} from './integrity.ts';
import {aroundFailedStep} from './select-steps.ts';
import {releaseStaging, takeStaging} from './staging.ts';

const bundleSchemaVersion = 'cli-v1';

export type BundleRequest = {
	context: FailureContext;
	/** Directory of the bundle, absolute. */
	directory: string;
	/** True for the default place, whose parents are made; a directory of `--out` needs an existing parent. */
	makeParents: boolean;
	/** Project directory that learns to ignore bundles with its first one; for the default place. */
	ignoreIn?: string;
	failedOnly: boolean;
	/** Set for the bundle of one run. */
	requestedRunId: RunId | null;
	/** Request id of the context's answer, kept in `.partial`. */
	requestId: string;
	now(): number;
} & DownloadContext;

/**
 * Writes a failure bundle: checks first, stages everything below `.tmp`, then commits with `meta.json` last. Never
 * deletes a file it does not own. From the first change on disk, an error leaves `.partial` behind and is thrown on.
 * @returns the identity card and the names written, sorted
 */
export async function writeBundle(request: BundleRequest): Promise<{meta: BundleMeta; files: string[]}> {
	checkBundleDirectory(request.directory, request.makeParents);
	checkIntegrity(request.context, request.requestedRunId, request.requestId);
	const context = request.failedOnly ? aroundFailedStep(request.context) : request.context;
	checkIntegrity(context, request.requestedRunId, request.requestId);

	let staging: string | undefined;
	try {
		if (request.ignoreIn !== undefined) ignoreBundles(request.ignoreIn);
		makeDirectory(request.directory, {mode: 0o700});
		staging = takeStaging(request.directory, request.now());
		const meta = bundleMeta(context, request.requestedRunId, request.now());
		await stage(staging, context, meta, request);
		return {meta, files: commit(request.directory, staging)};
	} catch (thrown) {
		const error = aboutDirectory(thrown, request.directory);
		// What another process is writing is not ours to judge.
		if (staging !== undefined) writePartial(request, context.snapshotId, error);
		throw error;
	} finally {
		if (staging !== undefined) releaseStaging(staging);
	}
}

/** The identity card of a context. @param requestedRunId set for the bundle of one run */
export const bundleMeta = (
	{result, ...context}: FailureContext,
	requestedRunId: RunId | null,
	fetchedAt: number,
): BundleMeta => ({
	schemaVersion: bundleSchemaVersion,
	snapshotId: context.snapshotId,
	runId: requestedRunId ?? result.runIdIfAvailable,
	testId: context.testId,
	...(result.testName ? {testName: result.testName} : {}),
	projectId: context.projectId,
	...(context.projectName ? {projectName: context.projectName} : {}),
	codeVersion: result.codeVersion,
	runIdIfAvailable: result.runIdIfAvailable,
	targetUrl: result.targetUrl,
	failedStepIndex: result.failedStepIndex,
	failureKind: result.failureKind,
	capturedAt: result.finishedAt,
	fetchedAt: new Date(fetchedAt).toISOString(),
});

async function stage(staging: string, context: FailureContext, meta: BundleMeta, request: BundleRequest) {
	const place = (name: string) => {
		const path = join(staging, ...name.split('/'));
		if (!path.startsWith(`${staging}${sep}`)) throw new Error(`a bundle file left its directory: ${name}`);
		makeDirectory(dirname(path), {mode: 0o700});
		return path;
	};
	const write = (name: string, text: string) => writeFileSync(place(name), text, {mode: 0o600});
	for (const entry of bundleEntries(context)) {
		if (entry.from === 'json') write(entry.name, json(entry.value));
		else if (entry.from === 'text') write(entry.name, entry.text);
		else if (entry.from === 'download') await download(entry.url, place(entry.name), request);
		else {
			const {snapshotText} = await import('./snapshot-text.ts');
			write(entry.name, snapshotText(readFileSync(place(entry.file), 'utf8')));
		}
	}
	write(metaFile, json(meta));
}

const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;

/** Old identity card away, stale owned files away, new files in, identity card last, `.partial` away. */
function commit(directory: string, staging: string): string[] {
	const files = filesBelow(staging).filter(isOwned);
	rmSync(join(directory, metaFile), {force: true});
	for (const name of filesBelow(directory)) {
		if (!name.startsWith(`${stagingFolder}/`) && isOwned(name) && !files.includes(name)) rmSync(join(directory, name));
	}
	for (const name of [...files.filter(file => file !== metaFile), metaFile]) {
		const to = join(directory, name);
		makeDirectory(dirname(to), {mode: 0o700});
		renameSync(join(staging, name), to);
	}
	rmSync(join(directory, partialFile), {force: true});
	return files.sort();
}

const filesBelow = (directory: string) =>
	readdirSync(directory, {recursive: true, withFileTypes: true})
		.filter(entry => entry.isFile())
		.map(entry => relative(directory, join(entry.parentPath, entry.name)).split(sep).join('/'));

/** Best effort: the error itself matters more than the note about it. */
function writePartial(request: BundleRequest, snapshotId: SnapshotId, error: unknown): void {
	const {code, message} =
		error instanceof ApiError ? error : {code: 'INTERNAL', message: 'The bundle could not be written.'};
	const note = {
		schemaVersion: bundleSchemaVersion,
		snapshotId,
		requestId: request.requestId,
		error: {code, message},
		createdAt: new Date(request.now()).toISOString(),
	};
	try {
		if (existsSync(request.directory)) {
			writeFileSync(join(request.directory, partialFile), json(note), {mode: 0o600});
		}
	} catch {}
}
