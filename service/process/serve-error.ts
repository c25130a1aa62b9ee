import type {ServeFailure} from '../../contract/service-process.ts';

/** Why the service could not start, in a form the command line can show. */
export class ServeError extends Error {
	override readonly name = 'ServeError';
	readonly failure: ServeFailure;

	constructor(
		code: ServeFailure['code'],
		message: string,
		options: {nextAction: string; details?: Record<string, unknown>; cause?: unknown},
	) {
		super(message, {cause: options.cause});
		this.failure = {code, message, nextAction: options.nextAction, details: options.details ?? {}};
	}
}
