import type {ErrorCode} from '../../contract/error.ts';
import {correctRequest, usualStep} from '../../contract/usual-step.ts';
import {asRequests} from './command-requests.ts';

/** Whether a user agent is that of our client. */
export const isOurClient = (userAgent: string | undefined): boolean => /^svc\//.test(userAgent ?? '');

/**
 * The next step as an answer tells it: never empty, and to a client of another make without a program or setting of ours.
 * @param error what was raised: `nextAction` may be empty, and names commands of `svc` where whoever raised it knows some
 * @param given ids that the path of the request names, by their parameter
 */
export function nextActionOf(
	error: {nextAction: string; code: ErrorCode; details: Readonly<Record<string, unknown>>},
	isOurs: boolean,
	given: Readonly<Record<string, unknown>> = {},
): string {
	const text = error.nextAction || usualStep(error.code, error.details);
	if (isOurs) return text || usual(error.code);
	const lines = text
		.split('\n')
		.flatMap(line => sentencesOf(line).map(one => asRequests(one, {...given, ...error.details})));
	const kept = lines.filter(sentence => sentence.trim() !== '' && !/\bsvc\b|\bSVC_\w+/i.test(sentence));
	return kept.join(' ').trim() || usual(error.code);
}

/** `Do this: svc a. Or that.` → two; a dot within a command, a path or a name ends none. */
const sentencesOf = (line: string): string[] => line.split(/(?<=[.!?]) +(?=[A-Z`])/);

/** What helps with an error of a kind, where nobody knows more. */
const usual = (code: ErrorCode): string =>
	usualActions[code] ?? 'Read the message and the details, and send the request again.';

const usualActions: Partial<Record<ErrorCode, string>> = {
	VALIDATION_ERROR: correctRequest,
	NOT_FOUND: 'Check the identifier; the list of these resources shows what there is.',
	AUTH_REQUIRED: 'Send a valid API key in the header x-api-key.',
	AUTH_INVALID: 'Send a valid API key in the header x-api-key.',
	AUTH_FORBIDDEN: 'Use a key that has the scope named in the details.',
	CONFLICT: 'Read the current state, then decide whether the request is still wanted.',
	PRECONDITION_FAILED: 'Read the current version, and send the request again with it.',
	PAYLOAD_TOO_LARGE: 'Send less at once.',
	RATE_LIMITED: 'Wait as long as retry-after says, then send the request again.',
	INSUFFICIENT_CREDITS: 'Add credits, or run fewer tests.',
	FEATURE_GATED: 'Leave this feature out, or ask whoever runs the service to turn it on.',
	UNSUPPORTED: 'Leave this feature out; this service does not have it.',
	UNAVAILABLE: 'Try again in a moment.',
	INTERNAL: 'Try again; if it keeps happening, give the requestId to whoever runs the service.',
};
