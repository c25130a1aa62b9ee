import {isTerminal} from '../../contract/enums.ts';
import type {CliLatestResult} from '../../contract/result.ts';
import type {Run} from '../../contract/run.ts';
import {isApiError} from '../errors/api-error.ts';
import type {Client} from './client.ts';

/**
 * "Against a server whose backend run stays `queued`: `GET /tests/{id}/result` is read too and accepted when terminal and
 * `runIdIfAvailable` equals the run id, or when it is null and `finishedAt` ≥ enqueue time." Resolves with the run as
 * that result completes it, else with the run itself.
 */
export async function withForeignResult(
	client: Client,
	run: Run,
	call: {signal: AbortSignal; timeoutMs: number},
): Promise<Run> {
	// Loaded here: no service of ours ever needs it, so no command should pay for it.
	const {getTestResult} = await import('../../contract/routes/results.ts');
	try {
		const result = await client.call(getTestResult, {params: {testId: run.testId}, ...call});
		return isResultOf(result, run) ? {...run, ...verdictOf(result)} : run;
	} catch (error) {
		// The run's own answer stands; a missing result is the usual case.
		if (isApiError(error)) return run;
		throw error;
	}
}

function isResultOf(result: CliLatestResult, run: Run): boolean {
	if (!isTerminal(result.status)) return false;
	if (result.runIdIfAvailable !== null) return result.runIdIfAvailable === run.runId;
	return result.finishedAt !== null && Date.parse(result.finishedAt) >= Date.parse(run.createdAt);
}

const verdictOf = ({status, startedAt, finishedAt, failureKind, failedStepIndex, videoUrl}: CliLatestResult) => ({
	status,
	startedAt,
	finishedAt,
	failureKind,
	failedStepIndex,
	videoUrl,
});
