import {correctRequest} from '../../contract/usual-step.ts';
import {type Flags, flagName} from '../commands/flag.ts';
import {ApiError} from '../errors/api-error.ts';

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

/** The flag that fills a field, as it is written; null: the command has none. */
function flagOf(field: string, flags: Flags): string | null {
	const others = Object.hasOwn(otherNames, field) ? (otherNames[field] ?? []) : [];
	const key = [field, ...others].find(name => Object.hasOwn(flags, name));
	return key === undefined ? null : `\`--${flagName(key)}\``;
}

/**
 * A service names the field of a body it refuses; whoever typed a command line knows flags. Adds the flag to the next
 * step of such an answer; any other error is returned as it is.
 * @param command the words of the command
 */
export function withFlagOfField(error: ApiError, flags: Flags, command: string): ApiError {
	const {code, message, nextAction, requestId, details, retryAfterSeconds} = error;
	const {field, reason} = details;
	if (code !== 'VALIDATION_ERROR' || typeof field !== 'string') return error;
	if (requestId === 'local') return withHelpPage(error, command);
	// What was stored earlier came with no flag of this line.
	if (details['stored'] === true) return error;
	const flag = flagOf(field, flags);
	if (flag === null) return error;
	const missing = Array.isArray(details['missing']) ? details['missing'].filter(one => typeof one === 'string') : [];
	const wanted = missing.map(one => flagOf(one, flags)).filter(one => one !== null);
	const step =
		reason !== 'required'
			? `It comes from ${flag}: see \`svc ${command} --help\`.`
			: wanted.length > 1
				? `Give them with ${wanted.slice(0, -1).join(', ')} and ${wanted.at(-1)}.`
				: `Give it with ${flag}.`;
	return new ApiError(code, message, {
		nextAction: [nextAction === correctRequest ? '' : nextAction, step].filter(Boolean).join('\n'),
		requestId,
		details,
		retryAfterSeconds,
		cause: error,
	});
}

/** A refusal of this client of a line that lacks a flag says where help is, unless it names a command already. */
function withHelpPage(error: ApiError, command: string): ApiError {
	const {code, message, nextAction, details} = error;
	if (details['reason'] !== 'required' || nextAction === '' || nextAction.includes('svc ')) return error;
	return new ApiError(code, message, {
		nextAction: `${nextAction} See \`svc ${command} --help\`.`,
		details,
		cause: error.cause,
	});
}
