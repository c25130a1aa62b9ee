import type {Resource} from '../contract/error.ts';
import {codeOfStatus, type ErrorCode, isErrorCode} from '../contract/error.ts';
import {ApiError} from '../errors/api-error.ts';
import {parseRetryAfter} from './retry-policy.ts';
import {withoutSecret} from './without-secret.ts';

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
	const nextAction =
		text(inner['nextAction']) ?? ((code === 'NOT_FOUND' && whereToLook(details)) || (usualSteps[code] ?? ''));
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

/** The next step after a refusal of a service that names none. */
const usualSteps: Partial<Record<ErrorCode, string>> = {
	AUTH_REQUIRED: 'Store a key for this service: svc setup',
	AUTH_INVALID: 'See which key is used, and of which service: svc doctor. Store another: svc setup',
	AUTH_FORBIDDEN: 'See what the key may do: svc auth status. Store one that may do more: svc setup',
	UNAVAILABLE: 'Try again in a moment; svc doctor tells whether the service is well.',
};

/** Which list has what was not found, by `details.resource`. */
const lists: Readonly<Record<Resource, string | null>> = {
	project: 'svc project list',
	test: 'svc test list --project <project-id>',
	run: 'svc test result <test-id> --history',
	batch: 'svc batch list --project <project-id>',
	endpoint: 'svc endpoint list --project <project-id>',
	test_list: 'svc testlist list',
	document: 'svc project docs list <project-id>',
	cleanup_rule: 'svc project cleanup <project-id> --list',
	schedule: 'svc schedule list',
	chain: 'svc batch chains <batch-id>',
	cleanup_resource: 'svc batch cleanup <batch-id>',
	cleanup_test: 'svc batch cleanup <batch-id>',
	edge: 'svc endpoint list --project <project-id>',
	finding: 'svc finding list --project <project-id>',
	plan: 'svc test plan generate --project <project-id> --wait',
	plan_row: 'svc plan list --project <project-id>',
	change_set: 'svc plan changes --project <project-id>',
	refinement: 'svc plan changes --project <project-id>',
	generation: 'svc test list --project <project-id>',
	environment: 'svc project env list <project-id>',
	credential_set: 'svc project get <project-id>',
	auto_auth: 'svc project get <project-id>',
	heal: 'svc test heal list <test-id>',
	upload: 'svc project docs list <project-id>',
	discovery: 'svc endpoint list --project <project-id>',
	site_discovery: 'svc plan list --project <project-id>',
	key: 'svc auth status',
	asset: 'svc test failure summary <test-id>',
	// The service is of another version, or it is none: its own words say so.
	route: null,
};

/** The next step after "there is no …" of a service that names none. */
function whereToLook({resource, reason = 'not_found'}: Record<string, unknown>): string {
	const list = typeof resource === 'string' && Object.hasOwn(lists, resource) ? lists[resource as Resource] : null;
	return list !== null && reason === 'not_found' ? `See what there is: ${list}` : '';
}

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
