import {refusalText, type ErrorCode, type ErrorEnvelope, errorCodes} from '../../contract/error.ts';

/**
 * The one error of the client wing that a person can act on. It is the error envelope of the HTTP API as an exception:
 * made from a service's answer, or locally with `requestId: "local"`. Anything else that is thrown is a bug.
 */
export class ApiError extends Error {
	override readonly name = 'ApiError';
	readonly code: ErrorCode;
	readonly nextAction: string;
	readonly requestId: string;
	readonly details: Record<string, unknown>;
	/** What the answer's `retry-after` asked for, 1 to 300 seconds; undefined when it asked for nothing. */
	readonly retryAfterSeconds: number | undefined;

	constructor(
		code: ErrorCode,
		message: string,
		options: {
			nextAction?: string;
			requestId?: string;
			details?: Record<string, unknown>;
			retryAfterSeconds?: number;
			cause?: unknown;
		} = {},
	) {
		super(message, {cause: options.cause});
		this.code = code;
		this.nextAction = options.nextAction ?? '';
		this.requestId = options.requestId ?? 'local';
		this.details = options.details ?? {};
		this.retryAfterSeconds = options.retryAfterSeconds;
	}

	/** Exit code of the process when this error ends a command (table of the error codes). */
	get exitCode(): number {
		return errorCodes[this.code].exit;
	}

	/** The envelope as it is printed in JSON mode. */
	toEnvelope(): ErrorEnvelope {
		const {code, message, nextAction, requestId, details} = this;
		return {error: {code, message, nextAction, requestId, details}};
	}
}

export const isApiError = (value: unknown): value is ApiError => value instanceof ApiError;

/**
 * A local validation error of a flag: ``Flag `--x` is invalid: <reason>.``
 * @param accepted the allowed values of an enumeration
 */
export const invalidFlag = (flag: string, reason: string, accepted?: readonly string[]) =>
	new ApiError('VALIDATION_ERROR', 'Invalid request.', {
		nextAction: refusalText(`Flag \`--${flag}\``, reason),
		details: accepted ? {field: flag, reason: 'enum', accepted} : {field: flag, reason},
	});

/** A local validation error of a file's content: ``Field `planSteps[0].type` is invalid: <reason>.`` */
export const invalidField = (field: string, reason: string, accepted?: readonly string[]) =>
	new ApiError('VALIDATION_ERROR', 'Invalid request.', {
		nextAction: refusalText(`Field \`${field}\``, reason),
		details: accepted ? {field, reason: 'enum', accepted} : {field, reason},
	});

/** Why a value is not taken: a word for programs, a text for people: it ends the sentence "is invalid: …", or is one of its own ("is required"). */
export type Refusal = {reason: string; text: string; accepted?: readonly string[]};

const refused = (subject: string, field: string, {reason, text, accepted}: Refusal) =>
	new ApiError('VALIDATION_ERROR', 'Invalid request.', {
		nextAction: refusalText(subject, text),
		details: {field, reason, ...(accepted ? {accepted} : {})},
	});

/** A flag that is refused before any request. @param flag kebab-case, without dashes */
export const refusedFlag = (flag: string, refusal: Refusal) => refused(`Flag \`--${flag}\``, flag, refusal);

/** An argument that is refused before any request. @param name as help shows it, without brackets */
export const refusedArgument = (name: string, refusal: Refusal) => refused(`Argument \`<${name}>\``, name, refusal);
