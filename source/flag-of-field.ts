import {type Flags, flagName} from './commands/flag.ts';
import {ApiError} from './errors/api-error.ts';

/** Flags that fill a field of another name; the first that the command has is the one. */
const otherNames: Readonly<Record<string, readonly string[]>> = {
	authType: ['type'],
	code: ['codeFile'],
	consumes: ['needs'],
	cursor: ['startingToken'],
	endAt: ['end'],
	environment: ['env'],
	startAt: ['start'],
	stepTimeoutMs: ['stepTimeout'],
	targetUrl: ['url'],
	timeoutSeconds: ['testTimeout'],
};

/**
 * A service names the field of a body it refuses; whoever typed a command line knows flags. Adds the flag to the next
 * step of such an answer; any other error is returned as it is.
 * @param command the words of the command
 */
export function withFlagOfField(error: ApiError, flags: Flags, command: string): ApiError {
	const {code, message, nextAction, requestId, details, retryAfterSeconds} = error;
	const {field, reason} = details;
	if (code !== 'VALIDATION_ERROR' || requestId === 'local' || typeof field !== 'string') return error;
	const others = Object.hasOwn(otherNames, field) ? (otherNames[field] ?? []) : [];
	const key = [field, ...others].find(name => Object.hasOwn(flags, name));
	if (key === undefined) return error;
	const flag = `\`--${flagName(key)}\``;
	const step =
		reason === 'required' ? `Give it with ${flag}.` : `It comes from ${flag}: see \`svc ${command} --help\`.`;
	return new ApiError(code, message, {
		nextAction: [nextAction, step].filter(Boolean).join('\n'),
		requestId,
		details,
		retryAfterSeconds,
		cause: error,
	});
}
