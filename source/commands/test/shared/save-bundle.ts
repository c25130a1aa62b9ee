import type {BundleMeta} from '../../../../contract/documents/test.ts';
import {relative} from 'node:path';
import {checkBundleDirectory, defaultDirectory, isSafeRunId} from '../../../bundle/bundle-directory.ts';
import {bundleEntries} from '../../../bundle/bundle-entries.ts';
import {metaFile} from '../../../bundle/bundle-files.ts';
import {checkIntegrity} from '../../../bundle/integrity.ts';
import {aroundFailedStep} from '../../../bundle/select-steps.ts';
import {saveRunBundle} from '../../../bundle/run-files.ts';
import {bundleMeta} from '../../../bundle/write-bundle.ts';
import type {Context} from '../../../context.ts';
import type {RunId} from '../../../../contract/ids.ts';
import type {FailureContext} from '../../../../contract/result.ts';
import {refusedFlag} from '../../../errors/api-error.ts';
import {text, toggle} from '../../flag.ts';

/** Flags of the commands that write bundles. */
export const bundleFlags = {
	out: text('Directory of the bundle (./.svc/runs/<run-id>)', {placeholder: '<dir>'}),
	failedOnly: toggle('Only the failing step with its neighbours'),
};

type SavedBundle = {directory: string; meta: BundleMeta; files: string[]};

/** Refuses an unusable `--out` before anything is asked of the service. The default place is judged when it is known. */
export function checkOut(directory: string | undefined, {dryRun}: Context): void {
	if (directory !== undefined && !dryRun) checkBundleDirectory(directory, false);
}

/**
 * Writes the bundle of a failure; under `--dry-run` says what it would write.
 *
 * @param directory of `--out`, absolute; undefined: the default place of the run
 * @param requestedRunId set when one run was asked for, whose rules are stricter
 * @param requestId of the answer that brought the failure
 */
export async function saveBundle(
	failure: FailureContext,
	bundle: {directory: string | undefined; failedOnly: boolean; requestedRunId: RunId | null; requestId: string},
	context: Context,
): Promise<SavedBundle> {
	const {requestedRunId, directory} = bundle;
	const runId = directory === undefined ? safeRunId(failure, requestedRunId) : '';
	if (context.dryRun)
		return plannedBundle(failure, {...bundle, directory: directory ?? defaultDirectory(context.cwd, runId)}, context);
	const {connection, env, cwd, requestTimeoutMs, signal, clock} = context;
	return saveRunBundle(
		{...bundle, failure, runId},
		{
			cwd,
			env,
			endpoint: connection().endpoint.value,
			timeoutMs: requestTimeoutMs,
			signal,
			now: clock.now,
			sleep: clock.sleep,
		},
	);
}

/** The name of the default directory. "The run id must be one safe path segment." */
function safeRunId({result}: FailureContext, requestedRunId: RunId | null): string {
	const runId = requestedRunId ?? result.runIdIfAvailable;
	if (runId !== null && isSafeRunId(runId)) return runId;
	throw refusedFlag('out', {reason: 'required', text: 'is required: the run has no id that could name a directory'});
}

function plannedBundle(
	failure: FailureContext,
	{directory, failedOnly, requestedRunId}: {directory: string; failedOnly: boolean; requestedRunId: RunId | null},
	{notes, cwd}: Context,
): SavedBundle {
	checkIntegrity(failure, requestedRunId);
	const kept = failedOnly ? aroundFailedStep(failure) : failure;
	const files = [...bundleEntries(kept).map(({name}) => name), metaFile].sort();
	for (const name of files) notes.say('dry-run', `would write ${relative(cwd, directory) || '.'}/${name}`);
	// A sample has the same times whenever it is shown.
	const fetchedAt = Date.parse(failure.result.finishedAt ?? '') || 0;
	return {directory, meta: bundleMeta(kept, requestedRunId, fetchedAt), files};
}
