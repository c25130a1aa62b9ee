import type {Route} from '../../contract/route.ts';
import {ApiError} from '../errors/api-error.ts';
import type {EventErrorCode} from './client-events.ts';
import {errorFromAnswer, withoutSecret} from './error-from-answer.ts';
import {parseLeniently} from './lenient-answer.ts';
import {type AttemptOutcome, headerValue, type WireHeaders} from './request.ts';

/** Why an attempt gave no usable answer: for the retry decision (`code`), for people (`reason`), for the caller. */
export type Failure = {
	code: EventErrorCode;
	reason: string;
	status?: number;
	/** The service does what it was asked for, or may: it must not be asked again. */
	isAccepted?: boolean;
	error: ApiError;
};

/** What was asked, as far as a message needs it. */
type Asked = {
	route: Pick<Route, 'method' | 'response' | 'trigger'>;
	/** Path without query. */
	path: string;
	origin: string;
	/** The proxy in between, as a message names it; null: there is none. */
	proxy: string | null;
	timeoutMs: number;
	/** Epoch milliseconds, for `retry-after` dates. */
	now: number;
	/** Taken out of whatever a server repeats. */
	apiKey: string | null;
};

/**
 * Reads what one attempt brought: the parsed answer, or the failure. "A 2xx whose body is not JSON or fails the schema's
 * required keys is `INTERNAL` with `details.reason: bad_response`."
 */
export function readOutcome(outcome: AttemptOutcome, asked: Asked): {answer: unknown} | {failure: Failure} {
	if (outcome.kind === 'timeout') return {failure: timedOut(asked)};
	if (outcome.kind === 'transport') {
		const {status = 0, reason, wasSent} = outcome;
		const isAccepted = status >= 200 && status < 300 && asked.route.method !== 'GET';
		if (isAccepted) return {failure: {...badResponse(asked, `broke off (${reason})`), status}};
		return {failure: notReached(asked, reason, wasSent)};
	}
	const {status, headers} = outcome;
	const requestId = serverRequestId(headers, asked.apiKey);
	if (status >= 200 && status < 300) {
		const parsed = outcome.kind === 'answer' ? parseAnswer(asked.route, outcome.text) : outcome;
		return 'answer' in parsed ? parsed : {failure: {...badResponse(asked, parsed.reason, requestId), status}};
	}
	const answer = {
		method: asked.route.method,
		path: asked.path,
		status,
		text: outcome.kind === 'answer' ? outcome.text : '',
		retryAfter: headerValue(headers, 'retry-after'),
		requestId,
	};
	const error = errorFromAnswer(answer, asked.now, asked.apiKey);
	if (error === null) return {failure: {...notReached(asked, `status ${status}`), status}};
	if (status >= 300 && status < 400 && asked.route.method !== 'GET') return {failure: redirected(asked, error, status)};
	return {failure: {code: error.code, reason: String(status), status, error}};
}

/** The service's id of a request; undefined when it sent none. */
export function serverRequestId(headers: WireHeaders, apiKey: string | null): string | undefined {
	return withoutSecret(headerValue(headers, 'x-request-id') ?? '', apiKey) || undefined;
}

function parseAnswer(route: Pick<Route, 'response'>, text: string): {answer: unknown} | {reason: string} {
	let value: unknown;
	try {
		value = JSON.parse(text);
	} catch {
		return {reason: 'is not JSON'};
	}
	const read = parseLeniently(route.response, value);
	if ('answer' in read) return read;
	// Only where, never what: the value could be anything, a secret included.
	const {field} = read;
	return {reason: field === '' ? 'has not the promised shape' : `has not the promised shape at ${field.slice(0, 200)}`};
}

function badResponse({route, path}: Asked, reason: string, requestId = 'unknown'): Failure {
	// Whatever it was asked to do, it has said that it does it: only the answer is lost.
	const isDone = route.method !== 'GET';
	const done = isDone
		? ` The service has accepted the request: ${route.trigger ? 'a run may be under way' : 'it may be done'}.`
		: '';
	const look = route.trigger
		? 'Look before you send it again: svc batch list --project <project-id>.'
		: 'Look at what there is before you send it again.';
	const error = new ApiError('INTERNAL', `The answer to ${route.method} ${path} ${reason}.${done}`, {
		nextAction: `${isDone ? `${look} ` : ''}${isDone ? 'Then check' : 'Check'} that the endpoint is a service of this kind and version: svc doctor`,
		requestId,
		details: {reason: 'bad_response'},
	});
	return {code: 'INTERNAL', reason: 'bad response', isAccepted: isDone, error};
}

/** "303 See Other" is said after the work, others before it: whoever sends a write again may do it twice. */
function redirected(asked: Asked, {code, message, requestId, details, nextAction}: ApiError, status: number): Failure {
	const {unknown, look} = afterSending(asked);
	const error = new ApiError(code, `${message}${unknown}`, {
		nextAction: [look, nextAction].filter(Boolean).join(' '),
		requestId,
		details,
	});
	return {code, reason: String(status), status, isAccepted: true, error};
}

function timedOut(asked: Asked): Failure {
	const {route, path, timeoutMs} = asked;
	const {unknown, look} = afterSending(asked);
	const error = new ApiError(
		'REQUEST_TIMEOUT',
		`${route.method} ${path} was not answered within ${timeoutMs / 1000} s.${unknown}`,
		{
			nextAction: `${look ? `${look} Or allow` : 'Try again, allow'} more time with --request-timeout, or ask \`svc doctor\` whether the service answers.`,
			requestId: 'unknown',
			details: {timeoutMs},
		},
	);
	return {code: 'REQUEST_TIMEOUT', reason: 'timeout', error};
}

function notReached(asked: Asked, reason: string, wasSent = false): Failure {
	const {unknown, look} = wasSent ? afterSending(asked) : {unknown: '', look: ''};
	const {origin, proxy} = asked;
	const through = proxy === null ? '' : ` through the proxy ${proxy}`;
	const check =
		proxy === null
			? 'Check the endpoint and the network'
			: 'Check the endpoint and the proxy (NO_PROXY goes around it)';
	const error = new ApiError(
		'UNAVAILABLE',
		`The service at ${origin} could not be reached${through}: ${reason}.${unknown}`,
		{
			nextAction: `${look}${look ? ' ' : ''}${check}: svc doctor`,
			requestId: 'unknown',
		},
	);
	return {code: 'TRANSPORT', reason, error};
}

/** What is to be said of a request that starts runs, was sent and not answered; "" of every other one. */
const afterSending = ({route}: Asked): {unknown: string; look: string} =>
	route.trigger
		? {
				unknown: ' Whether it has started a run is not known.',
				look: 'Look before you send it again: svc batch list --project <project-id>.',
			}
		: {unknown: '', look: ''};
