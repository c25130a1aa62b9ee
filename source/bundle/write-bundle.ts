import {
	existsSync,
	lstatSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	renameSync,
	rmSync,
	statSync,
	writeFileSync,
} from 'node:fs';
import {dirname, join, relative, sep} from 'node:path';
import type {FailureContext} from '../contract/result.ts';
import {ApiError, invalidFlag} from '../errors/api-error.ts';
import {
	codeFile,
	evidenceFile,
	isEvidenceKind,
	isOwned,
	metaFile,
	partialFile,
	stagingFolder,
	stepFile,
	stepNumber,
	videoFile,
} from './bundle-files.ts';
import {type DownloadContext, download} from './download.ts';
import {checkIntegrity} from './integrity.ts';
import {aroundFailedStep} from './select-steps.ts';
import {releaseStaging, takeStaging} from './staging.ts';

export const bundleSchemaVersion = 'cli-v1';

/** Identity card of a bundle, committed last: `meta.json` without `.partial` means complete. */
export type BundleMeta = {
	schemaVersion: typeof bundleSchemaVersion;
	snapshotId: string;
	runId: string | null;
	testId: string;
	projectId: string;
	codeVersion: string | null;
	runIdIfAvailable: string | null;
	targetUrl: string | null;
	failedStepIndex: number | null;
	failureKind: string | null;
	capturedAt: string | null;
	fetchedAt: string;
};

export type BundleRequest = {
	context: FailureContext;
	/** Directory of the bundle, absolute. */
	directory: string;
	/** True for the default place, whose parents are made; a directory of `--out` needs an existing parent. */
	makeParents: boolean;
	failedOnly: boolean;
	/** Set for the bundle of one run. */
	requestedRunId: string | null;
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
	checkDirectory(request.directory, request.makeParents);
	checkIntegrity(request.context, request.requestedRunId);
	const context = request.failedOnly ? aroundFailedStep(request.context) : request.context;
	checkIntegrity(context, request.requestedRunId);

	// `recursive` only says that an existing directory is no error: the parent was checked above.
	mkdirSync(request.directory, {recursive: true, mode: 0o700});
	const staging = takeStaging(request.directory, request.now());
	try {
		const meta = metaOf(context, request);
		await stage(staging, context, meta, request);
		return {meta, files: commit(request.directory, staging)};
	} catch (error) {
		writePartial(request, context.snapshotId, error);
		throw error;
	} finally {
		releaseStaging(staging);
	}
}

/** Not a file, the parent exists, no symbolic link on the last segment. */
function checkDirectory(directory: string, makeParents: boolean): void {
	const found = lstatSync(directory, {throwIfNoEntry: false});
	if (found?.isSymbolicLink()) throw invalidFlag('out', `${directory} is a symbolic link`);
	if (found && !found.isDirectory()) throw invalidFlag('out', `${directory} is not a directory`);
	const steps = lstatSync(join(directory, 'steps'), {throwIfNoEntry: false});
	if (steps && !steps.isDirectory()) throw invalidFlag('out', `${join(directory, 'steps')} is not a directory`);
	if (found || makeParents) return;
	if (!statSync(dirname(directory), {throwIfNoEntry: false})?.isDirectory()) {
		throw invalidFlag('out', `${dirname(directory)} does not exist`);
	}
}

const metaOf = ({result, ...context}: FailureContext, request: BundleRequest): BundleMeta => ({
	schemaVersion: bundleSchemaVersion,
	snapshotId: context.snapshotId,
	runId: request.requestedRunId ?? result.runIdIfAvailable,
	testId: context.testId,
	projectId: context.projectId,
	codeVersion: result.codeVersion,
	runIdIfAvailable: result.runIdIfAvailable,
	targetUrl: result.targetUrl,
	failedStepIndex: result.failedStepIndex,
	failureKind: result.failureKind,
	capturedAt: result.finishedAt,
	fetchedAt: new Date(request.now()).toISOString(),
});

async function stage(staging: string, context: FailureContext, meta: BundleMeta, request: BundleRequest) {
	const place = (name: string) => {
		const path = join(staging, ...name.split('/'));
		if (!path.startsWith(`${staging}${sep}`)) throw new Error(`a bundle file left its directory: ${name}`);
		mkdirSync(dirname(path), {recursive: true, mode: 0o700});
		return path;
	};
	const writeJson = (name: string, value: unknown) =>
		writeFileSync(place(name), `${JSON.stringify(value, null, 2)}\n`, {mode: 0o600});
	const fetchTo = (url: string, name: string) => download(url, place(name), request);

	writeJson('result.json', context.result);
	writeJson('steps.json', context.steps);
	writeJson('failure.json', context.failure);
	const {code, language} = context.code;
	if (code?.startsWith('https://')) await fetchTo(code, codeFile(language));
	else writeFileSync(place(codeFile(language)), code ?? '', {mode: 0o600});
	if (context.result.videoUrl) await fetchTo(context.result.videoUrl, videoFile(context.result.videoUrl));

	const written = new Map<string, string>();
	for (const step of context.steps) {
		if (step.screenshotUrl) {
			const name = stepFile(step.stepIndex, 'screenshot.png');
			await fetchTo(step.screenshotUrl, name);
			written.set(step.screenshotUrl, name);
		}
		if (step.htmlSnapshotUrl) {
			const name = stepFile(step.stepIndex, 'snapshot.html');
			await fetchTo(step.htmlSnapshotUrl, name);
			written.set(step.htmlSnapshotUrl, name);
			const {snapshotText} = await import('./snapshot-text.ts');
			const text = snapshotText(readFileSync(place(name), 'utf8'));
			writeFileSync(place(stepFile(step.stepIndex, 'snapshot.txt')), text, {mode: 0o600});
		}
	}
	await stageEvidence(context.failure.evidence, written, fetchTo, writeJson);
	writeJson(metaFile, meta);
}

type Evidence = FailureContext['failure']['evidence'];

/** Evidence that is not already there as a step's picture or snapshot, and the index of all evidence of each step. */
async function stageEvidence(
	evidence: Evidence,
	written: Map<string, string>,
	fetchTo: (url: string, name: string) => Promise<void>,
	writeJson: (name: string, value: unknown) => void,
): Promise<void> {
	const ordinals = new Map<string, number>();
	const byStep = new Map<number, Array<{kind: string; stepIndex: number; summary: string; path: string}>>();
	for (const {kind, stepIndex, summary, url} of evidence) {
		if (!isEvidenceKind(kind)) continue;
		let path = written.get(url);
		if (path === undefined) {
			const counted = `${stepNumber(stepIndex)}-${kind}`;
			const ordinal = ordinals.get(counted) ?? 0;
			ordinals.set(counted, ordinal + 1);
			path = evidenceFile(stepIndex, kind, ordinal);
			await fetchTo(url, path);
			written.set(url, path);
		}
		byStep.set(stepIndex, [...(byStep.get(stepIndex) ?? []), {kind, stepIndex, summary, path}]);
	}
	for (const [stepIndex, items] of byStep) writeJson(stepFile(stepIndex, 'evidence.json'), items);
}

/** Old identity card away, stale owned files away, new files in, identity card last, `.partial` away. */
function commit(directory: string, staging: string): string[] {
	const files = filesBelow(staging).filter(isOwned);
	rmSync(join(directory, metaFile), {force: true});
	for (const name of filesBelow(directory)) {
		if (!name.startsWith(`${stagingFolder}/`) && isOwned(name) && !files.includes(name)) rmSync(join(directory, name));
	}
	for (const name of [...files.filter(file => file !== metaFile), metaFile]) {
		const to = join(directory, name);
		mkdirSync(dirname(to), {recursive: true, mode: 0o700});
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
function writePartial(request: BundleRequest, snapshotId: string, error: unknown): void {
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
			writeFileSync(join(request.directory, partialFile), `${JSON.stringify(note, null, 2)}\n`, {mode: 0o600});
		}
	} catch {}
}
