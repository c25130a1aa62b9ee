import type {Server} from 'node:http';
import type {RequestProblem} from '../../contract/request-issues.ts';
import {correctRequest} from '../../contract/usual-step.ts';
import {codeOfStatus, type ErrorEnvelope, errorCodes} from '../../contract/error.ts';
import {ServiceError, isDiskFull, isServerAway, isStoreUnavailable} from '../domain/service-error.ts';
import {isOurClient, nextActionOf} from './next-action.ts';

/** An error as it goes over the wire. */
export type ErrorAnswer = {status: number; headers: Record<string, string>; envelope: ErrorEnvelope};

/** What the answer to an error needs to know of its request. */
type FailedRequest = {
	requestId: string;
	/** Of the client: ours knows our commands. */
	userAgent?: string | undefined;
	/** Of its path, by name: what the next step is about. */
	params?: Readonly<Record<string, unknown>> | undefined;
	contentLength?: string | undefined;
	maxBodyBytes?: number | undefined;
};

/**
 * The one place where anything thrown becomes an answer: what a caller can act on keeps its code, everything else is
 * INTERNAL and tells nothing of the inside.
 */
export function errorAnswer(error: unknown, request: FailedRequest): ErrorAnswer {
	const known = error instanceof ServiceError ? error : translate(error, request);
	const {code, message, details} = known;
	const nextAction = nextActionOf(known, isOurClient(request.userAgent), request.params);
	const retryAfter = details['retryAfterSeconds'];
	return {
		status: errorCodes[code].status ?? 500,
		headers: typeof retryAfter === 'number' ? {'retry-after': String(retryAfter)} : {},
		envelope: {error: {code, message, nextAction, requestId: request.requestId, details}},
	};
}

/** Whether an error is the service's own fault and belongs into its log with a stack. */
export const isUnexpected = (answer: ErrorAnswer) =>
	answer.envelope.error.code === 'INTERNAL' || answer.envelope.error.code === 'UNAVAILABLE';

function translate(error: unknown, request: FailedRequest): ServiceError {
	const {code, statusCode} = error as {code?: unknown; statusCode?: unknown};
	const problem = typeof code === 'string' ? requestProblems[code] : undefined;
	if (problem) return problem(request);
	if (isStoreUnavailable(error) || isDiskFull(error))
		return new ServiceError('UNAVAILABLE', storeProblem(error), {
			nextAction: isServerAway(error)
				? 'Try again; if it keeps happening, check that the database server is running, lets the service in and has room.'
				: isDiskFull(error)
					? 'Free some space on the disk of its data directory, then try again.'
					: 'Try again; if it keeps happening, look for a full disk or another process that uses the data directory.',
			details: {dependency: 'store', ...(isDiskFull(error) ? {reason: 'disk_full'} : {})},
			cause: error,
		});
	// Parts that are loaded when they are needed have gone with the version that runs.
	if (code === 'ERR_MODULE_NOT_FOUND')
		return new ServiceError('UNAVAILABLE', 'The files of svc were replaced while its service runs.', {
			nextAction: 'Stop the service with `svc service stop` and start it again.',
			details: {dependency: 'files'},
			cause: error,
		});
	if (typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500) {
		const known = codeOfStatus(statusCode);
		return new ServiceError(known === 'INTERNAL' ? 'VALIDATION_ERROR' : known, 'The request cannot be read.', {
			details: known === 'INTERNAL' ? {field: 'request', reason: 'invalid'} : {},
			cause: error,
		});
	}
	return new ServiceError('INTERNAL', 'The service failed unexpectedly.', {
		nextAction: `Try again; the log of the service (\`svc service logs\`) says more under ${request.requestId}.`,
		cause: error,
	});
}

const storeProblem = (error: unknown): string =>
	isDiskFull(error)
		? "The disk of the service's store is full, so nothing was stored."
		: "The service's store cannot be used at the moment.";

/** What the HTTP framework refuses before a handler runs. */
const requestProblems: Record<string, (request: FailedRequest) => ServiceError> = {
	FST_ERR_CTP_BODY_TOO_LARGE: request => bodyTooLarge(Number(request.contentLength), request.maxBodyBytes ?? 0),
	FST_ERR_CTP_INVALID_MEDIA_TYPE: () =>
		problem('content-type', 'invalid', 'A request body must be sent as application/json.', {
			accepted: ['application/json'],
		}),
	FST_ERR_CTP_INVALID_CONTENT_LENGTH: () =>
		problem('body', 'invalid', 'The request body is shorter or longer than its content-length.'),
	FST_ERR_MAX_PARAM_LENGTH: () =>
		new ServiceError('NOT_FOUND', 'The path is longer than any route.', {
			details: {resource: 'route', id: '', reason: 'not_found'},
		}),
	FST_ERR_BAD_URL: () => problem('path', 'invalid', 'The path is not a valid URL.'),
};

const problem = (field: string, reason: string, message: string, details: Record<string, unknown> = {}) =>
	new ServiceError('VALIDATION_ERROR', message, {
		nextAction: correctRequest,
		details: {field, reason, ...details},
	});

/** The body is not JSON (or holds what JSON allows and the service cannot store). */
export const unreadableBody = (reason: 'not_json' | 'invalid' | 'too_deep', message: string) =>
	problem('body', reason, message);

function bodyTooLarge(contentLength: number, maxBytes: number): ServiceError {
	// A chunked body does not say how long it is; it is cut off when it passes the limit.
	const sizeBytes = Number.isFinite(contentLength) ? contentLength : maxBytes + 1;
	return tooLarge('body', sizeBytes, maxBytes);
}

/** Something in a request is larger than the service accepts. */
export const tooLarge = (field: string, sizeBytes: number, maxBytes: number) =>
	new ServiceError('PAYLOAD_TOO_LARGE', `The ${field} is too large: at most ${maxBytes} bytes are accepted.`, {
		nextAction: `Send at most ${maxBytes} bytes.`,
		details: {field, sizeBytes, maxBytes},
	});

/** A `Range` outside of what there is; how much there is stands in `content-range`. */
export const rangeNotSatisfiable = (size: number, requestId: string): ErrorAnswer => ({
	...errorAnswer(
		problem('range', 'out_of_range', `The range lies outside of these ${size} bytes.`, {sizeBytes: size}),
		{requestId},
	),
	status: 416,
	headers: {'content-range': `bytes */${size}`},
});

/** Errors that happen below HTTP, where no request exists yet; written to the socket by hand. */
export function brokenRequestAnswer(error: {code?: string | undefined}, requestId: string): ErrorAnswer {
	if (error.code === 'HPE_HEADER_OVERFLOW') return errorAnswer(headersTooLarge, {requestId});
	if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') return {...errorAnswer(tooSlow, {requestId}), status: 408};
	return errorAnswer(problem('request', 'invalid', 'The request is not valid HTTP.'), {requestId});
}

/** Node's limit for the request line and all headers together. */
export const maxHeaderBytes = 16_384;
const headersTooLarge = tooLarge('headers', maxHeaderBytes + 1, maxHeaderBytes);
const tooSlow = new ServiceError('UNAVAILABLE', 'The request did not arrive in time.', {
	nextAction: 'Try again over a faster connection.',
});

/** The answer to a request that is not what its route takes. */
export const requestError = ({message, ...rest}: RequestProblem): ServiceError =>
	new ServiceError('VALIDATION_ERROR', message, rest);

/** Answers an `Expect` that is not `100-continue` in the documented form; Node by itself sends 417 without a word. */
export function refuseExpectations(server: Server, newRequestId: () => string): void {
	server.on('checkExpectation', (_request, response) => {
		const error = requestError({
			message: 'Only `100-continue` can be expected of this service.',
			nextAction: 'Leave the header `expect` out.',
			details: {field: 'expect', reason: 'invalid', accepted: ['100-continue']},
		});
		const {envelope, status} = errorAnswer(error, {requestId: newRequestId()});
		const body = JSON.stringify(envelope);
		response.writeHead(status, {
			'x-request-id': envelope.error.requestId,
			'cache-control': 'no-store',
			'content-type': 'application/json; charset=utf-8',
			'content-length': Buffer.byteLength(body),
			connection: 'close',
		});
		response.end(body);
	});
}
