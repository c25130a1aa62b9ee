import {isTerminal} from '../../contract/enums.ts';
import type {RunId} from '../../contract/ids.ts';
import {getRun} from '../../contract/routes/runs.ts';
import type {Run} from '../../contract/run.ts';
import type {ApiError} from '../errors/api-error.ts';
import {pollUntilDone, type WaitOptions} from './poll.ts';
import {withForeignResult} from './foreign-result.ts';

export type {WaitOptions};

/**
 * How a wait ended. `timeout`: the deadline passed (error UNSUPPORTED) or one request hit its own limit
 * (REQUEST_TIMEOUT); print what is known, then fail with `error`. Any other failure rejects with its `ApiError`.
 */
export type RunWaitOutcome =
	| {state: 'done'; run: Run}
	| {state: 'timeout'; run: Run | null; error: ApiError}
	| {state: 'detached'; run: Run | null};

/**
 * Waits for one run: "done when `status` is terminal and `batchPhase` is absent or `done`: a run is complete only after
 * its cleanup".
 */
export async function waitForRun(
	options: WaitOptions & {runId: RunId /** Called with every answer. */; onRun?(run: Run): void},
): Promise<RunWaitOutcome> {
	const {client, runId, onRun} = options;
	let looks = 0;
	const outcome = await pollUntilDone<Run>(options, {
		id: runId,
		idField: 'runId',
		resumeCommand: `svc test wait ${runId}`,
		async look({waitSeconds, signal, timeoutMs}) {
			const query = {until: 'batch', waitSeconds} as const;
			let run = await client.call(getRun, {params: {runId}, query, signal, timeoutMs});
			looks++;
			if (looks > 1 && isLeftQueued(run)) run = await withForeignResult(client, run, {signal, timeoutMs});
			onRun?.(run);
			return run;
		},
		isDone: isComplete,
		stateOf: run => (isTerminal(run.status) && run.batchPhase === 'cleanup' ? `${run.status}, cleanup` : run.status),
		versionOf: run => `${run.status} ${run.batchPhase} ${run.stepSummary.completed}`,
		retryAfterSeconds: run => run.retryAfterSeconds,
	});
	if (outcome.state === 'done') return {state: 'done', run: outcome.answer};
	const {answer: run, ...rest} = outcome;
	return {...rest, run};
}

/** A run is complete when it has a verdict and its batch, where there is one, has cleaned up. */
const isComplete = (run: Pick<Run, 'status' | 'batchPhase'>): boolean =>
	isTerminal(run.status) && (run.batchPhase === undefined || run.batchPhase === 'done');

/** A service with batches finalises every run itself; one without may leave a backend run queued for ever. */
const isLeftQueued = (run: Run) => run.status === 'queued' && run.batchPhase === undefined;
