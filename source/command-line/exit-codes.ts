import type {ApiError} from '../errors/api-error.ts';

/** Every number the process ends with, and what it means (help shows this table). 2, 8 and 9 are never produced. */
export const exitCodes = {
	0: 'success; all passed; help and version',
	1: 'negative answer: a run did not pass, a check failed; or a bug',
	3: 'authentication or scope',
	4: 'not found or not ready',
	5: 'invalid flags, arguments, files or settings',
	6: 'conflict or failed precondition',
	7: 'timeout, or not supported by this service',
	10: 'transport: the service cannot be reached',
	11: 'rate limited',
	12: 'not enough credits',
	13: 'the plan does not include the feature',
	14: 'client too old for the service',
	129: 'ended by SIGHUP',
	130: 'ended by SIGINT (Ctrl-C)',
	143: 'ended by SIGTERM',
} as const;

/** The signals that end a command, with the number the process then ends with. */
export const signalExitCodes = {SIGHUP: 129, SIGINT: 130, SIGTERM: 143} as const;
export type EndingSignal = keyof typeof signalExitCodes;

const isEndingSignal = (value: unknown): value is EndingSignal =>
	typeof value === 'string' && Object.hasOwn(signalExitCodes, value);

/** The number of an error: that of its code, except that an interruption ends with the number of its signal. */
export function exitCodeOf(error: ApiError): number {
	const {signal} = error.details;
	return error.code === 'INTERRUPTED' && isEndingSignal(signal) ? signalExitCodes[signal] : error.exitCode;
}
