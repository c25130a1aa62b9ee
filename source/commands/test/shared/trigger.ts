import type {PartialRun} from '../../../../contract/documents/run.ts';
import type {BatchId, TestId} from '../../../../contract/ids.ts';
import {getRun, triggerRun} from '../../../../contract/routes/runs.ts';
import {getTest} from '../../../../contract/routes/tests.ts';
import type {RunTicket} from '../../../../contract/run.ts';
import type {Context} from '../../../context.ts';
import {ApiError, isApiError} from '../../../errors/api-error.ts';
import {shellWord} from '../../../view-model/shell-word.ts';
import {dashboardLink} from '../../dashboard-link.ts';

type Trigger = {
	testId: TestId;
	targetUrl: string | undefined;
	environment: string | undefined;
	/** What made-up values are derived from; absent: new ones. */
	seed?: string | undefined;
	idempotencyKey: string;
	/** A 429 answer is the caller's business. */
	noRateLimitRetry?: boolean;
};

/** Starts one run and says what the service has to say about it. */
export async function trigger(
	{testId, targetUrl, environment, seed, idempotencyKey, noRateLimitRetry}: Trigger,
	context: Context,
): Promise<RunTicket> {
	const body = {source: 'cli', targetUrl, environment, seed} as const;
	const ticket = await context.client
		.call(triggerRun, {params: {testId}, body, idempotencyKey, noRateLimitRetry})
		.catch(mayHaveStarted(`svc test result ${shellWord(testId)}`))
		.catch(nameRunInFlight);
	sayAbout(ticket, context);
	const subject = () => context.client.call(getTest, {params: {testId}}).then(({projectId}) => ({projectId, testId}));
	return {...ticket, ...(await dashboardLink(ticket.dashboardUrl, subject, context))};
}

/**
 * Of a trigger that a signal cut off before its answer came: it may have arrived, and what it started goes on.
 *
 * @param look the command that shows whether it did
 */
export const mayHaveStarted =
	(look: string) =>
	(error: unknown): never => {
		if (!isApiError(error) || error.code !== 'INTERRUPTED') throw error;
		const {code, message, requestId, details} = error;
		throw new ApiError(code, `${message} The service had not answered yet; what it was asked to run may go on.`, {
			nextAction: look,
			requestId,
			details,
			cause: error,
		});
	};

/** "CONFLICT, exit 6; nextAction names `test wait <currentRunId>`" */
export function nameRunInFlight(error: unknown): never {
	const currentRunId = isApiError(error) && error.code === 'CONFLICT' ? error.details['currentRunId'] : undefined;
	if (!isApiError(error) || typeof currentRunId !== 'string') throw error;
	const {code, message, requestId, details} = error;
	throw new ApiError(code, message, {
		nextAction: `svc test wait ${currentRunId}`,
		requestId,
		details,
		cause: error,
	});
}

/** Advisories of a trigger's answer, and how to look at its batch. */
export function sayAbout(
	{batchId, advisories}: {batchId?: BatchId | null; advisories?: {message: string}[]},
	{notes, hint}: Context,
): void {
	for (const {message} of advisories ?? []) notes.say('advisory', message);
	if (batchId) hint('batch-watch', `svc batch watch ${batchId}`);
}

/**
 * Under a wait a run that is in flight already is joined, unless it tests another target: "without `--target-url`, or
 * with an equal one: joins the other run with an `[advisory]` that names it".
 */
export async function triggerOrJoin(request: Trigger, context: Context): Promise<PartialRun> {
	try {
		return await trigger(request, context);
	} catch (error) {
		const runId = isApiError(error) ? runInFlight(error) : null;
		if (runId === null) throw error;
		const current = await context.client.call(getRun, {params: {runId}});
		if (request.targetUrl !== undefined && !isSameUrl(request.targetUrl, current.targetUrl))
			throw otherTarget(error as ApiError, request.targetUrl, current.targetUrl);
		context.notes.say('advisory', `test ${request.testId} is running already; waiting for ${runId}`);
		return current;
	}
}

/** The run that stands in the way of a trigger. */
const runInFlight = ({code, details}: ApiError): string | null =>
	code === 'CONFLICT' && details['reason'] === 'run_in_flight' && typeof details['currentRunId'] === 'string'
		? details['currentRunId']
		: null;

const isSameUrl = (requested: string, inFlight: string | null) =>
	inFlight !== null && URL.canParse(inFlight) && new URL(requested).href === new URL(inFlight).href;

function otherTarget(error: ApiError, requestedTargetUrl: string, inFlightTargetUrl: string | null): ApiError {
	const {code, message, requestId, details} = error;
	return new ApiError(code, message, {
		nextAction: `The run in flight tests ${inFlightTargetUrl ?? 'another target'}: svc test wait ${String(details['currentRunId'])}`,
		requestId,
		details: {...details, inFlightTargetUrl, requestedTargetUrl},
		cause: error,
	});
}
