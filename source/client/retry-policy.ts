import type {Method} from '../../contract/route.ts';
import type {EventErrorCode} from './client-events.ts';

/** What the decision to retry depends on, besides the failure itself. */
type RetrySituation = {
	method: Method;
	/** The attempt that failed, from 1. */
	attempt: number;
	hasIdempotencyKey: boolean;
	/** The caller paces 429 answers itself. */
	noRateLimitRetry?: boolean;
	/** 0 ≤ x < 1. */
	random: number;
};

type RetryDecision = {delayMs: number /** Retries this failure may have in all. */; maxRetries: number};

/**
 * When to send a failed request again; null: not at all. The schedule of the HTTP specification:
 * transport and UNAVAILABLE 4 attempts with `min(4000, 250·2^(n−1) + random 0..249)` ms, only for GET and for requests
 * that carry an idempotency key; RATE_LIMITED 3 with `retry-after` (1 s when absent, at most 60 s); CONFLICT 2 for GET
 * after 1 s; INTERNAL 2 after 500 ms; anything else once.
 */
export function decideRetry(
	failure: {code: EventErrorCode; retryAfterSeconds?: number | undefined; isAccepted?: boolean | undefined},
	situation: RetrySituation,
): RetryDecision | null {
	// "A trigger is never sent twice because its answer could not be parsed."
	if (failure.isAccepted) return null;
	const plan = planOf(failure, situation);
	return plan !== null && situation.attempt <= plan.maxRetries ? plan : null;
}

function planOf(
	failure: {code: EventErrorCode; retryAfterSeconds?: number | undefined},
	{method, attempt, hasIdempotencyKey, noRateLimitRetry, random}: RetrySituation,
): RetryDecision | null {
	switch (failure.code) {
		case 'TRANSPORT':
		case 'UNAVAILABLE':
			if (method !== 'GET' && !hasIdempotencyKey) return null;
			return {maxRetries: 3, delayMs: Math.min(4000, 250 * 2 ** (attempt - 1) + Math.floor(random * 250))};
		case 'RATE_LIMITED':
			if (noRateLimitRetry) return null;
			return {maxRetries: 2, delayMs: Math.min(60, failure.retryAfterSeconds ?? 1) * 1000};
		case 'CONFLICT':
			return method === 'GET' ? {maxRetries: 1, delayMs: 1000} : null;
		case 'INTERNAL':
			return {maxRetries: 1, delayMs: 500};
		default:
			return null;
	}
}

/**
 * Seconds of a `retry-after` header, clamped to 1–300: whole or broken seconds (rounded up) or an HTTP date (what
 * remains of it, at least 0). Undefined: absent or unreadable.
 */
export function parseRetryAfter(value: string | undefined, now: number): number | undefined {
	const seconds = secondsOf(value?.trim() ?? '', now);
	return seconds === undefined ? undefined : Math.min(300, Math.max(1, seconds));
}

function secondsOf(value: string, now: number): number | undefined {
	if (/^\d+(\.\d+)?$/.test(value)) return Math.ceil(Number(value));
	// Date.parse reads almost anything; an HTTP date begins with a weekday.
	if (!/^(Mon|Tue|Wed|Thu|Fri|Sat|Sun)/.test(value)) return undefined;
	const time = Date.parse(value);
	return Number.isNaN(time) ? undefined : Math.max(0, Math.ceil((time - now) / 1000));
}

/**
 * How long `create-batch --run` waits before it tries a refused trigger again: the answer's `retry-after`, else
 * `details.retryAfterSeconds` (at most 120 s), else 60 s, cut to the time that remains.
 */
export function deferredTriggerDelayMs(
	error: {retryAfterSeconds: number | undefined; details: Record<string, unknown>},
	remainingMs: number,
): number {
	const fromDetails = error.details['retryAfterSeconds'];
	const seconds =
		error.retryAfterSeconds ??
		(typeof fromDetails === 'number' && fromDetails > 0 ? Math.min(120, fromDetails) : undefined) ??
		60;
	return Math.max(0, Math.min(seconds * 1000, remainingMs));
}

const windowMs = 60_000;
const triggersPerWindow = 50;

/** Send times of the triggers that still count, oldest first, epoch milliseconds. */
export type TriggerWindow = readonly number[];

/**
 * "At most 50 triggers per sliding 60,000 ms in one client process; a full window returns `oldest + 60000 − now + 50` ms
 * to sleep, then asks again." Below the service's own 60 a minute, so that one invocation never meets it.
 */
export function askForTrigger(
	window: TriggerWindow,
	now: number,
): {waitMs: 0; window: TriggerWindow} | {waitMs: number; window: TriggerWindow} {
	const counting = window.filter(time => time > now - windowMs);
	const oldest = counting[counting.length - triggersPerWindow];
	if (oldest === undefined) return {waitMs: 0, window: [...counting, now]};
	return {waitMs: oldest + windowMs - now + 50, window: counting};
}
