import type {TestType} from '../../contract/enums.ts';
import type {ErrorCode} from '../../contract/error.ts';

/** What is said about every message of one attempt. Headers, bodies and keys are never part of an event. */
type Exchange = {
	method: string;
	/** Path and query as sent; values of secret parameters are `***`. */
	url: string;
	/** 1 for the first attempt of a logical request. */
	attempt: number;
	/** The client's id of the logical request, the same on every attempt. */
	requestId: string;
	/** Set when nothing was sent. */
	mode?: 'dry-run';
};

/** `TRANSPORT`: no usable answer came at all. */
export type EventErrorCode = ErrorCode | 'TRANSPORT';

/**
 * What the client tells while it works, for `--verbose`, `--debug`, tickers and warnings. Plain data without secrets;
 * whoever listens decides how it looks.
 */
export type ClientEvent =
	| ({kind: 'request'} & Exchange)
	| ({kind: 'response'; status: number; durationMs: number; serverRequestId: string | null} & Exchange)
	| ({kind: 'error'; errorCode: EventErrorCode; status?: number; durationMs: number} & Exchange)
	| ({
			kind: 'retry';
			errorCode: EventErrorCode;
			/** Why, in a few words: `503`, `429`, `connection refused`. */
			reason: string;
			/** The retry that follows, from 1, and how many this failure may have. */
			retry: number;
			maxRetries: number;
			delayMs: number;
	  } & Exchange)
	/** The service advises a newer client; at most once per client. */
	| {kind: 'min-version'; minVersion: string; version: string}
	/** The trigger window is full; the next trigger is sent after the delay. */
	| {kind: 'throttle'; delayMs: number}
	/** A polled run or batch moved; `from` is null at the first answer. */
	| {kind: 'poll-status'; id: string; from: string | null; to: string}
	| {kind: 'long-poll-refused'; id: string}
	| {kind: 'not-yet-visible'; id: string; delayMs: number}
	/** A wait goes on although the service gives no answer any more, or answers again. */
	| {kind: 'wait-away'; id: string; message: string}
	| {kind: 'wait-back'; id: string}
	/** Verdicts wait because the service cannot store anything, or are stored again. */
	| {kind: 'store'; state: 'waiting' | 'writing'}
	/** Tests of these kinds wait while no process of the service executes them; none: they are executed again. */
	| {kind: 'unserved'; kinds: TestType[]}
	/** What the service has sent to a model: values are described in it, no secret stands in it. */
	| {kind: 'model-text'; text: string}
	| {kind: 'local-service'; state: 'starting'}
	| {kind: 'local-service'; state: 'ready'; url: string}
	/** An older daemon is idle and is being replaced by this client's version. */
	| {kind: 'local-service'; state: 'restarting'; version: string; clientVersion: string}
	/** An older daemon is at work and stays. */
	| {kind: 'local-service'; state: 'outdated'; version: string; clientVersion: string};

export type ClientObserver = (event: ClientEvent) => void;
