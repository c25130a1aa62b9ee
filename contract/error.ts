import * as z from 'zod/mini';

/**
 * Every error code with its HTTP status and exit code: the one table from which
 * the service takes the status and the client the exit code.
 */
export const errorCodes = {
	AUTH_REQUIRED: {status: 401, exit: 3},
	AUTH_INVALID: {status: 401, exit: 3},
	AUTH_FORBIDDEN: {status: 403, exit: 3},
	NOT_FOUND: {status: 404, exit: 4},
	VALIDATION_ERROR: {status: 400, exit: 5},
	PAYLOAD_TOO_LARGE: {status: 413, exit: 5},
	CONFLICT: {status: 409, exit: 6},
	PRECONDITION_FAILED: {status: 412, exit: 6},
	IDEMPOTENCY_BODY_MISMATCH: {status: 409, exit: 6},
	UNSUPPORTED: {status: 501, exit: 7},
	REQUEST_TIMEOUT: {status: null, exit: 7},
	UNAVAILABLE: {status: 503, exit: 10},
	RATE_LIMITED: {status: 429, exit: 11},
	INSUFFICIENT_CREDITS: {status: 402, exit: 12},
	FEATURE_GATED: {status: 403, exit: 13},
	CLIENT_TOO_OLD: {status: 426, exit: 14},
	INTERNAL: {status: 500, exit: 1},
	INTERRUPTED: {status: null, exit: 130},
	NEGATIVE_RESULT: {status: null, exit: 1},
} as const;

export type ErrorCode = keyof typeof errorCodes;
export const isErrorCode = (value: unknown): value is ErrorCode =>
	typeof value === 'string' && Object.hasOwn(errorCodes, value);

/** Code for an answer whose body names none. */
export function codeOfStatus(status: number): ErrorCode {
	const special: Record<number, ErrorCode> = {401: 'AUTH_INVALID', 403: 'AUTH_FORBIDDEN', 409: 'CONFLICT'};
	if (special[status]) return special[status];
	for (const [code, entry] of Object.entries(errorCodes)) if (entry.status === status) return code as ErrorCode;
	return 'INTERNAL';
}

/** Kinds of things a `NOT_FOUND` names. */
export const resources = [
	'route',
	'project',
	'test',
	'run',
	'batch',
	'endpoint',
	'edge',
	'document',
	'upload',
	'discovery',
	'site_discovery',
	'finding',
	'plan',
	'plan_row',
	'change_set',
	'generation',
	'refinement',
	'chain',
	'environment',
	'credential_set',
	'auto_auth',
	'cleanup_resource',
	'cleanup_test',
	'cleanup_rule',
	'heal',
	'schedule',
	'test_list',
	'key',
	'member',
	'account',
	'asset',
] as const;
export type Resource = (typeof resources)[number];

/** Features a plan gates or a service does not offer. */
export const features = [
	'auto_auth',
	'schedules',
	'test_lists',
	'natural_language',
	'otp',
	'frontend_runner',
	'probing',
] as const;
export type Feature = (typeof features)[number];

/** The envelope of every answer ≥ 400 and of every error the client prints in JSON mode; all five keys always present. */
export const errorEnvelope = z.looseObject({
	error: z.looseObject({
		code: z.string(),
		message: z.string(),
		nextAction: z.string(),
		requestId: z.string(),
		details: z.record(z.string(), z.unknown()),
	}),
});
export type ErrorEnvelope = {
	error: {
		code: ErrorCode;
		message: string;
		nextAction: string;
		requestId: string;
		details: Record<string, unknown>;
	};
};

/**
 * ``Flag `--x` is invalid: must be a number.`` A reason that begins with a verb ("is", "has", "needs", "takes", "cannot") is a
 * sentence of its own about the subject: ``Flag `--x` is required.``
 *
 * @param subject such as ``Field `name` ``, without a blank at its end
 */
export const refusalText = (subject: string, reason: string): string =>
	`${subject} ${/^(?:is|has|needs|takes|cannot) /.test(reason) ? '' : 'is invalid: '}${reason}.`;
