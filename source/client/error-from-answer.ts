import {codeOfStatus, type ErrorCode, isErrorCode} from '../../contract/error.ts';
import {usualStep} from '../../contract/usual-step.ts';
import {ApiError} from '../errors/api-error.ts';
import {parseRetryAfter} from './retry-policy.ts';

/** Text of a service in which the key it was sent, as such or inside a JSON string, reads `***`. */
export function withoutSecret(text: string, secret: string | null): string {
	if (!secret) return text;
	const quoted = JSON.stringify(secret).slice(1, -1);
	return text.replaceAll(secret, '***').replaceAll(quoted, '***');
}

/** An answer that is not a success, as it came over the wire. */
export type FailedAnswer = {
	status: number;
	/** Body as text; empty when it could not be read. */
	text: string;
	retryAfter: string | undefined;
	/** Header `x-request-id` of the answer. */
	requestId: string | undefined;
	/** What was asked, for the message. */
	method: string;
	path: string;
};

/**
 * Turns an answer of any origin (the service, a web framework, a proxy) into an `ApiError`. Null: a bare 408, 502 or
 * 504, which is a transport failure because nobody behind the proxy has answered.
 *
 * `secret` is taken out of whatever the answer says, should a server repeat the key it was sent.
 */
export function errorFromAnswer(answer: FailedAnswer, now: number, secret: string | null = null): ApiError | null {
	const body = parseObject(withoutSecret(answer.text, secret));
	if (body === null && [408, 502, 504].includes(answer.status)) return null;
	const retryAfterSeconds = parseRetryAfter(answer.retryAfter, now);
	const requestId = answer.requestId || 'unknown';
	if (body === null)
		return new ApiError(codeOfStatus(answer.status), describe(answer), {
			requestId,
			retryAfterSeconds,
			nextAction: foreignServer,
		});

	const inner = isObject(body['error']) ? body['error'] : body;
	const named = inner['code'];
	const code = isErrorCode(named) && !isLocalOnly(named) ? named : codeOfStatus(answer.status);
	const message = text(inner['message']) ?? text(body['error']) ?? describe(answer);
	const details = isObject(inner['details']) ? inner['details'] : {};
	// No code, id or step of this API: another program answers there.
	const isForeign =
		isObject(body['error']) &&
		code !== named &&
		answer.requestId === undefined &&
		text(inner['requestId']) === undefined;
	const nextAction = text(inner['nextAction']) ?? (usualStep(code, details) || (isForeign ? foreignServer : ''));
	const common = {requestId: text(inner['requestId']) ?? requestId, retryAfterSeconds};

	if (code === 'RATE_LIMITED' && isAboutCredits(message, details)) {
		return new ApiError('INSUFFICIENT_CREDITS', message, {
			...common,
			details,
			nextAction: 'See your balance and plan: svc usage',
		});
	}
	if (typeof body['error'] === 'string') return frameworkError(answer, code, message, body, {...common, nextAction});
	return new ApiError(code, message, {...common, nextAction, details});
}

/** What to do about a server that has no words of ours. */
const foreignServer =
	'This does not look like an answer of an svc service: check the address with `svc doctor`, or name another with --endpoint-url.';

/** `{message, error: "<string>", statusCode}`: what a web framework says by itself. */
function frameworkError(
	answer: FailedAnswer,
	code: ErrorCode,
	message: string,
	body: Record<string, unknown>,
	common: {requestId: string; nextAction: string; retryAfterSeconds: number | undefined},
): ApiError {
	const details = body['statusCode'] === undefined ? {} : {statusCode: body['statusCode']};
	const isMissingRoute = answer.status === 404 && /^Cannot [A-Z]+\b/.test(message);
	return new ApiError(
		code,
		isMissingRoute ? `${answer.method} ${answer.path}: route not deployed on this service` : message,
		{...common, nextAction: isMissingRoute ? common.nextAction : common.nextAction || foreignServer, details},
	);
}

const isAboutCredits = (message: string, details: Record<string, unknown>) =>
	Number(details['required']) > 0 || /insufficient credits/i.test(message);

/** Codes that only a client makes: a service that sends one is not understood. */
const isLocalOnly = (code: ErrorCode) =>
	code === 'REQUEST_TIMEOUT' || code === 'INTERRUPTED' || code === 'NEGATIVE_RESULT';

function describe({status, method, path}: FailedAnswer): string {
	if (status >= 300 && status < 400)
		return `${method} ${path} was answered with a redirect (${status}); none is followed.`;
	return `${method} ${path} was answered with status ${status} and no readable error.`;
}

function parseObject(value: string): Record<string, unknown> | null {
	try {
		const parsed: unknown = JSON.parse(value);
		return isObject(parsed) ? parsed : null;
	} catch {
		return null;
	}
}

const isObject = (value: unknown): value is Record<string, unknown> =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);
