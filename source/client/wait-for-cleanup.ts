import type {CleanupView} from '../../contract/cleanup.ts';
import type {BatchId} from '../../contract/ids.ts';
import {getCleanup} from '../../contract/routes/cleanup.ts';
import type {ApiError} from '../errors/api-error.ts';
import {pollUntilDone, type WaitOptions} from './poll.ts';

/** How a wait for a cleanup ended, with its last view. */
type CleanupWaitOutcome =
	| {state: 'done'; view: CleanupView}
	| {state: 'timeout'; view: CleanupView | null; error: ApiError}
	| {state: 'detached'; view: CleanupView | null};

/** Follows the cleanup of a batch until nothing of it runs any more. */
export async function waitForCleanup(options: WaitOptions & {batchId: BatchId}): Promise<CleanupWaitOutcome> {
	const {client, batchId} = options;
	let since: number | undefined;
	const outcome = await pollUntilDone<CleanupView>(options, {
		id: batchId,
		idField: 'batchId',
		resumeCommand: `svc batch cleanup ${batchId}`,
		async look({waitSeconds, signal, timeoutMs}) {
			// Held by its version, and asked without it: the whole view is what the command prints.
			if (since !== undefined && waitSeconds !== undefined)
				await client.call(getCleanup, {params: {batchId}, query: {since, waitSeconds}, signal, timeoutMs});
			const view = await client.call(getCleanup, {params: {batchId}, signal, timeoutMs});
			since = view.version;
			return view;
		},
		isDone: view => view.state !== 'running' && view.state !== 'waiting',
		stateOf: view => view.state,
		versionOf: view => String(view.version),
	});
	if (outcome.state === 'done') return {state: 'done', view: outcome.answer};
	const {answer: view, ...rest} = outcome;
	return {...rest, view};
}
