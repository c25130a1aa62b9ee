import type {PartialRun} from '../../../../contract/documents/run.ts';
import type {ProjectId, TestId} from '../../../../contract/ids.ts';
import {inParallel} from '../../../../contract/in-parallel.ts';
import {deferredTriggerDelayMs} from '../../../client/retry-policy.ts';
import type {Context} from '../../../context.ts';
import {ApiError, isApiError} from '../../../errors/api-error.ts';
import {trigger, triggerOrJoin} from './trigger.ts';

/** A test that one definition of a batch has become. */
export type CreatedSpec = {specIndex: number; testId: TestId; projectId: ProjectId; name: string};

/** The run of such a test, or why it has none. */
export type Triggered = CreatedSpec & ({run: PartialRun; error: null} | {run: null; error: ApiError});

type TriggerAllOptions = {
	targetUrl: string | undefined;
	environment: string | undefined;
	/** Triggers at once. */
	maxConcurrency: number;
	/** Under a wait a run that is in flight already is joined. */
	wait: boolean;
	/** When a wait gives up, epoch milliseconds; Infinity without one. */
	deadlineAt: number;
	/** The same for every try of one test. */
	keyOf(spec: CreatedSpec): string;
};

/** "3, 14 · 12, 13": what is true for one test is true for those behind it, which are not tried any more. */
const endsDispatch = ({exitCode}: ApiError) => [3, 12, 13, 14].includes(exitCode);

/** Starts the run of every test. Never rejects because of the service: an error is a row. */
export async function triggerAll(
	specs: readonly CreatedSpec[],
	options: TriggerAllOptions,
	context: Context,
): Promise<Triggered[]> {
	let stopped: ApiError | null = null;
	return inParallel(specs, options.maxConcurrency, async (spec): Promise<Triggered> => {
		if (stopped) return {...spec, run: null, error: notTried(stopped)};
		try {
			const run = await triggerPatiently(spec, options, context);
			context.notes.say('batch', `${spec.name} (${spec.testId}) started as ${run.runId}`);
			return {...spec, run, error: null};
		} catch (error) {
			const reason: unknown = context.signal.aborted ? context.signal.reason : error;
			if (!isApiError(reason)) throw error;
			if (endsDispatch(reason) || context.signal.aborted) stopped ??= reason;
			return {...spec, run: null, error: reason};
		}
	});
}

const notTried = (cause: ApiError) =>
	new ApiError(cause.code, `Not started: ${cause.message}`, {
		nextAction: cause.nextAction,
		requestId: cause.requestId,
		details: cause.details,
		cause,
	});

const moreTries = 5;

/** "the HTTP retry is off; up to 5 more tries per test with the same idempotency key" */
async function triggerPatiently(
	spec: CreatedSpec,
	{targetUrl, environment, wait, deadlineAt, keyOf}: TriggerAllOptions,
	context: Context,
): Promise<PartialRun> {
	const {testId, name} = spec;
	const request = {testId, targetUrl, environment, idempotencyKey: keyOf(spec), noRateLimitRetry: true};
	for (let retry = 1; ; retry++) {
		try {
			return await (wait ? triggerOrJoin : trigger)(request, context);
		} catch (error) {
			if (!isApiError(error) || error.code !== 'RATE_LIMITED' || retry > moreTries) throw error;
			const delayMs = deferredTriggerDelayMs(error, deadlineAt - context.clock.elapsed());
			if (delayMs === 0) throw error;
			const seconds = Math.ceil(delayMs / 1000);
			context.notes.say(
				'deferred',
				`${name} (${testId}) is sent again in ${seconds} s (${retry}/${moreTries}): too many triggers`,
			);
			await context.clock.sleep(delayMs, context.signal);
		}
	}
}
