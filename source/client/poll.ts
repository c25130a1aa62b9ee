import {ApiError, isApiError} from '../errors/api-error.ts';
import type {Client} from './client.ts';
import type {ClientObserver} from './client-events.ts';
import {type Clock, onAbort} from './clock.ts';
import {createFollowPace} from '../../contract/follow-pace.ts';

/** What a wait for a run or batch needs besides its id. */
export type WaitOptions = Clock & {
	client: Client;
	/** Start + `--timeout`, as `elapsed` counts; several waits of one command share it. */
	deadlineAt: number;
	/** The `--timeout` the deadline was made from; named by the error. */
	timeoutSeconds: number;
	/** The configured limit of one request in milliseconds. */
	requestTimeoutMs: number;
	/** Aborted: detach; the run goes on. */
	signal?: AbortSignal;
	observer?: ClientObserver;
};

/**
 * How a wait ended, with the last answer. `timeout`: the deadline passed (error UNSUPPORTED) or one request hit its own
 * limit (REQUEST_TIMEOUT); say what is known, then fail with `error`. Any other failure rejects with its `ApiError`.
 */
export type PollOutcome<T> =
	| {state: 'done'; answer: T}
	| {state: 'timeout'; answer: T | null; error: ApiError}
	| {state: 'detached'; answer: T | null};

/** One look at the thing that is waited for. `waitSeconds`: hold the answer; absent: answer at once. */
type Look = {waitSeconds?: number; signal: AbortSignal; timeoutMs: number};

type Polled<T> = {
	/** Id of what is waited for: a run, a batch, a generation. */
	id: string;
	/** The key of the id in error details. */
	idField: 'runId' | 'batchId' | 'discoveryId' | 'planId' | 'generationId' | 'changeSetId' | 'refinementId';
	/** The command that resumes the wait. */
	resumeCommand: string;
	look(how: Look): Promise<T>;
	isDone(answer: T): boolean;
	/** Short word for the state, for events. */
	stateOf(answer: T): string;
	/** Differs exactly when two answers differ in a way worth another look at once. */
	versionOf(answer: T): string;
	/** What the answer asks to wait before the next look. */
	retryAfterSeconds?(answer: T): number | undefined;
};

const longestHoldSeconds = 25;
const plainDelaysSeconds = [2, 4, 8, 15];
/** A held look that comes back unchanged sooner than this was not held: the next one waits for the rest. */
const shortestHoldMs = 1000;

/**
 * Looks at a run or batch until it is done: long poll, plain GETs when the service refuses to hold, one more try after
 * `not_yet_visible` or a broken service, every look cut at remaining + 2 s.
 */
export async function pollUntilDone<T>(options: WaitOptions, polled: Polled<T>): Promise<PollOutcome<T>> {
	const {elapsed, sleep, random, observer, signal, deadlineAt} = options;
	const remainingMs = () => Math.max(0, deadlineAt - elapsed());
	const timeoutMs = Math.max(options.requestTimeoutMs, Math.min(options.timeoutSeconds * 1000 + 5000, 600_000));
	let answer: T | null = null;
	let plainLooks = -1;
	/** Why nothing answers any more, although something has. */
	let away: ApiError | null = null;
	const pace = createFollowPace();
	/** The one repeat that each of these failures may have since the last success. */
	const repeated: Repeated = {invisible: false, broken: false, away: 0};

	const pause = (ms: number) => sleep(Math.min(ms, remainingMs()), signal);

	for (;;) {
		const startedAt = elapsed();
		const paceMs = pace.pauseMs(startedAt);
		const isPlain = plainLooks >= 0 || remainingMs() === 0;
		let pauseMs = 0;
		try {
			const waitSeconds = isPlain ? undefined : Math.min(Math.ceil(remainingMs() / 1000), longestHoldSeconds);
			const previous: T | null = answer;
			const current = await cutOff(options, remainingMs() + 2000, cut =>
				polled.look({waitSeconds, signal: cut, timeoutMs}),
			);
			answer = current;
			repeated.invisible = false;
			repeated.broken = false;
			repeated.away = 0;
			if (away) observer?.({kind: 'wait-back', id: polled.id});
			away = null;
			const [before, state] = [previous === null ? null : polled.stateOf(previous), polled.stateOf(current)];
			if (before !== state) observer?.({kind: 'poll-status', id: polled.id, from: before, to: state});
			if (polled.isDone(current)) return {state: 'done', answer: current};
			const isUnchanged = previous !== null && polled.versionOf(previous) === polled.versionOf(current);
			pauseMs = (polled.retryAfterSeconds?.(current) ?? 0) * 1000;
			if (plainLooks >= 0) pauseMs = Math.max(pauseMs, plainDelayMs(plainLooks++, random()));
			else if (isUnchanged) pauseMs = Math.max(pauseMs, shortestHoldMs - (elapsed() - startedAt));
			else pauseMs = Math.max(pauseMs, paceMs);
		} catch (error) {
			if (signal?.aborted) return {state: 'detached', answer};
			if (error === deadlineReached && away) throw withWayBack(away, polled);
			if (error === deadlineReached) return {state: 'timeout', answer, error: deadlineError(options, polled)};
			if (!isApiError(error)) throw error;
			if (error.code === 'REQUEST_TIMEOUT') return {state: 'timeout', answer, error: requestLimitError(error, polled)};
			if (isRefusedHold(error, isPlain)) {
				observer?.({kind: 'long-poll-refused', id: polled.id});
				plainLooks = 0;
				continue;
			}
			if ((answer !== null || options.client.wasReached) && isAway(error)) {
				// What it waits for goes on without the service's answers, and the service may come back.
				if (!away) observer?.({kind: 'wait-away', id: polled.id, message: error.message});
				away = error;
				pauseMs = awayDelayMs(repeated.away++);
			} else pauseMs = repeatAfter(error, repeated, polled);
			if (error.code === 'NOT_FOUND') observer?.({kind: 'not-yet-visible', id: polled.id, delayMs: pauseMs});
		}
		if (remainingMs() === 0) {
			if (away) throw withWayBack(away, polled);
			return {state: 'timeout', answer, error: deadlineError(options, polled)};
		}
		if (pauseMs > 0) {
			try {
				await pause(pauseMs);
			} catch (error) {
				if (signal?.aborted) return {state: 'detached', answer};
				throw error;
			}
		}
	}
}

/** Plain GETs: "the first at once, then after 2, 4, 8, 15, 15 … s ±20 %". */
const plainDelayMs = (looks: number, random: number) =>
	(plainDelaysSeconds[Math.min(looks, plainDelaysSeconds.length - 1)] ?? 15) * 1000 * (0.8 + 0.4 * random);

/** "A 400 on that call switches to plain GETs"; an error made by this client is not an answer to it. */
const isRefusedHold = (error: ApiError, isPlain: boolean) =>
	error.code === 'VALIDATION_ERROR' && error.requestId !== 'local' && !isPlain;

type Repeated = {invisible: boolean; broken: boolean; away: number};

/**
 * Nothing answers: the service was killed, or the way there is broken. The service of this machine is started again by the
 * look itself; that somebody has stopped it is told at once.
 */
const isAway = (error: ApiError) => error.code === 'UNAVAILABLE' && error.details['dependency'] !== 'local-service';

/** On top of the repeats of the request itself: a service that starts again is there soon. */
const awayDelayMs = (looks: number) => Math.min(15_000, 1000 * 2 ** looks);

/** Milliseconds after which to look again in spite of an error; throws the error when its one repeat is used up. */
function repeatAfter<T>(error: ApiError, repeated: Repeated, polled: Polled<T>): number {
	if (error.code === 'NOT_FOUND' && error.details['reason'] === 'not_yet_visible' && !repeated.invisible) {
		repeated.invisible = true;
		return 1000;
	}
	if ((error.code === 'INTERNAL' || error.code === 'UNAVAILABLE') && !repeated.broken) {
		repeated.broken = true;
		const seconds = error.details['retryAfterSec'];
		return typeof seconds === 'number' && seconds > 0 ? seconds * 1000 : 1000;
	}
	throw withWayBack(error, polled);
}

/** What is waited for goes on without this client: an error of the way there says how to come back to it. */
function withWayBack<T>(error: ApiError, {id, idField, resumeCommand}: Polled<T>): ApiError {
	if (!['UNAVAILABLE', 'INTERNAL', 'RATE_LIMITED'].includes(error.code)) return error;
	const {code, message, requestId, retryAfterSeconds} = error;
	const nextAction = [error.nextAction, `Go on waiting: ${resumeCommand}`].filter(Boolean).join('\n');
	return new ApiError(code, message, {
		nextAction,
		requestId,
		details: {...error.details, [idField]: id},
		...(retryAfterSeconds === undefined ? {} : {retryAfterSeconds}),
		cause: error,
	});
}

const deadlineReached = Symbol('deadline reached');

/** Runs one look with a signal that fires at detach, or after `ms`; then it rejects with `deadlineReached`. */
async function cutOff<T>(
	{sleep, signal}: Pick<WaitOptions, 'sleep' | 'signal'>,
	ms: number,
	look: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
	signal?.throwIfAborted();
	const cut = new AbortController();
	const timer = new AbortController();
	const forget = onAbort(signal, () => cut.abort(signal?.reason));
	sleep(ms, timer.signal).then(
		() => cut.abort(deadlineReached),
		() => {},
	);
	try {
		return await look(cut.signal);
	} finally {
		timer.abort();
		forget();
	}
}

function deadlineError<T>({timeoutSeconds}: WaitOptions, {id, idField, resumeCommand}: Polled<T>): ApiError {
	const what = {
		runId: 'Run',
		batchId: 'Batch',
		discoveryId: 'Discovery',
		planId: 'Plan',
		generationId: 'Generation',
		changeSetId: 'Change set',
		refinementId: 'Refinement',
	}[idField];
	return new ApiError('UNSUPPORTED', `${what} ${id} has not finished within ${timeoutSeconds} s.`, {
		nextAction: resumeCommand,
		details: {[idField]: id, timeoutSeconds},
	});
}

const requestLimitError = <T>(error: ApiError, {id, idField, resumeCommand}: Polled<T>) =>
	new ApiError('REQUEST_TIMEOUT', error.message, {
		nextAction: resumeCommand,
		requestId: error.requestId,
		details: {...error.details, [idField]: id},
		cause: error,
	});

/**
 * Whether an answer says that it is about something else than what was asked for. A service may leave an id out: then
 * nothing speaks against the answer.
 */
export const tellsAnother = (told: string | null | undefined, asked: string): boolean =>
	told !== null && told !== undefined && told !== asked;
