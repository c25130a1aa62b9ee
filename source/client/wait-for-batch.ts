import type {Batch} from '../../contract/batch.ts';
import type {BatchId} from '../../contract/ids.ts';
import {mergeBatch} from '../../contract/merge-batch.ts';
import {getBatch} from '../../contract/routes/batches.ts';
import type {ApiError} from '../errors/api-error.ts';
import {pollUntilDone, type WaitOptions} from './poll.ts';

/** As `RunWaitOutcome`, with the batch. */
export type BatchWaitOutcome =
	| {state: 'done'; batch: Batch}
	| {state: 'timeout'; batch: Batch | null; error: ApiError}
	| {state: 'detached'; batch: Batch | null};

/** One answer: the merged batch, the copy before it, and the answer itself (with `delta: true` only changed rows). */
export type BatchChange = {batch: Batch; previous: Batch | null; answer: Batch};

/**
 * Follows a batch until its `phase` is `done`, cleanup included: first the whole batch, then only what changed since
 * the version at hand. `onChange` is called for the first answer and for every new version.
 */
export async function waitForBatch(
	options: WaitOptions & {batchId: BatchId; onChange?(change: BatchChange): void},
): Promise<BatchWaitOutcome> {
	const {client, batchId, onChange} = options;
	let batch: Batch | null = null;
	const outcome = await pollUntilDone<Batch>(options, {
		id: batchId,
		idField: 'batchId',
		resumeCommand: `svc batch watch ${batchId}`,
		async look({waitSeconds, signal, timeoutMs}) {
			const query = batch === null ? {} : {since: batch.version, waitSeconds};
			const answer = await client.call(getBatch, {params: {batchId}, query, signal, timeoutMs});
			const previous: Batch | null = batch;
			batch = mergeBatch(previous, answer).batch;
			if (previous === null || previous.version !== answer.version) onChange?.({batch, previous, answer});
			return batch;
		},
		isDone: answer => answer.phase === 'done',
		stateOf: answer => answer.phase,
		versionOf: answer => String(answer.version),
	});
	if (outcome.state === 'done') return {state: 'done', batch: outcome.answer};
	const {answer: last, ...rest} = outcome;
	return {...rest, batch: last};
}
